/// How hard to look for bar codes.
public struct BarcodeOptions: Sendable, Equatable {
    /// How much is tried. The work is bounded by the size of the picture, not by a clock.
    public enum Effort: String, Sendable, CaseIterable {
        /// A few lines across what looks most like bars: for frames of a camera, where the next one comes soon.
        case quick
        /// Many lines across everything that looks like bars, down to bars a pixel wide: for photos.
        case thorough
    }

    public var effort: Effort
    /// Whether the shorter numbers of EAN-8 are looked for, too.
    public var readsShort: Bool

    public init(effort: Effort = .thorough, readsShort: Bool = true) {
        (self.effort, self.readsShort) = (effort, readsShort)
    }
}
