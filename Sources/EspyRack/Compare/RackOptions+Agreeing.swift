extension RackOptions {
    /// How a box has to lie in the photo so that most of its values are in the wells where they should be.
    ///
    /// - Parameters:
    ///   - rack: as it was read with these options.
    ///   - contents: what it should hold.
    /// - Returns: nil where no corner for A1 is better than the others.
    public func agreeing(_ rack: Rack, with contents: RackContents) -> RackTurn? {
        let turns = RackView.Corner.allCases.map { corner in
            let turn = RackTurn(from: view, to: RackView(a1: corner, isFromBelow: view.isFromBelow))
            let turned = rack.turned(turn, RackCorrections()).0
            return (turn: turn, agreeing: RackComparison(turned, with: contents).agreeing)
        }.sorted { $0.agreeing > $1.agreeing }
        return turns[0].agreeing > turns[1].agreeing ? turns[0].turn : nil
    }
}
