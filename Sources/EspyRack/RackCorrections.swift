import EspyBase
import EspyPixels

/// The user's corrections of a rack: values typed by hand.
public struct RackCorrections: Sendable, Equatable {
    /// The value of one cell.
    public struct Value: Sendable, Equatable {
        public var row: Int
        public var col: Int
        public var value: String

        public init(row: Int, col: Int, value: String) {
            self.row = row
            self.col = col
            self.value = value
        }
    }

    /// At most one for each cell.
    public var values: [Value]
    /// The box's own code, which replaces the one that was read.
    public var rack: String?

    public init(values: [Value] = [], rack: String? = nil) {
        self.values = values
        self.rack = rack
    }

    public var isEmpty: Bool { values.isEmpty && rack == nil }

    /// Converts the corrections to the same box after a turn.
    ///
    /// - Parameters:
    ///   - rows: of the box before the turn; the same goes for `cols`.
    func turned(_ turn: RackTurn, rows: Int, cols: Int) -> RackCorrections {
        let moved = values.map { value in
            let place = turn.place(of: Rack.Place(row: value.row, col: value.col), rows: rows, cols: cols)
            return Value(row: place.row, col: place.col, value: value.value)
        }
        return RackCorrections(values: moved, rack: rack)
    }
}

extension Rack {
    /// Applies typed values, to cells without a value or in place of one that was read. They are marked
    /// (``Vial/isTyped``). The position of a typed value is that of the content of its cell, and its size that of the
    /// codes that were read.
    ///
    /// - Returns: nil if a value is empty, longer than 1,000 characters or contains a control character, if its cell is
    ///   not in this box, if a cell has two values, or if the code of the box is not usable (``isUsableID(_:)``).
    public func corrected(by corrections: RackCorrections) -> Rack? {
        var result = self
        if let code = corrections.rack {
            guard Self.isUsableID(code) else { return nil }
            result.id = code
        }
        let typed = corrections.values
        let places = typed.map { Place(row: $0.row, col: $0.col) }
        guard Set(places).count == places.count, typed.allSatisfy({ Self.isUsable($0.value) }) else { return nil }
        if typed.isEmpty { return result }
        let cellAt = Dictionary(first: cells.indices.map { (cells[$0].place, $0) })
        for (place, value) in zip(places, typed.map { $0.value }) {
            guard let index = cellAt[place] else { return nil }
            result.type(value, into: index, side: usualSide)
        }
        result.vials.sort { $0.place < $1.place }
        result.markDuplicates()
        result.listUnread()
        return result
    }

    private mutating func type(_ value: String, into index: Int, side: Double) {
        let cell = cells[index]
        let square = Rect(x: cell.x - side / 2, y: cell.y - side / 2, width: side, height: side)
        let corners = vial(row: cell.row, col: cell.col)?.code.corners ?? Quad(square)
        let code = Code(value: value, corners: corners, symbol: "", bytes: Array(value.utf8))
        vials.removeAll { $0.place == cell.place }
        vials.append(Vial(code: code, place: cell.place, isTyped: true))
        cells[index].status = .read
    }

    /// The side of the codes that were read; a third of a cell if there are none.
    private var usualSide: Double {
        let sides = vials.map { ($0.code.corners.meanWidth + $0.code.corners.meanHeight) / 2 }
        if let usual = median(sides) { return usual }
        guard let outline, rows > 0, cols > 0 else { return 20 }
        return min(outline.meanWidth / Double(cols), outline.meanHeight / Double(rows)) / 3
    }

    private mutating func listUnread() {
        warnings.removeAll { $0.kind == .unread }
        let unread = cells.filter { $0.status == .unread }.map { $0.place }
        if !unread.isEmpty { warnings.append(Warning(.unread, places: unread)) }
        if cells.allSatisfy({ $0.status == .read }) {
            warnings.removeAll { PhotoFlaw(rawValue: $0.kind.rawValue) != nil }
        }
    }

    private static func isUsable(_ value: String) -> Bool {
        !value.isEmpty && value.count <= 1_000 && !value.unicodeScalars.contains { $0.isControl }
    }
}

extension Rack {
    /// Turns the box, with A1 in another corner of the photo, or seen from the other side; the corrections turn with
    /// it.
    public func turned(_ turn: RackTurn, _ corrections: RackCorrections) -> (Rack, RackCorrections) {
        guard isGrid else { return (self, corrections) }
        return (seen(turn.from.inverse).seen(turn.to), corrections.turned(turn, rows: rows, cols: cols))
    }
}

extension RackOptions {
    /// The options that would have read the photo in this orientation.
    public func turned(_ turn: RackTurn) -> RackOptions {
        var options = self
        (options.view, options.corners) = (turn.to, nil)
        if turn.isAside, case .size(let rows, let columns) = grid { options.grid = .size(rows: columns, columns: rows) }
        return options
    }
}
