public import EspyBase

/// The differences between a box and its intended or earlier contents.
public struct RackComparison: Sendable, Equatable {
    /// The kind of a difference.
    public enum Kind: String, Sendable, CaseIterable {
        /// In another well.
        case moved
        /// Not in the box.
        case missing
        /// In the box, but not expected.
        case new
        /// In more wells than expected.
        case twice
        /// In its well, but also in another box.
        case elsewhere
        /// The code in this well could not be read; it may be the expected one.
        case unread
    }

    /// Another box in which a value was seen.
    public struct Elsewhere: Sendable, Equatable {
        /// The code of the other box.
        public var rack: String?
        /// The history entry that says so.
        public var entry: String
        public var place: Rack.Place
        /// The name of the well in that box.
        public var well: String

        public init(rack: String?, entry: String, place: Rack.Place, well: String? = nil) {
            self.rack = rack
            self.entry = entry
            self.place = place
            self.well = well ?? place.name
        }
    }

    public struct Difference: Sendable, Equatable {
        public var kind: Kind
        /// Nil for an unreadable code in a well that should be empty.
        public var value: String?
        /// Where it should be.
        public var expected: [Rack.Place]
        /// Where it is.
        public var found: [Rack.Place]
        public var elsewhere: Elsewhere?

        public init(
            _ kind: Kind, value: String?, expected: [Rack.Place] = [], found: [Rack.Place] = [],
            elsewhere: Elsewhere? = nil
        ) {
            self.kind = kind
            self.value = value
            self.expected = expected
            self.found = found
            self.elsewhere = elsewhere
        }
    }

    /// The number of values in their expected wells.
    public private(set) var agreeing: Int
    /// By well: where something is, or else where it should be.
    public private(set) var differences: [Difference]
    /// Guesses and repairs in the list that was compared.
    public private(set) var notes: [ListNote]

    public var isSame: Bool { differences.isEmpty }

    /// - Parameters:
    ///   - rack: the result. Without rows and columns (``Rack/Layout/unordered``), only its contents are compared.
    ///   - contents: the intended contents.
    ///   - elsewhere: other boxes that contain values.
    public init(
        _ rack: Rack, with contents: RackContents, elsewhere: [String: Elsewhere] = [:]
    ) {
        let sides = ComparedSides(rack, contents)
        agreeing = sides.agreeing
        notes = contents.notes
        differences = sides.differences
        for index in differences.indices where [.missing, .new].contains(differences[index].kind) {
            differences[index].elsewhere = differences[index].value.flatMap { elsewhere[$0] }
        }
        for vial in rack.vials where elsewhere[vial.value] != nil && sides.agreed.contains(vial.value) {
            differences.append(
                Difference(
                    .elsewhere, value: vial.value, expected: [vial.place], found: [vial.place],
                    elsewhere: elsewhere[vial.value]))
        }
        differences.sort { $0.key < $1.key }
    }
}

extension RackComparison.Difference {
    /// The key to sort differences by.
    fileprivate var key: (Rack.Place, String, String) {
        (found.first ?? expected.first ?? Rack.Place(row: 0, col: 0), kind.rawValue, value ?? "")
    }
}

/// The places of each value on both sides, matched.
private struct ComparedSides {
    private(set) var agreeing = 0
    /// Values that are in their expected wells.
    private(set) var agreed: Set<String> = []
    private(set) var differences: [RackComparison.Difference] = []
    private let states: [Rack.Place: Rack.Cell.Status]
    private let isOrdered: Bool
    /// Wells whose unread code has already been reported.
    private var reported: Set<Rack.Place> = []

    init(_ rack: Rack, _ contents: RackContents) {
        states = Dictionary(first: rack.cells.map { ($0.place, $0.status) })
        // Places counted from the first code do not name wells.
        isOrdered = rack.isOrdered && !rack.warnings.contains { $0.kind == .originUnknown }
        let expected = Dictionary(grouping: contents.items, by: { $0.value }).mapValues { $0.map { $0.place }.sorted() }
        let found = Dictionary(grouping: rack.vials, by: { $0.value }).mapValues { $0.map { $0.place }.sorted() }
        for value in Set(expected.keys).union(found.keys).sorted() {
            match(value, expected[value] ?? [], found[value] ?? [])
        }
        for cell in rack.cells where cell.status == .unread && !reported.contains(cell.place) && isOrdered {
            differences.append(.init(.unread, value: nil, found: [cell.place]))
        }
    }

    private mutating func match(_ value: String, _ expected: [Rack.Place], _ found: [Rack.Place]) {
        if found.count > max(expected.count, 1) {
            return differences.append(.init(.twice, value: value, expected: expected, found: found))
        }
        let same = isOrdered ? Set(expected).intersection(found) : Set(expected.prefix(found.count))
        agreeing += same.count
        if !same.isEmpty { agreed.insert(value) }
        let left = expected.filter { !same.contains($0) }
        let right = isOrdered ? found.filter { !same.contains($0) } : Array(found.dropFirst(same.count))
        for (from, to) in zip(left, right) {
            differences.append(.init(.moved, value: value, expected: [from], found: [to]))
        }
        for place in left.dropFirst(right.count) { miss(value, place) }
        for place in right.dropFirst(left.count) { differences.append(.init(.new, value: value, found: [place])) }
    }

    /// An unreadable code may be the one that is missing there.
    private mutating func miss(_ value: String, _ place: Rack.Place) {
        guard isOrdered, states[place] == .unread else {
            return differences.append(.init(.missing, value: value, expected: [place]))
        }
        reported.insert(place)
        differences.append(.init(.unread, value: value, expected: [place], found: [place]))
    }
}

extension RackComparison {
    /// Returns one line for each difference: `kind,value,expected,found,elsewhere`, with names of wells.
    ///
    /// - Parameters:
    ///   - rack: the box that was compared.
    ///   - raw: write values as they are. Otherwise a value that a spreadsheet would run as a formula gets a leading
    ///     apostrophe, which makes it text.
    public func table(of rack: Rack, raw: Bool = false) -> CSVTable {
        let text = { (value: String) in raw ? value : CSV.defused(value) }
        let rows = differences.map { difference in
            [
                difference.kind.rawValue, text(difference.value ?? ""), Self.wells(difference.expected, rack),
                Self.wells(difference.found, rack), text(difference.elsewhere.map(Self.name) ?? ""),
            ]
        }
        return CSVTable(columns: ["kind", "value", "expected", "found", "elsewhere"], rows: rows)
    }

    private static func wells(_ places: [Rack.Place], _ rack: Rack) -> String {
        places.map(rack.name).joined(separator: " ")
    }

    private static func name(_ other: Elsewhere) -> String { "\(other.rack ?? other.entry) \(other.well)" }
}
