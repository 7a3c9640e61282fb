/// A call number as printed on a book's label: in the Dewey Decimal or Library of Congress classification, or the
/// section and author of a school library. Comparison follows library rules: shorter numbers come first, and digits
/// after the point and in Cutter numbers are decimals, so `.D28` comes before `.D3` (Library of Congress,
/// *Classification and Shelflisting Manual*, instruction sheets G 60 and G 63). Years, volumes and copies are numbers.
public struct CallNumber: Sendable, Equatable {
    public enum Scheme: Int, Sendable, Equatable {
        case dewey, congress
        /// A section and the author's letters: `FIC ROW`, `E SEU`.
        case school
    }

    public let scheme: Scheme
    /// A prefix such as `REF` or `J`, which marks a separate collection.
    let section: String
    /// `QA` of `QA76.9`; otherwise empty.
    let letters: String
    let whole: Int
    /// Digits after the point, without trailing zeros.
    let decimals: String
    let parts: [Part]

    /// One part after the class, in sort order.
    enum Part: Sendable, Equatable {
        /// A year, or a separate number.
        case number(Int)
        /// A Cutter number, or a word: letters, then digits that are decimals, then letters.
        case cutter(letters: String, digits: String, mark: String)
        /// A volume such as `v.10`, compared as a number.
        case volume(String, Int)
    }

    /// Maximum length in bytes.
    public static let longest = 80

    /// The usual names of separate collections, before a Dewey number or an author.
    static let sections: Set<String> = [
        "B", "BIO", "BIOG", "E", "EASY", "ER", "F", "FIC", "GN", "GRAPHIC", "J", "JFIC", "JUV", "LP", "MYS", "OVERSIZE",
        "P", "PB", "PIC", "Q", "QUARTO", "R", "REF", "SC", "SF", "SS", "YA",
    ]

    /// - Parameter text: as printed on labels and in lists: `QA76.9.D3 K67 1998`, `813.54 AUS`, `REF 030 ENC v.2`,
    ///   `FIC ROW`. Line breaks and other white space are allowed. Returns nil if the text is in none of the systems.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var scanner = CallNumberScanner(text)
        guard let start = scanner.start() else { return nil }
        (scheme, section, letters, whole, decimals) = (
            start.scheme, start.section, start.letters, start.whole, start.decimals
        )
        parts = scanner.parts()
    }
}

extension CallNumber: Comparable {
    public static func < (one: CallNumber, other: CallNumber) -> Bool {
        if one.section != other.section { return one.section < other.section }
        if one.scheme != other.scheme { return one.scheme.rawValue < other.scheme.rawValue }
        if one.letters != other.letters { return one.letters < other.letters }
        if one.whole != other.whole { return one.whole < other.whole }
        if one.decimals != other.decimals { return one.decimals < other.decimals }
        return one.parts.lexicographicallyPrecedes(other.parts)
    }
}

extension CallNumber.Part: Comparable {
    private var rank: Int {
        switch self {
        case .number: 0
        case .cutter: 1
        case .volume: 2
        }
    }

    static func < (one: CallNumber.Part, other: CallNumber.Part) -> Bool {
        switch (one, other) {
        case (.number(let a), .number(let b)): a < b
        case (.cutter(let a, let b, let c), .cutter(let d, let e, let f)): (a, b, c) < (d, e, f)
        case (.volume(let a, let b), .volume(let c, let d)): (a, b) < (c, d)
        default: one.rank < other.rank
        }
    }
}

/// Parses a call number.
private struct CallNumberScanner {
    private var rest: ArraySlice<UInt8>

    struct Start {
        var scheme: CallNumber.Scheme
        var section = ""
        var letters = ""
        var whole: Int
        var decimals: String
    }

    /// Maximum number of words before the number.
    private static let longestSection = 2
    /// Letters that begin a class of the Library of Congress.
    private static let classes = Set("ABCDEFGHJKLMNPQRSTUVZ".utf8)

    init(_ text: String) { rest = Array(text.utf8)[...] }

    /// Parses the class number and the words before it.
    mutating func start() -> Start? {
        var section: [String] = []
        for _ in 0...Self.longestSection {
            skipBlanks()
            let before = rest
            if var found = dewey() ?? congress() {
                found.section = section.joined(separator: " ")
                return found
            }
            rest = before
            if !section.isEmpty, section.allSatisfy(CallNumber.sections.contains), isName() {
                return Start(
                    scheme: .school, section: section.joined(separator: " "), letters: "", whole: 0, decimals: "")
            }
            let word = take(while: Self.isLetter)
            guard !word.isEmpty, let next = rest.first, Self.isBlank(next) else { return nil }
            section.append(Self.upper(word))
        }
        return nil
    }

    private mutating func dewey() -> Start? {
        let digits = take(while: Self.isDigit)
        guard digits.count == 3, let whole = Self.number(digits) else { return nil }
        return Start(scheme: .dewey, whole: whole, decimals: decimals())
    }

    private mutating func congress() -> Start? {
        let before = rest
        let letters = take(while: Self.isLetter)
        let blank = skipBlanks()
        let digits = take(while: Self.isDigit)
        let name = Self.upper(letters)
        guard (1...3).contains(letters.count), (1...4).contains(digits.count), let whole = Self.number(digits),
            let first = name.utf8.first, Self.classes.contains(first),
            // `REF 030` and `J 598` are sections with Dewey numbers; `E 184 .A65` is not.
            !(blank && digits.count == 3 && CallNumber.sections.contains(name) && !isCutter())
        else {
            rest = before
            return nil
        }
        return Start(scheme: .congress, letters: name, whole: whole, decimals: decimals())
    }

    /// Whether a Cutter number with its point follows.
    private func isCutter() -> Bool {
        let next = Array(rest.drop(while: Self.isBlank).prefix(3))
        return next.count == 3 && next[0] == UInt8(ascii: ".") && Self.isLetter(next[1]) && Self.isDigit(next[2])
    }

    /// Whether the letters of an author follow: at least two, and nothing but blanks after them or before a number.
    private func isName() -> Bool {
        let letters = rest.prefix(while: Self.isLetter)
        let next = rest.dropFirst(letters.count).first
        let isSection = next.map(Self.isBlank) == true && CallNumber.sections.contains(Self.upper(Array(letters)))
        return letters.count >= 2 && !isSection && next.map { Self.isBlank($0) || $0 == UInt8(ascii: ".") } ?? true
    }

    /// `.9` after a number; `.D3` is something else.
    private mutating func decimals() -> String {
        guard rest.first == UInt8(ascii: "."), rest.dropFirst().first.map(Self.isDigit) == true else { return "" }
        rest.removeFirst()
        var digits = take(while: Self.isDigit)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The parts after the number.
    mutating func parts() -> [CallNumber.Part] {
        var parts: [CallNumber.Part] = []
        while !rest.isEmpty {
            let digits = take(while: Self.isDigit)
            if let number = Self.number(digits) {
                parts.append(.number(number))
            } else if let part = word() {
                parts.append(part)
            } else {
                rest = rest.dropFirst()
            }
        }
        return parts
    }

    private mutating func word() -> CallNumber.Part? {
        let letters = take(while: Self.isLetter)
        guard !letters.isEmpty else { return nil }
        let name = Self.upper(letters)
        let before = rest
        let isDotted = rest.first == UInt8(ascii: ".")
        if isDotted { rest.removeFirst() }
        if isDotted { skipBlanks() }
        let digits = take(while: Self.isDigit)
        if Self.volumes.contains(name), isDotted || letters.allSatisfy({ $0 >= UInt8(ascii: "a") }),
            let number = Self.number(digits)
        {
            return .volume(name, number)
        }
        // `K67` is a Cutter number; in `AUS. 1998`, the year is not part of the word.
        if isDotted {
            rest = before
            return .cutter(letters: name, digits: "", mark: "")
        }
        let mark = digits.isEmpty ? [] : take(while: Self.isLetter)
        return .cutter(letters: name, digits: String(decoding: digits, as: UTF8.self), mark: Self.upper(mark))
    }

    private static let volumes: Set<String> = [
        "V", "VOL", "C", "COPY", "N", "NO", "PT", "BD", "T", "TOM", "BK", "SER", "SUPPL",
    ]

    @discardableResult
    private mutating func skipBlanks() -> Bool { !take(while: Self.isBlank).isEmpty }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> [UInt8] {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return Array(taken)
    }

    /// Nil without digits, and with more digits than numbers on labels have.
    private static func number(_ digits: [UInt8]) -> Int? {
        digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func upper(_ letters: [UInt8]) -> String {
        String(decoding: letters.map { $0 & 0xDF }, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) && byte & 0x40 != 0 }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
