import EspyPixels

/// The orientation of a box in the photo, and the side from which it was photographed.
public struct RackView: Sendable, Equatable {
    /// A corner of the photo.
    public enum Corner: String, Sendable, CaseIterable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        /// All corners, clockwise.
        static let clockwise: [Corner] = [.topLeft, .topRight, .bottomRight, .bottomLeft]
    }

    /// The corner of the photo with A1.
    public var a1: Corner
    /// Whether the photo shows the box from below, as through the glass of a scanner: then the order of its rows and
    /// columns is mirrored.
    public var isFromBelow: Bool

    public init(a1: Corner = .topLeft, isFromBelow: Bool = false) {
        self.a1 = a1
        self.isFromBelow = isFromBelow
    }

    /// All eight views.
    public static let all = [false, true].flatMap { isFromBelow in
        Corner.allCases.map { RackView(a1: $0, isFromBelow: isFromBelow) }
    }

    /// The view that leads from the box back to the photo.
    var inverse: RackView {
        guard !isFromBelow else { return self }
        switch a1 {
        case .topRight: return RackView(a1: .bottomLeft)
        case .bottomLeft: return RackView(a1: .topRight)
        default: return self
        }
    }

    /// Indices in the photo, clockwise from the top left, of the corners of the box: A1, the end of its row, the last
    /// well, and the start of the last row.
    var cornerOrder: [Int] {
        let first = Corner.clockwise.firstIndex(of: a1) ?? 0
        return (0..<4).map { (first + (isFromBelow ? 3 : 1) * $0) % 4 }
    }

    /// Whether rows of the box are columns of the photo.
    public var isTurnedAside: Bool {
        switch a1 {
        case .topLeft, .bottomRight: isFromBelow
        case .topRight, .bottomLeft: !isFromBelow
        }
    }

    /// Returns the place in the box of a cell in the photo.
    ///
    /// - Parameters:
    ///   - rows: of the photo; the same goes for `cols`.
    package func place(of seen: Rack.Place, rows: Int, cols: Int) -> Rack.Place {
        let (row, col) = (seen.row, seen.col)
        let (lastRow, lastCol) = (rows - 1, cols - 1)
        return switch (a1, isFromBelow) {
        case (.topLeft, false): seen
        case (.topRight, false): Rack.Place(row: lastCol - col, col: row)
        case (.bottomRight, false): Rack.Place(row: lastRow - row, col: lastCol - col)
        case (.bottomLeft, false): Rack.Place(row: col, col: lastRow - row)
        case (.topLeft, true): Rack.Place(row: col, col: row)
        case (.topRight, true): Rack.Place(row: row, col: lastCol - col)
        case (.bottomRight, true): Rack.Place(row: lastCol - col, col: lastRow - row)
        case (.bottomLeft, true): Rack.Place(row: lastRow - row, col: col)
        }
    }
}

/// A change from one view of a box to another, without the photo.
public struct RackTurn: Sendable, Equatable {
    public var from: RackView
    public var to: RackView

    public init(from: RackView, to: RackView) {
        self.from = from
        self.to = to
    }

    /// Whether rows become columns.
    public var isAside: Bool { from.isTurnedAside != to.isTurnedAside }

    /// Converts a place from the old orientation of the box to the new one.
    ///
    /// - Parameters:
    ///   - rows: of the box before the turn; the same goes for `cols`.
    func place(of place: Rack.Place, rows: Int, cols: Int) -> Rack.Place {
        let seen = from.inverse.place(of: place, rows: rows, cols: cols)
        let size = from.isTurnedAside ? (cols, rows) : (rows, cols)
        return to.place(of: seen, rows: size.0, cols: size.1)
    }
}

extension Rack {
    /// Returns the box with its rows and columns counted from A1, for a view in which it is not at the top left of the
    /// photo. Pixels do not change.
    ///
    /// A result without rows and columns is returned unchanged.
    public func seen(_ view: RackView) -> Rack {
        guard isGrid, view != RackView() else { return self }
        let turned = { (place: Place) in view.place(of: place, rows: rows, cols: cols) }
        var result = self
        if view.isTurnedAside { (result.rows, result.cols) = (cols, rows) }
        result.cells = cells.map { Cell(place: turned($0.place), status: $0.status, center: $0.center) }
            .sorted { $0.place < $1.place }
        result.vials = vials.map { vial in
            Vial(
                code: vial.code, place: turned(vial.place), isDuplicate: vial.isDuplicate, isTyped: vial.isTyped)
        }.sorted { $0.place < $1.place }
        result.outline = outline.map { $0.seen(view) }
        result.warnings = warnings.filter { $0.kind != .duplicate }.map { warning in
            Warning(warning.kind, value: warning.value, places: warning.places.map(turned).sorted())
        }
        result.markDuplicates()
        return result
    }
}

extension Quad {
    /// The same corners in the order of the box: A1 first, then the end of its first row.
    fileprivate func seen(_ view: RackView) -> Quad {
        let order = view.cornerOrder.map { corners[$0] }
        return Quad(topLeft: order[0], topRight: order[1], bottomRight: order[2], bottomLeft: order[3])
    }
}
