extension Rack {
    /// The box turned so that most of its values are in the wells where they should be.
    ///
    /// - Parameters:
    ///   - contents: what it should hold.
    ///   - isFromBelow: as the photo was taken.
    /// - Returns: nil where no corner is better than the others.
    public func agreeing(with contents: RackContents, isFromBelow: Bool) -> Rack? {
        let turned = RackView.Corner.allCases.map { corner in
            let rack = seen(RackView(a1: corner, isFromBelow: isFromBelow))
            return (rack: rack, agreeing: RackComparison(rack, with: contents).agreeing)
        }.sorted { $0.agreeing > $1.agreeing }
        return turned[0].agreeing > turned[1].agreeing ? turned[0].rack : nil
    }
}
