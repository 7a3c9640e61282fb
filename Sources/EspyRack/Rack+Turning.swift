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
        (options.view, options.corners) = (turn.to, nil)
        if turn.isAside, case .size(let rows, let columns) = grid { options.grid = .size(rows: columns, columns: rows) }
        return options
    }
}
