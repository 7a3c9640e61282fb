public import EspyBase

/// What a box holds, or should hold, and where.
public struct RackContents: Sendable, Equatable {
    /// A value in its place.
    public struct Item: Sendable, Hashable {
        public var place: Rack.Place
        public var value: String

        public init(_ place: Rack.Place, _ value: String) {
            self.place = place
            self.value = value
        }
    }

    /// The box's own code, where that is known.
    public var id: String?
    public var items: [Item]
    /// What the reader of the list guessed or has put right.
    ///
    /// Codes of a list are compared with those of a photo as they are, and else without white space around them and
    /// without what keeps text as text in a spreadsheet. Zeros in front and digits in another form are put back where they
    /// fit one code alone, which is told here.
    public var notes: [ListNote] = []

    public init(id: String? = nil, items: [Item]) {
        self.id = id
        self.items = items
    }

    /// What was read.
    public init(_ rack: Rack) {
        self.init(id: rack.id, items: rack.vials.map { Item($0.place, $0.value) })
    }
}

extension Rack.Place {
    /// Reads the name of a well: `A1`, `a01`, `AA3`, `A/01`; nil for anything else, and for places that no box has.
    public init?(well text: String) {
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        let digits = text.dropFirst(letters.count).drop { $0 == "/" || $0 == "-" || $0 == " " }
        guard (1...3).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
            let number = Int(digits), let row = Self.row(String(letters))
        else { return nil }
        self.init(row: row, col: number - 1)
        guard (0..<RackGrid.largestSide).contains(col) else { return nil }
    }

    /// The row of letters: `A` is 0, `AA` is 26.
    static func row(_ letters: String) -> Int? {
        let values = letters.uppercased().utf8.map { Int($0) - 64 }
        guard (1...2).contains(values.count), values.allSatisfy({ (1...26).contains($0) }) else { return nil }
        let row = values.reduce(0) { $0 * 26 + $1 } - 1
        return row < RackGrid.largestSide ? row : nil
    }
}
