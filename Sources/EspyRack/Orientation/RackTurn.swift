/// From one view of a box to another, without the photo.
public struct RackTurn: Sendable, Equatable {
    public var from: RackView
    public var to: RackView

    public init(from: RackView, to: RackView) {
        self.from = from
        self.to = to
    }

    /// Whether rows become columns.
    public var isAside: Bool { from.isTurnedAside != to.isTurnedAside }

    /// A place of the box as it was, in the box as it is then.
    ///
    /// - Parameters:
    ///   - rows: of the box as it was, and so are `cols`.
    func place(of place: Rack.Place, rows: Int, cols: Int) -> Rack.Place {
        let seen = from.inverse.place(of: place, rows: rows, cols: cols)
        let size = from.isTurnedAside ? (cols, rows) : (rows, cols)
        return to.place(of: seen, rows: size.0, cols: size.1)
    }
}

extension Rack {
    /// The same box with A1 in another corner of the photo, or seen from the other side; with what was said about it.
    public func turned(_ turn: RackTurn, _ corrections: RackCorrections) -> (Rack, RackCorrections) {
        guard isGrid else { return (self, corrections) }
        return (seen(turn.from.inverse).seen(turn.to), corrections.turned(turn, rows: rows, cols: cols))
    }
}

extension RackOptions {
    /// The options under which the photo would have been read like that.
    public func turned(_ turn: RackTurn) -> RackOptions {
        var options = self
        options.view = turn.to
        if turn.isAside, case .size(let rows, let columns) = grid { options.grid = .size(rows: columns, columns: rows) }
        return options
    }
}
