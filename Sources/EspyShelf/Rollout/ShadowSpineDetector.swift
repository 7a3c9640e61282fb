public import EspyPixels

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
