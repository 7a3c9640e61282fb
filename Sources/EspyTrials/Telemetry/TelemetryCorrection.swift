import EspyPixels
public import EspyShelf

/// A change that the user made to a spine.
public struct TelemetryCorrection: Sendable, Equatable, Codable {
    public enum Action: String, Sendable, Codable, CaseIterable {
        /// It was missed.
        case add
        /// It is not a spine.
        case delete
        /// It was at another position, or had another shape.
        case move
        /// It was right.
        case confirm
    }

    public let action: Action
    /// Number of the frame in its session.
    public let frame: Int
    /// The detector that found or missed it.
    public let detector: TelemetryCode
    /// As detected; nil for a missed spine.
    public let before: SpineShape?
    /// As corrected by the user; nil for a removed outline.
    public let after: SpineShape?
    /// How far its center was moved, as a share of the frame's long side.
    public let shift: Double?

    public init(
        _ action: Action, frame: Int, detector: TelemetryCode, before: SpineShape? = nil, after: SpineShape? = nil,
        shift: Double? = nil
    ) {
        self.action = action
        self.frame = frame
        self.detector = detector
        self.before = before
        self.after = after
        self.shift = shift.flatMap { $0.isFinite ? $0 : nil }
    }
}

extension TelemetryCorrection {
    /// The user's corrections of the outlines of a shelf since the last time, one event for each spine.
    ///
    /// Texts are ignored. A correction that was undone, so that the spine is as detected, does not count.
    ///
    /// - Parameters:
    ///   - old: the previous corrections; nil for none.
    ///   - new: the current corrections.
    ///   - shelf: as detected.
    ///   - detector: the detector that found the spines.
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
