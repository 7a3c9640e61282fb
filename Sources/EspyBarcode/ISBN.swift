import EspyBase

/// An International Standard Book Number (ISO 2108), as thirteen digits with a valid check digit.
public struct ISBN: Sendable, Hashable {
    /// Thirteen digits without hyphens.
    public let value: String

    /// Parses a number as people write it: ISBN-13 or ISBN-10, with or without hyphens, spaces, and the word "ISBN".
    ///
    /// `nil` unless it has the right length, prefix and check digit.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64, let number = Self.number(in: text) else { return nil }
        self.init(digits: number)
    }

    /// Ten or thirteen digits and nothing else; the last of ten may be an X.
    init?(digits text: String) {
        let values = text.utf8.map { $0 == UInt8(ascii: "X") ? 10 : Int($0) - 48 }
        switch values.count {
        case 13 where values.allSatisfy({ 0...9 ~= $0 }) && CheckDigit.isRight(values):
            guard text.hasPrefix("978") || text.hasPrefix("979") else { return nil }
            value = text
        case 10 where values.dropLast().allSatisfy({ 0...9 ~= $0 }) && values[9] == Self.tenCheck(values.dropLast()):
            let long = [9, 7, 8] + values.dropLast()
            value = (long + [CheckDigit.of(long)]).map(String.init).joined()
        default: return nil
        }
    }

    /// The older form of ten digits, the last of which may be an X. Numbers that begin with 979 have none.
    public var ten: String? {
        guard value.hasPrefix("978") else { return nil }
        let core = value.dropFirst(3).dropLast()
        let check = Self.tenCheck(core.utf8.map { Int($0) - 48 })
        return core + (check == 10 ? "X" : String(check))
    }

    /// Weights 10 to 2; the sum with the check value is a multiple of 11.
    private static func tenCheck(_ digits: some Collection<Int>) -> Int {
        let sum = zip(digits, stride(from: 10, through: 2, by: -1)).reduce(0) { $0 + $1.0 * $1.1 }
        return (11 - sum % 11) % 11
    }

    /// The digits and X without the usual separators and prefixes, or `nil` if there is anything else.
    private static func number(in text: some StringProtocol) -> String? {
        var rest = text.drop(while: \.isBlank)
        if rest.prefix(4).uppercased() == "ISBN" {
            rest = rest.dropFirst(4)
            for length in ["-13", "-10"] where rest.hasPrefix(length) {
                // "ISBN-10 …" names the form; "ISBN-1034…" would be the number itself.
                let next = rest.dropFirst(3).unicodeScalars.first
                if let next, !("0"..."9").contains(next) { rest = rest.dropFirst(3) }
            }
            rest = rest.drop { $0.isBlank || $0 == ":" || $0 == "-" }
        }
        var number = ""
        for character in rest {
            switch character {
            case "0"..."9" where character.isASCII: number.append(character)
            case "X", "x": number.append("X")
            case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}": continue
            case _ where character.isBlank: continue
            default: return nil
            }
        }
        return number
    }
}

extension ISBN: CustomStringConvertible {
    public var description: String { value }
}

extension ISBN {
    /// Returns all numbers with a valid check digit in a field of a list, whatever surrounds them, each once, in order.
    ///
    /// Numbers labeled as another system's (`oclc:1234567890`) are excluded, even if their check digit is valid.
    ///
    /// ```swift
    /// ISBN.all(in: "0306401002 (pbk.) : £5.99").first?.value  // 9780306401008
    /// ```
    public static func all(in field: String) -> [ISBN] {
        let text = SpreadsheetText.plain(field)
        if case .digits(let digits)? = SpreadsheetText.number(text), let isbn = ISBN(digits: digits) { return [isbn] }
        var search = ISBNSearch(String(text.prefix(mostCharacters)))
        return search.found()
    }

    /// Restores a number that a spreadsheet has stripped of its leading zeros: at most nine digits, alone in a field.
    public static func withLostZeros(_ field: String) -> ISBN? {
        let text = SpreadsheetText.plain(field)
        var digits = text.uppercased()
        if case .digits(let plain)? = SpreadsheetText.number(text) { digits = plain }
        guard (6...9).contains(digits.utf8.count), digits.first != "0" else { return nil }
        return ISBN(digits: String(repeating: "0", count: 10 - digits.utf8.count) + digits)
    }

    private static let mostCharacters = 4000
}

/// Finds numbers within other text.
private struct ISBNSearch {
    private let scalars: [Unicode.Scalar]
    private var isTaken: [Bool]

    private static let dashes: Set<Unicode.Scalar> = [
        "-", " ", "\u{A0}", "\u{AD}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}", "\u{202F}",
        "\u{2009}", "\u{FF0D}",
    ]
    /// Names of other numbers in lists of books.
    private static let others: Set = [
        "oclc", "ocolc", "ocm", "ocn", "worldcat", "lccn", "issn", "doi", "goodreads", "google", "librarything", "ltid",
        "ol",
        "olid", "openlibrary", "barcode", "isni", "viaf", "dnb", "ppn", "id", "uuid", "upc", "mobi", "uri", "url", "ff",
    ]

    init(_ text: String) {
        scalars = text.unicodeScalars.map { scalar in
            // Full-width digits and letters, as written in East Asia.
            (0xFF10...0xFF3A).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        isTaken = Array(repeating: false, count: scalars.count)
    }

    mutating func found() -> [ISBN] {
        var all: [(isbn: ISBN, place: Int)] = []
        for length in [13, 10] {
            for start in scalars.indices where isDigit(start) && !isTaken[start] && isBegin(start, of: length) {
                guard let (isbn, end) = number(at: start, length) else { continue }
                for place in start..<end { isTaken[place] = true }
                all.append((isbn, start))
            }
        }
        return all.sorted { $0.place < $1.place }.reduce(into: []) { if !$0.contains($1.isbn) { $0.append($1.isbn) } }
    }

    private func isDigit(_ place: Int) -> Bool {
        scalars.indices.contains(place) && ("0"..."9").contains(scalars[place])
    }

    private func isLetter(_ place: Int) -> Bool {
        scalars.indices.contains(place) && scalars[place].properties.isAlphabetic
    }

    /// Whether a number may begin here: not inside another one, nor in one with another name.
    private func isBegin(_ start: Int, of length: Int) -> Bool {
        guard !isDigit(start - 1) || isTaken[start - 1] else { return false }
        if length == 13 { return true }
        // Ten digits after a period, a slash or a dash are part of something longer.
        if start > 0, ["/", ".", "-", "_", "#"].contains(scalars[start - 1]), !isNamedISBN(start - 1) { return false }
        guard let name = name(before: start) else { return true }
        return name.hasSuffix("isbn") || name == "x" || !(isLetter(start - 1) || Self.others.contains(name))
    }

    private func isNamedISBN(_ end: Int) -> Bool { name(before: end)?.hasSuffix("isbn") ?? false }

    /// The word before a colon, an equals sign or a bracket: `oclc:`, `(OCoLC)`, `isbn=`.
    private func name(before start: Int) -> String? {
        var end = start
        while end > 0, [" ", ":", "=", ")", "\"", "#"].contains(scalars[end - 1]) { end -= 1 }
        guard end == start || scalars[end..<start].contains(where: { $0 != " " }) || isLetter(end - 1) else {
            return nil
        }
        var first = end
        while isLetter(first - 1) { first -= 1 }
        guard first < end else { return nil }
        return String(String.UnicodeScalarView(scalars[first..<end])).lowercased()
    }

    /// Digits with dashes or blanks between them, never two in a row, up to the length.
    private func number(at start: Int, _ length: Int) -> (ISBN, end: Int)? {
        var (digits, place) = ("", start)
        while digits.utf8.count < length, place < scalars.count, !isTaken[place] {
            let isLast = digits.utf8.count == 9 && length == 10 && ["X", "x"].contains(scalars[place])
            if isDigit(place) || isLast {
                digits += isLast ? "X" : String(scalars[place])
            } else if !Self.dashes.contains(scalars[place]) || Self.dashes.contains(scalars[place - 1]) {
                return nil
            }
            place += 1
        }
        guard digits.utf8.count == length, !isDigit(place), digits.last != "X" || !isLetter(place) else { return nil }
        return ISBN(digits: digits).map { ($0, place) }
    }
}

/// The last digit of EAN and UPC numbers (GS1 General Specifications, section 7.9) and of ISBN-13.
enum CheckDigit {
    /// Weights 3 and 1 in turn, with 3 for the rightmost of `digits`, which do not include the check digit.
    static func of(_ digits: some BidirectionalCollection<Int>) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
        return (10 - sum % 10) % 10
    }

    static func isRight(_ digits: [Int]) -> Bool { digits.last == of(digits.dropLast()) }
}
