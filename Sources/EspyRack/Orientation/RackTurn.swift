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
