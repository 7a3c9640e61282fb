import EspyPixels

extension Rack {
    /// The same box with its rows and columns counted from A1, which is elsewhere in the photo than at the top left. Pixels
    /// stay as they are.
    ///
    /// A result without rows and columns stays as it is.
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
    /// The same corners in the order of the box: first A1, then the end of its first row.
    fileprivate func seen(_ view: RackView) -> Quad {
        let order = view.cornerOrder.map { corners[$0] }
        return Quad(topLeft: order[0], topRight: order[1], bottomRight: order[2], bottomLeft: order[3])
    }
}
