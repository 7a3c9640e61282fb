public import EspyPixels
public import EspyShelf

/// Lets two detectors look at the same frame. The spines of one are the answer; of the other, only the difference is told.
public struct ShadowSpineDetector: SpineDetector {
    private let shown: any SpineDetector
    private let hidden: any SpineDetector
    private let confidence: Double
    private let onComparison: @Sendable (SpineAgreement) -> Void

    /// - Parameters:
    ///   - confidence: spines that are less sure are nobody's, 0...1.
    ///   - onComparison: called for each frame, the shown detector being the first; on no particular thread.
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

/// How far two detectors outlined the same spines of one frame.
public struct SpineAgreement: Sendable, Equatable, Codable {
    /// Spines that both outlined.
    public var both: Int
    public var onlyFirst: Int
    public var onlySecond: Int

    public init(both: Int = 0, onlyFirst: Int = 0, onlySecond: Int = 0) {
        (self.both, self.onlyFirst, self.onlySecond) = (both, onlyFirst, onlySecond)
    }

    /// - Parameters:
    ///   - first: in pixels of the frame, as the others.
    ///   - overlap: intersection by union from which on two outlines are of one spine.
    public init(_ first: [Quad], _ second: [Quad], overlap: Double = 0.5) {
        let both = QuadPairs.best(first, second, overlap).count
        self.init(both: both, onlyFirst: first.count - both, onlySecond: second.count - both)
    }

    /// Of all spines that either outlined, those that both did, 0...1; nil when there are none.
    public var share: Double? {
        let all = both + onlyFirst + onlySecond
        return all > 0 ? Double(both) / Double(all) : nil
    }

    public static func + (a: SpineAgreement, b: SpineAgreement) -> SpineAgreement {
        SpineAgreement(
            both: a.both + b.both, onlyFirst: a.onlyFirst + b.onlyFirst, onlySecond: a.onlySecond + b.onlySecond)
    }
}
