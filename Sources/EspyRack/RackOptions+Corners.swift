extension RackOptions {
    /// The same for a box whose corner wells are known. Then ``view`` says how it lies by them.
    ///
    /// - Throws: ``RackError/unusableCorners`` where the codes are put into no lattice, or where four corners run around the box
    ///   against the clock, or with it in a photo from below.
    public func placed(by corners: RackCorners) throws(RackError) -> RackOptions {
        if case .tolerance = grid { throw .unusableCorners }
        guard positions.isEmpty, let view = corners.view(view, grid: grid) else { throw .unusableCorners }
        var options = self
        options.corners = corners
        options.view = view
        return options
    }
}
