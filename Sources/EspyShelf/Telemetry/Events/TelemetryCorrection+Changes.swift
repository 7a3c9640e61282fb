import EspyPixels

extension TelemetryCorrection {
    /// What a person did to the outlines of a shelf since the last time, one event for each spine.
    ///
    /// Texts are not looked at. What was taken back, so that the spine is as it was found, is no correction.
    ///
    /// - Parameters:
    ///   - old: what the person had said before; nil for nothing.
    ///   - new: what the person says now.
    ///   - shelf: as it was found.
    ///   - detector: which one found the spines.
    public static func changes(
        from old: ShelfCorrections?, to new: ShelfCorrections, of shelf: Shelf, detector: TelemetryCode
    ) -> [TelemetryCorrection] {
        let old = old ?? ShelfCorrections()
        let found = Dictionary(shelf.spines.map { ($0.id, $0) }) { first, _ in first }
        func shape(_ quad: Quad, _ confidence: Double = 1) -> SpineShape {
            SpineShape(quad, frameWidth: shelf.width, frameHeight: shelf.height, confidence: confidence)
        }
        func before(_ id: Int) -> SpineShape? { found[id].map { shape($0.quad, $0.confidence) } }
        func correction(
            _ action: Action, before: SpineShape? = nil, after: SpineShape? = nil, shift: Double? = nil
        ) -> TelemetryCorrection {
            TelemetryCorrection(
                action, frame: shelf.frame, detector: detector, before: before, after: after, shift: shift)
        }
        let side = Double(max(shelf.width, shelf.height, 1))
        let knownNew = Set(old.added.map(\.id))
        let removed = Set(new.removed).subtracting(old.removed).sorted().compactMap { id in
            before(id).map { correction(.delete, before: $0) }
        }
        let moved = new.moved.filter { old.moved[$0.key] != $0.value }.sorted { $0.key < $1.key }.compactMap {
            id, corners in
            found[id].map { spine in
                let shift = spine.quad.center.distance(to: corners.quad.center) / side
                return correction(.move, before: before(id), after: shape(corners.quad), shift: shift)
            }
        }
        let confirmed = Set(new.confirmed).subtracting(old.confirmed).sorted().compactMap { id in
            before(id).map { correction(.confirm, before: $0, after: $0) }
        }
        let added = new.added.filter { !knownNew.contains($0.id) }.map {
            correction(.add, after: shape($0.quad.quad))
        }
        return removed + moved + confirmed + added
    }
}
