public import EspyPixels
public import EspyShelf

/// Runs two detectors on the same frame. The spines of one are the result; the other is only compared with it.
public struct ShadowSpineDetector: SpineDetector {
    private let shown: any SpineDetector
    private let hidden: any SpineDetector
    private let confidence: Double
    private let onComparison: @Sendable (SpineAgreement) -> Void

    /// - Parameters:
    ///   - confidence: less confident spines are ignored, 0...1.
    ///   - onComparison: called for each frame, with the shown detector first; on any thread.
    public init(
        shown: any SpineDetector, hidden: any SpineDetector, confidence: Double = ShelfOptions().confidence,
        onComparison: @escaping @Sendable (SpineAgreement) -> Void
    ) {
        self.shown = shown
        self.hidden = hidden
        self.confidence = confidence
        self.onComparison = onComparison
    }

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        let spines = try await shown.spines(in: image)
        let others = try await hidden.spines(in: image)
        onComparison(SpineAgreement(sure(spines), sure(others)))
        return spines
    }

    private func sure(_ spines: [DetectedSpine]) -> [Quad] {
        spines.filter { $0.confidence >= confidence }.map(\.quad)
    }
}

/// How well the outlines of two detectors agree in one frame.
public struct SpineAgreement: Sendable, Equatable, Codable {
    /// Spines that both outlined.
    public var both: Int
    public var onlyFirst: Int
    public var onlySecond: Int

    public init(both: Int = 0, onlyFirst: Int = 0, onlySecond: Int = 0) {
        (self.both, self.onlyFirst, self.onlySecond) = (both, onlyFirst, onlySecond)
    }

    /// - Parameters:
    ///   - first: in pixels of the frame, like the others.
    ///   - overlap: least intersection over union of two outlines of one spine.
    public init(_ first: [Quad], _ second: [Quad], overlap: Double = 0.5) {
        let both = QuadPairs.best(first, second, overlap).count
        self.init(both: both, onlyFirst: first.count - both, onlySecond: second.count - both)
    }

    /// The share of spines, outlined by either, that both outlined, 0...1; nil when there are none.
    public var share: Double? {
        let all = both + onlyFirst + onlySecond
        return all > 0 ? Double(both) / Double(all) : nil
    }

    public static func + (a: SpineAgreement, b: SpineAgreement) -> SpineAgreement {
        SpineAgreement(
            both: a.both + b.both, onlyFirst: a.onlyFirst + b.onlyFirst, onlySecond: a.onlySecond + b.onlySecond)
    }
}
