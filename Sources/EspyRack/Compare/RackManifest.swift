public import EspyBase

/// A list of the intended contents of one or several boxes: lines with wells and codes.
public struct RackManifest: Sendable, Equatable {
    /// One for each box, in the order of the list; without a code if the list has none.
    public private(set) var boxes: [RackContents] = []
    /// The reader's guesses, and what it could not use.
    public let notes: [ListNote]
    /// Fields that may be words for a missing code, for each box.
    private var doubts: [String?: [RackContents.Item]] = [:]

    /// The largest number of lines: a thousand boxes of 384.
    public static let mostLines = 400_000

    /// A reason why a list cannot be used.
    public enum Failure: Error, Sendable, Equatable {
        case empty
        /// No columns contain wells and codes; these columns exist.
        case noColumns([String])
        /// The text in the well column of this line, counted from 1, is not a well.
        case badWell(line: Int, text: String)
        /// A well has two codes.
        case wellTwice(line: Int, well: String)
    }

    /// - Parameters:
    ///   - records: the lines of a table. With a header, its columns are recognized by names such as well, position,
    ///     row, col, code, barcode, tube id and rack, in any order. Without one, two columns are well and code, three
    ///     are box, well and code.
    ///   - wells: places by name, if a container has its own names.
    ///   - notes: from the reader of the file.
    public init(
        records: [[String]], wells: [String: Rack.Place] = [:], notes: [ListNote] = []
    ) throws(Failure) {
        self.notes = notes
        guard !records.isEmpty else { throw .empty }
        let columns = try ManifestColumns(records, wells)
        var places: [String?: Set<Rack.Place>] = [:]
        var items: [String?: [RackContents.Item]] = [:]
        var order: [String?] = []
        for (index, record) in records.enumerated().dropFirst(columns.first).prefix(Self.mostLines) {
            let rack = columns.rack(of: record)
            if items[rack] == nil {
                items[rack] = []
                order.append(rack)
            }
            guard let value = columns.value(of: record) else {
                if let word = columns.word(of: record), let place = columns.place(of: record) {
                    doubts[rack, default: []].append(RackContents.Item(place, word))
                }
                continue
            }
            guard let place = columns.place(of: record) else {
                throw .badWell(line: index + 1, text: columns.well(of: record))
            }
            guard places[rack, default: []].insert(place).inserted else {
                throw .wellTwice(line: index + 1, well: place.name)
            }
            items[rack, default: []].append(RackContents.Item(place, value))
        }
        boxes = order.map { RackContents(id: $0, items: items[$0] ?? []) }
        if boxes.isEmpty { throw .empty }
    }

    /// Returns the intended contents of a box: the one with its code, or the only one in the list.
    public func contents(of id: String?) -> RackContents? {
        if let found = boxes.first(where: { $0.id != nil && $0.id == id }) ?? id.flatMap(likely) { return found }
        guard boxes.count == 1 else { return nil }
        // A list for another box does not apply to this one.
        return boxes[0].id == nil || id == nil ? boxes[0] : nil
    }
}

extension RackManifest {
    /// The only box of the list whose code is this number, except for leading zeros.
    private func likely(_ id: String) -> RackContents? {
        func digits(_ text: String) -> Substring? {
            guard case .digits(let digits)? = SpreadsheetText.number(text) else { return nil }
            return digits.drop { $0 == "0" }
        }
        guard let wanted = digits(id) else { return nil }
        let found = boxes.filter { $0.id.flatMap(digits) == wanted }
        return found.count == 1 ? found[0] : nil
    }

    /// Fields of a box that may be words for a missing code.
    func doubtful(in id: String?) -> [RackContents.Item] { doubts[id] ?? [] }
}

/// The roles of the columns of a table.
private struct ManifestColumns {
    /// The first line after the header.
    var first = 0
    private var well: Int?
    private var row: Int?
    private var col: Int?
    private var code = 0
    private var rack: Int?
    /// The number of the first row and column, if they are numbers.
    private var origin = 1
    /// Places by the container's own names.
    private let names: [String: Rack.Place]

    private static let wells: Set = [
        "well", "wellname", "welllocation", "wellposition", "position", "pos", "location", "tubelocation",
        "tubeposition", "coordinate", "slot", "well0",
    ]
    private static let rows: Set = ["row", "locationrow", "rowletter", "letter"]
    private static let cols: Set = ["col", "column", "locationcolumn", "columnnumber"]
    private static let codes: Set = [
        "code", "value", "barcode", "tube", "tubeid", "tubecode", "tubebarcode", "sampleid", "sample", "vial",
        "vialid", "vialbarcode", "micronixbarcode", "id",
    ]
    private static let racks: Set = [
        "rack", "rackid", "rackbarcode", "tuberackbarcode", "box", "boxid", "boxbarcode", "plate", "plateid",
        "platebarcode", "container", "containerbarcode",
    ]

    /// The header may follow lines such as the name of the plate.
    init(_ records: [[String]], _ names: [String: Rack.Place]) throws(RackManifest.Failure) {
        self.names = names
        for (index, record) in records.prefix(10).enumerated() {
            let names = record.map(Self.plain)
            guard let code = names.firstIndex(where: Self.codes.contains) else { continue }
            self.code = code
            well = names.firstIndex(where: Self.wells.contains)
            row = names.firstIndex(where: Self.rows.contains)
            col = names.firstIndex(where: Self.cols.contains)
            rack = names.firstIndex(where: Self.racks.contains)
            guard well != nil || (row != nil && col != nil) else { continue }
            // The table of codes that a photo gives counts from 0.
            if names.contains("rect") { origin = 0 }
            first = index + 1
            return
        }
        // A title may also precede a table without a header.
        let titles = records.prefix(9).prefix { $0.count { !$0.isEmpty } == 1 }.count
        for (index, record) in records.enumerated().prefix(titles + 1) {
            first = index
            if record.count >= 3, isWell(1, record) {
                (rack, well, code) = (0, 1, 2)
                return
            } else if record.count >= 2, isWell(0, record) {
                (well, code) = (0, 1)
                return
            }
        }
        throw .noColumns(Array(records[0].prefix(12)))
    }

    private func isWell(_ column: Int, _ record: [String]) -> Bool { field(column, record).flatMap(place) != nil }

    private func place(_ well: String) -> Rack.Place? { names.isEmpty ? Rack.Place(well: well) : names[well] }

    func rack(of record: [String]) -> String? { rack.flatMap { field($0, record) } }

    /// The words of a name without what separates them: `vialid` of `Vial ID`.
    private static func plain(_ name: String) -> String {
        String(String.UnicodeScalarView(name.loweredASCII.unicodeScalars.filter { $0.isWordPart }))
    }

    /// The text as it is; nil for the usual words for no tube or no code.
    func value(of record: [String]) -> String? {
        guard let value = field(code, record) else { return nil }
        let word = Self.plain(value)
        return word.isEmpty || Self.nothing.contains(word) ? nil : record[code]
    }

    /// The text in the code column, whatever it is.
    func word(of record: [String]) -> String? { field(code, record).map { _ in record[code] } }

    private static let nothing: Set = [
        "notube", "noread", "empty", "nocode", "noscan", "none", "null", "na", "error", "unread", "uncoded",
    ]

    func well(of record: [String]) -> String {
        [well, row, col].compactMap { $0 }.map { field($0, record) ?? "" }.joined(separator: " ")
    }

    func place(of record: [String]) -> Rack.Place? {
        if let well, let text = field(well, record) { return place(text) }
        guard let row, let col, let rowText = field(row, record), let colText = field(col, record),
            let number = Self.number(colText)
        else { return nil }
        let rowNumber = Self.number(rowText).map { $0 - origin } ?? Rack.Place.row(rowText)
        guard let rowNumber, (0..<RackGrid.largestSide).contains(rowNumber),
            (0..<RackGrid.largestSide).contains(number - origin)
        else { return nil }
        return Rack.Place(row: rowNumber, col: number - origin)
    }

    /// `3`, or `3.0` if a program has made it a decimal number.
    private static func number(_ text: String) -> Int? {
        guard case .digits(let digits)? = SpreadsheetText.number(text) else { return Int(text) }
        return Int(digits)
    }

    /// The text without white space and without the marks that keep text as text.
    private func field(_ index: Int, _ record: [String]) -> String? {
        guard index < record.count, !record[index].isEmpty else { return nil }
        let text = SpreadsheetText.plain(record[index])
        return text.isEmpty ? nil : text
    }
}

/// The actual or intended contents of a box, with their places.
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

    /// The code of the box, if known.
    public var id: String?
    public var items: [Item]
    /// Guesses and repairs of the list's reader.
    ///
    /// Codes of a list are compared with those of a photo as they are, or else without surrounding white space and
    /// without the marks that keep text as text in a spreadsheet. Leading zeros and reformatted digits are restored if
    /// they fit only one code, which is noted here.
    public var notes: [ListNote] = []

    public init(id: String? = nil, items: [Item]) {
        self.id = id
        self.items = items
    }

    /// The contents of a result.
    public init(_ rack: Rack) {
        self.init(id: rack.id, items: rack.vials.map { Item($0.place, $0.value) })
    }
}

extension Rack.Place {
    /// Reads the name of a well: `A1`, `a01`, `AA3`, `A/01`; nil for anything else, and for places outside any box.
    public init?(well text: String) {
        let letters = text.prefix { $0.asciiValue.map { (0x61...0x7A).contains($0 | 0x20) } ?? false }
        let digits = text.dropFirst(letters.count).drop { $0 == "/" || $0 == "-" || $0 == " " }
        guard (1...3).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }),
            let number = Int(digits), let row = Self.row(String(letters))
        else { return nil }
        self.init(row: row, col: number - 1)
        guard (0..<RackGrid.largestSide).contains(col) else { return nil }
    }

    /// The row of letters: `A` is 0, `AA` is 26.
    static func row(_ letters: String) -> Int? {
        let values = letters.utf8.map { Int($0 & ~0x20) - 64 }
        guard (1...2).contains(values.count), values.allSatisfy({ (1...26).contains($0) }) else { return nil }
        let row = values.reduce(0) { $0 * 26 + $1 } - 1
        return row < RackGrid.largestSide ? row : nil
    }
}
