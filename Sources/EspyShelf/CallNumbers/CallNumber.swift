/// Where a book stands in a library, as its label says: a Dewey decimal number or one of the Library of Congress. They
/// are compared as librarians do: what is shorter goes first, and digits behind the point and in Cutter numbers are
/// decimals, so that `.D28` goes before `.D3`.
public struct CallNumber: Sendable, Equatable {
    public enum Scheme: Int, Sendable, Equatable {
        case dewey, congress
    }

    public let scheme: Scheme
    /// What stands before the number, such as `REF` or `J`: a shelf of its own.
    let section: String
    /// `QA` of `QA76.9`; empty for Dewey.
    let letters: String
    let whole: Int
    /// Digits behind the point, without zeros at the end.
    let decimals: String
    let parts: [Part]

    /// One part behind the class: in their order of sorting.
    enum Part: Sendable, Equatable {
        /// A year, or a number of its own.
        case number(Int)
        /// A Cutter number, or a word: letters, then digits that are decimals, then letters.
        case cutter(letters: String, digits: String, mark: String)
        /// `v.10`: the number is one.
        case volume(String, Int)
    }

    /// Longer ones are none.
    public static let longest = 80

    /// - Parameter text: as it stands on labels and in lists: `QA76.9.D3 K67 1998`, `813.54 AUS`, `REF 030 ENC v.2`.
    ///   Several lines and any white space are fine. Nil for what is neither.
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
