public import EspyBase

/// How a box differs from what it should hold, or from what it held before.
public struct RackComparison: Sendable, Equatable {
    /// What has become of a value.
    public enum Kind: String, Sendable, CaseIterable {
        /// In another well.
        case moved
        /// Not in the box.
        case missing
        /// In the box, and not to be.
        case new
        /// In more wells than it should be.
        case twice
        /// In its well, and in another box, too.
        case elsewhere
        /// The code of this well could not be read: what was to be there may be.
        case unread
    }

    /// Another box in which a value was seen.
    public struct Elsewhere: Sendable, Equatable {
        /// The other box's own code.
        public var rack: String?
        /// The entry of the history that says so.
        public var entry: String
        public var place: Rack.Place
        /// What that place is called there.
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
        /// Nil for a code that could not be read in a well that was to be empty.
        public var value: String?
        /// Where it was to be.
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

    /// Values that are where they were to be.
    public private(set) var agreeing: Int
    /// By well: where something is, else where it was to be.
    public private(set) var differences: [Difference]
    /// What was guessed or put right in the list that it was compared with.
    public private(set) var notes: [ListNote]

    public var isSame: Bool { differences.isEmpty }

    /// - Parameters:
    ///   - rack: as it was read. Without rows and columns (``Rack/Layout/unordered``) it is only told what is in it.
    ///   - contents: what it should hold.
    ///   - elsewhere: other boxes that values are in.
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
    /// What differences are ordered by.
    fileprivate var key: (Rack.Place, String, String) {
        (found.first ?? expected.first ?? Rack.Place(row: 0, col: 0), kind.rawValue, value ?? "")
    }
}

/// The places of each value on both sides, matched.
private struct ComparedSides {
    private(set) var agreeing = 0
    /// Values that are where they were to be.
    private(set) var agreed: Set<String> = []
    private(set) var differences: [RackComparison.Difference] = []
    private let states: [Rack.Place: Rack.Cell.Status]
    private let isOrdered: Bool
    /// Wells of which an unread code has been told.
    private var told: Set<Rack.Place> = []

    init(_ rack: Rack, _ contents: RackContents) {
        states = Dictionary(first: rack.cells.map { ($0.place, $0.status) })
        // Places that count from the first code say nothing of wells.
        isOrdered = rack.isOrdered && !rack.warnings.contains { $0.kind == .originUnknown }
        let expected = Dictionary(grouping: contents.items, by: { $0.value }).mapValues { $0.map { $0.place }.sorted() }
        let found = Dictionary(grouping: rack.vials, by: { $0.value }).mapValues { $0.map { $0.place }.sorted() }
        for value in Set(expected.keys).union(found.keys).sorted() {
            match(value, expected[value] ?? [], found[value] ?? [])
        }
        for cell in rack.cells where cell.status == .unread && !told.contains(cell.place) && isOrdered {
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

    /// A code that could not be read may be the one that is missed there.
    private mutating func miss(_ value: String, _ place: Rack.Place) {
        guard isOrdered, states[place] == .unread else {
            return differences.append(.init(.missing, value: value, expected: [place]))
        }
        told.insert(place)
        differences.append(.init(.unread, value: value, expected: [place], found: [place]))
    }
}

extension RackComparison {
    /// One line for each difference: `kind,value,expected,found,elsewhere`, wells by their names.
    ///
    /// - Parameters:
    ///   - rack: that was compared.
    ///   - raw: write values as they are. Otherwise one that a spreadsheet would run as a formula gets an apostrophe
    ///     in front, which makes it text.
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
