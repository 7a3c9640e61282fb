/// What was found in one frame, as numbers.
public struct TelemetryFrame: Sendable, Equatable, Codable {
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        case processed, skipped, failed
    }

    /// A part of the work on a frame.
    public enum Stage: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
        case convert, spines, shadow, barcodes, text, track, guidance, total
    }

    /// Number of the frame in its session.
    public let id: Int
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    public let outcome: Outcome
    /// Why it was skipped or failed.
    public let reason: TelemetryCode?
    /// Which detector the spines are from.
    public let detector: TelemetryCode
    /// How many pieces of text were seen in the same frame.
    public let texts: Int
    /// How many barcodes were seen in the same frame.
    public let barcodes: Int
    /// How many spines were found.
    public let spineCount: Int
    /// The first ``mostSpines`` of them.
    public let spines: [SpineShape]
    /// Milliseconds.
    public let timings: [Stage: Double]
    /// Frames before this one that were not written down, since the last one that was.
    public package(set) var unlogged: Int

    public static let mostSpines = 100

    public init(
        id: Int, width: Int, height: Int, outcome: Outcome, reason: TelemetryCode? = nil, detector: TelemetryCode,
        spines: [SpineShape] = [], texts: Int = 0, barcodes: Int = 0, timings: [Stage: Double] = [:]
    ) {
        self.id = id
        self.width = width
        self.height = height
        self.outcome = outcome
        self.reason = reason
        self.detector = detector
        self.texts = texts
        self.barcodes = barcodes
        spineCount = spines.count
        self.spines = Array(spines.prefix(Self.mostSpines))
        self.timings = timings.filter { $0.value.isFinite && $0.value >= 0 }
            .mapValues { ($0 * 1_000).rounded() / 1_000 }
        unlogged = 0
    }

    /// Whether each layer found anything.
    public var layers: Layers { Layers(spines: spineCount > 0, text: texts > 0, barcodes: barcodes > 0) }

    public struct Layers: Sendable, Hashable, Codable {
        public let spines: Bool
        public let text: Bool
        public let barcodes: Bool

        public init(spines: Bool, text: Bool, barcodes: Bool) {
            self.spines = spines
            self.text = text
            self.barcodes = barcodes
        }
    }
}

/// A change that the user made to a spine.
public struct TelemetryCorrection: Sendable, Equatable, Codable {
    public enum Action: String, Sendable, Codable, CaseIterable {
        /// It was missed.
        case add
        /// It was none.
        case delete
        /// It was elsewhere, or of another shape.
        case move
        /// It was right.
        case confirm
    }

    public let action: Action
    /// Number of the frame in its session.
    public let frame: Int
    /// Which detector had found it, or missed it.
    public let detector: TelemetryCode
    /// As it was found; nil for one that was missed.
    public let before: SpineShape?
    /// As the user left it; nil for one that was none.
    public let after: SpineShape?
    /// How far its center was moved, in shares of the frame's long side.
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
