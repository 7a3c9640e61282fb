import EspyBase

/// The codes of a list that a person keeps, as the photo of the box has them.
///
/// A code of the list and one of the photo are compared like this, the first that fits: in the same well, and then
/// anywhere, they are equal as they are; or without white space around them, with any ends of lines, and without what keeps
/// text as text in a spreadsheet (an apostrophe in front, `="…"`). So a code that ends with a blank equals the one of the
/// list whether people kept that blank or not. Numbers without the zeros in front, and numbers in another form
/// (`36,322,619`, `36322619.0`), are equal where they fit one code of the photo alone and no other of the list does; each
/// of these is told. What was read in the past, as the history has it, is compared as it is.
struct ManifestFit {
    private(set) var items: [RackContents.Item]
    private(set) var notes: [ListNote] = []
    /// Codes of the photo by the codes of the list that they are equal to.
    private var equals: [String: String] = [:]

    /// - Parameters:
    ///   - items: of the list.
    ///   - doubtful: words for no code, in the wells where the list has them; one that the photo shows is a code.
    ///   - rack: as it was read.
    init(_ items: [RackContents.Item], doubtful: [RackContents.Item], in rack: Rack) {
        // Without rows and columns there is no well to look into.
        let wells = rack.isOrdered ? rack.vials.map { ($0.place, $0.value) } : []
        let values = Dictionary(first: wells)
        self.items = items + doubtful.filter { item in values[item.place].map { Self.isSame(item.value, $0) } ?? false }
        fitInPlace(values)
        fitTexts(Set(rack.vials.map { $0.value }))
        fitNumbers(Set(rack.vials.map { $0.value }))
        self.items = self.items.map { RackContents.Item($0.place, equals[$0.value] ?? SpreadsheetText.plain($0.value)) }
    }

    /// With one kind of line ends, and nothing around it.
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

    /// All that a field of a list may stand for, besides itself.
    private static func forms(_ text: String) -> Set<String> {
        let first = text.first == "'" ? [bare(String(text.dropFirst()))] : []
        return Set([bare(text), bare(SpreadsheetText.plain(text))] + first)
    }

    /// The items of the list get the codes of their own wells: the same text may stand for two codes of the photo.
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

    /// Numbers of the list that no code can be told by any more.
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

    /// What spreadsheets keep of a number.
    private static let keptDigits = 15

    private static func digits(_ listed: String) -> String? {
        guard case .digits(let digits)? = SpreadsheetText.number(SpreadsheetText.plain(listed)) else { return nil }
        return digits
    }

    /// Digits without the zeros in front; nil for any other text.
    private static func key(_ value: String) -> Substring? {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return value.drop { $0 == "0" }
    }
}

extension RackManifest {
    /// What should be in a box, with the codes as the photo has them, where these are equal; nil where the list says nothing
    /// of the box. How codes are compared is told at ``RackContents/notes``.
    public func contents(of rack: Rack) -> RackContents? {
        guard var found = contents(of: rack.id) else { return nil }
        let fit = ManifestFit(found.items, doubtful: doubtful(in: found.id), in: rack)
        let isOtherName = found.id != nil && rack.id != nil && found.id != rack.id
        found.notes = notes + (isOtherName ? [ListNote(.otherName, sample: found.id)] : []) + fit.notes
        found.items = fit.items
        return found
    }
}
