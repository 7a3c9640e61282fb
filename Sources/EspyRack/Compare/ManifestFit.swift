import EspyBase

/// Matches the codes of a list with those in the photo of a box.
///
/// A code of the list and one of the photo are compared first in the same well, and then anywhere, by the first rule
/// that fits: as they are; or without surrounding white space, with any line endings, and without the marks that keep
/// text as text in a spreadsheet (a leading apostrophe, `="…"`). So a code that ends with a blank equals its line in
/// the list whether or not that has the blank. Numbers without leading zeros, and numbers in another form
/// (`36,322,619`, `36322619.0`), match if they fit only one code of the photo and no other line fits it; each match is
/// reported. Earlier readings in the history are compared as they are.
struct ManifestFit {
    private(set) var items: [RackContents.Item]
    private(set) var notes: [ListNote] = []
    /// Codes of the photo by the equal codes of the list.
    private var equals: [String: String] = [:]

    /// - Parameters:
    ///   - items: of the list.
    ///   - doubtful: words for a missing code, in their wells; if the photo shows one as a code, it is a code.
    ///   - rack: before correction.
    init(_ items: [RackContents.Item], doubtful: [RackContents.Item], in rack: Rack) {
        // Without rows and columns, wells cannot be compared.
        let wells = rack.isOrdered ? rack.vials.map { ($0.place, $0.value) } : []
        let values = Dictionary(first: wells)
        self.items = items + doubtful.filter { item in values[item.place].map { Self.isSame(item.value, $0) } ?? false }
        fitInPlace(values)
        fitTexts(Set(rack.vials.map { $0.value }))
        fitNumbers(Set(rack.vials.map { $0.value }))
        self.items = self.items.map { RackContents.Item($0.place, equals[$0.value] ?? SpreadsheetText.plain($0.value)) }
    }

    /// Unifies line endings and trims white space.
    private static func bare(_ text: String) -> String {
        var bare = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && last != "\r") {
                bare.append("\n")
            } else if scalar != "\n" {
                bare.append(scalar)
            }
            last = scalar
        }
        return String(SpreadsheetText.trimmed(String(bare)[...]))
    }

    /// All the texts that a field of a list may stand for, besides itself.
    private static func forms(_ text: String) -> Set<String> {
        let first = text.first == "'" ? [bare(String(text.dropFirst()))] : []
        return Set([bare(text), bare(SpreadsheetText.plain(text))] + first)
    }

    /// Matches items within their own wells: the same text may stand for two codes of the photo.
    private mutating func fitInPlace(_ values: [Rack.Place: String]) {
        for index in items.indices {
            guard let seen = values[items[index].place], Self.isSame(items[index].value, seen) else { continue }
            items[index].value = seen
            equals[seen] = seen
        }
    }

    private static func isSame(_ listed: String, _ seen: String) -> Bool {
        listed == seen || forms(listed).contains(bare(seen))
    }

    private mutating func fitTexts(_ seen: Set<String>) {
        let listed = Set(items.map { $0.value })
        for value in listed.intersection(seen) { equals[value] = value }
        let taken = Set(equals.values)
        let bySeen = Dictionary(grouping: seen.subtracting(taken), by: Self.bare)
        let left = listed.subtracting(equals.keys)
        var rivals: [String: Int] = [:]
        for form in left.flatMap({ Self.forms($0) }) { rivals[form, default: 0] += 1 }
        for value in left {
            let fitting = Set(Self.forms(value).filter { rivals[$0] == 1 }.flatMap { bySeen[$0] ?? [] })
            if fitting.count == 1, let only = fitting.first { equals[value] = only }
        }
    }

    private mutating func fitNumbers(_ seen: Set<String>) {
        let bySeen = Dictionary(
            grouping: seen.compactMap { value in Self.key(value).map { ($0, value) } }, by: { $0.0 })
        let listed = Set(items.map { $0.value })
        let byListed = Dictionary(
            grouping: listed.compactMap { value in Self.digits(value).flatMap(Self.key).map { ($0, value) } },
            by: { $0.0 })
        var (zeros, rewritten) = (0, [String]())
        for (key, values) in byListed {
            let value = values[0].1
            guard values.count == 1, equals[value] == nil, let fitting = bySeen[key], fitting.count == 1,
                let digits = Self.digits(value), digits.first != "0" || digits == fitting[0].1
            else { continue }
            let code = fitting[0].1
            equals[value] = code
            if code.count > digits.count { zeros += 1 } else { rewritten.append(value) }
        }
        if zeros > 0 { notes.append(ListNote(.zerosLost, count: zeros)) }
        if !rewritten.isEmpty {
            notes.append(ListNote(.numbersRewritten, count: rewritten.count, sample: rewritten.min()))
        }
        noteLostDigits(listed.filter { equals[$0] == nil }, seen)
    }

    /// Notes numbers of the list that have lost the digits needed to identify a code.
    private mutating func noteLostDigits(_ listed: Set<String>, _ seen: Set<String>) {
        let long = Set(seen.filter { $0.utf8.count > Self.keptDigits }.map { $0.prefix(Self.keptDigits) })
        let lost = listed.filter { value in
            switch SpreadsheetText.number(SpreadsheetText.plain(value)) {
            case .rounded?: true
            case .digits(let digits)?:
                digits.utf8.count > Self.keptDigits && digits.utf8.dropFirst(Self.keptDigits).allSatisfy { $0 == 0x30 }
                    && long.contains(digits.prefix(Self.keptDigits))
            case nil: false
            }
        }
        if !lost.isEmpty { notes.append(ListNote(.digitsLost, count: lost.count, sample: lost.min())) }
    }

    /// The number of digits that spreadsheets keep.
    private static let keptDigits = 15

    private static func digits(_ listed: String) -> String? {
        guard case .digits(let digits)? = SpreadsheetText.number(SpreadsheetText.plain(listed)) else { return nil }
        return digits
    }

    /// Digits without leading zeros; nil for any other text.
    private static func key(_ value: String) -> Substring? {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return value.drop { $0 == "0" }
    }
}

extension RackManifest {
    /// Returns the intended contents of a box, with the codes as in the photo where they match; nil if the list does
    /// not contain the box. ``RackContents/notes`` describes how codes are compared.
    public func contents(of rack: Rack) -> RackContents? {
        guard var found = contents(of: rack.id) else { return nil }
        let fit = ManifestFit(found.items, doubtful: doubtful(in: found.id), in: rack)
        let isOtherName = found.id != nil && rack.id != nil && found.id != rack.id
        found.notes = notes + (isOtherName ? [ListNote(.otherName, sample: found.id)] : []) + fit.notes
        found.items = fit.items
        return found
    }
}
