/// What the telemetry says, added up.
public struct TelemetryReport: Sendable, Equatable, Codable {
    /// Time of the first event, in seconds since 1970.
    public let from: Double?
    /// Time of the last event, in seconds since 1970.
    public let to: Double?
    public let sessions: Int
    public let events: Int
    /// Lines that could not be read.
    public let damaged: Int
    /// Lines of a later version of Espy.
    public let newer: Int
    /// Events that were not written, because they came too fast or were too large.
    public let lost: Int
    public let frames: Frames
    /// Which layers found something in the same frame, most frames first.
    public let layers: [LayerCount]
    public let detectors: [Detector]
    /// Nil when no second detector looked at any frame.
    public let shadow: Shadow?
    public let distributions: [TelemetryDistribution]

    public struct Frames: Sendable, Equatable, Codable {
        public package(set) var logged = 0
        /// Those between, which are only counted.
        public package(set) var unlogged = 0
        public package(set) var processed = 0
        public package(set) var skipped = 0
        public package(set) var failed = 0
    }

    public struct LayerCount: Sendable, Equatable, Codable {
        public let layers: TelemetryFrame.Layers
        public let frames: Int

        package init(layers: TelemetryFrame.Layers, frames: Int) {
            self.layers = layers
            self.frames = frames
        }

        /// Most frames first, and always in the same order.
        var rank: (Int, Int) {
            (-frames, (layers.spines ? 0 : 4) + (layers.text ? 0 : 2) + (layers.barcodes ? 0 : 1))
        }
    }

    /// What one detector found, and what the user made of it.
    public struct Detector: Sendable, Equatable, Codable {
        public let name: String
        public package(set) var frames = 0
        public package(set) var spines = 0
        /// Spines that it had missed.
        public package(set) var added = 0
        /// Spines that were none.
        public package(set) var deleted = 0
        /// Spines that were elsewhere.
        public package(set) var moved = 0
        /// Spines that were right.
        public package(set) var confirmed = 0

        init(name: String) { self.name = name }
    }

    /// Frames at which a second detector looked whose result was not shown.
    public struct Shadow: Sendable, Equatable, Codable {
        public package(set) var frames = 0
        /// Spines that both found.
        public package(set) var both = 0
        public package(set) var onlyShown = 0
        public package(set) var onlyHidden = 0
    }
}
