/// What a second detector, whose result was not shown, made of a frame: counts alone.
public struct TelemetryComparison: Sendable, Equatable, Codable {
    /// Number of the frame in its session.
    public let frame: Int
    /// The detector whose spines were shown.
    public let shown: TelemetryCode
    public let hidden: TelemetryCode
    /// Spines that both found.
    public let both: Int
    public let onlyShown: Int
    public let onlyHidden: Int

    public init(frame: Int, shown: TelemetryCode, hidden: TelemetryCode, _ agreement: SpineAgreement) {
        self.frame = frame
        self.shown = shown
        self.hidden = hidden
        (both, onlyShown, onlyHidden) = (agreement.both, agreement.onlyFirst, agreement.onlySecond)
    }
}
