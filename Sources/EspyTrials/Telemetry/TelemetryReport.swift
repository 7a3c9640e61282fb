/// A summary of the telemetry.
public struct TelemetryReport: Sendable, Equatable, Codable {
    /// Time of the first event, in seconds since 1970.
    public let from: Double?
    /// Time of the last event, in seconds since 1970.
    public let to: Double?
    public let sessions: Int
    public let events: Int
    /// Lines that could not be read.
    public let damaged: Int
    /// Lines of a newer version of Espy.
    public let newer: Int
    /// Events that were not written, because they came too fast or were too large.
    public let lost: Int
    public let frames: Frames
    /// The combinations of layers that found something in the same frame, most frequent first.
    public let layers: [LayerCount]
    public let detectors: [Detector]
    /// Nil when no frame was processed by a second detector.
    public let shadow: Shadow?
    public let distributions: [TelemetryDistribution]

    public struct Frames: Sendable, Equatable, Codable {
        public package(set) var logged = 0
        /// Unrecorded frames between them, which are only counted.
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

        /// Most frequent first, and in a fixed order.
        var rank: (Int, Int) {
            (-frames, (layers.spines ? 0 : 4) + (layers.text ? 0 : 2) + (layers.barcodes ? 0 : 1))
        }
    }

    /// The results of one detector, and the user's corrections.
    public struct Detector: Sendable, Equatable, Codable {
        public let name: String
        public package(set) var frames = 0
        public package(set) var spines = 0
        /// Missed spines.
        public package(set) var added = 0
        /// Outlines that are not spines.
        public package(set) var deleted = 0
        /// Outlines at a wrong position.
        public package(set) var moved = 0
        /// Outlines confirmed by the user.
        public package(set) var confirmed = 0

        init(name: String) { self.name = name }
    }

    /// Frames that were also processed by a hidden second detector.
    public struct Shadow: Sendable, Equatable, Codable {
        public package(set) var frames = 0
        /// Spines that both found.
        public package(set) var both = 0
        public package(set) var onlyShown = 0
        public package(set) var onlyHidden = 0
    }
}

/// The distribution of one quantity.
public struct TelemetryDistribution: Sendable, Equatable, Codable {
    /// For programs: `width`, `timing.spines`.
    public let name: String
    /// For people.
    public let title: String
    /// The unit of the values; empty for a pure number.
    public let unit: String
    public let count: Int
    public let mean: Double
    public let min: Double
    public let max: Double
    /// Percentiles, accurate to a bin width.
    public let p10: Double
    public let p50: Double
    public let p90: Double
    public let p99: Double
    /// From the first non-empty bin to the last.
    public let bins: [Bin]
    /// Whether bin widths grow by a constant factor.
    public let isLogarithmic: Bool

    public struct Bin: Sendable, Equatable, Codable {
        public let from: Double
        public let to: Double
        public let count: Int
    }

    /// Maximum number of bins in a histogram.
    static let mostBins = 40

    /// Nil when there are no values.
    package init?(_ name: String, _ title: String, unit: String, _ bins: Bins) {
        guard let p10 = bins.percentile(0.1), let p50 = bins.percentile(0.5), let p90 = bins.percentile(0.9),
            let p99 = bins.percentile(0.99)
        else { return nil }
        self.name = name
        self.title = title
        self.unit = unit
        count = bins.count
        (mean, min, max) = (bins.sum / Double(bins.count), bins.least, bins.most)
        (self.p10, self.p50, self.p90, self.p99) = (p10, p50, p90, p99)
        self.bins = Self.histogram(of: bins)
        isLogarithmic = bins.scale == .logarithmic
    }

    /// Merges neighboring bins so that there are not too many to draw.
    private static func histogram(of bins: Bins) -> [Bin] {
        let filled = bins.counts.indices.filter { bins.counts[$0] > 0 }
        guard let first = filled.first, let last = filled.last else { return [] }
        let group = (last - first) / mostBins + 1
        return stride(from: first, through: last, by: group).map { start in
            let end = Swift.min(start + group, bins.counts.count)
            return Bin(
                from: bins.edge(Double(start)), to: bins.edge(Double(end)),
                count: bins.counts[start..<end].reduce(0, +))
        }
    }
}

extension TelemetryReport {
    /// Tables for people, at most 80 columns wide.
    public var text: String {
        var parts = [overview]
        if !layers.isEmpty { parts.append(layerTable) }
        if !detectors.isEmpty { parts.append(detectorTable) }
        if !distributions.isEmpty { parts.append(distributionTable) }
        return parts.joined(separator: "\n")
    }

    private var overview: String {
        var rows = [
            ("sessions", "\(sessions)"), ("events", "\(events)"),
            (
                "frames",
                "\(frames.logged) logged: \(frames.processed) processed, \(frames.skipped) skipped, "
                    + "\(frames.failed) failed"
            ),
            ("", "\(frames.unlogged) more were only counted"),
        ]
        if let shadow {
            rows.append(
                (
                    "shadow",
                    "\(shadow.frames) frames: \(shadow.both) spines of both, \(shadow.onlyShown) only shown, "
                        + "\(shadow.onlyHidden) only hidden"
                ))
        }
        if lost > 0 { rows.append(("lost", "\(lost) events came too fast")) }
        if damaged > 0 { rows.append(("damaged", "\(damaged) lines could not be read")) }
        if newer > 0 { rows.append(("newer", "\(newer) lines are from a later version of Espy")) }
        return rows.map { Self.padded($0, 12) + $1 + "\n" }.joined()
    }

    private var layerTable: String {
        let total = layers.reduce(0) { $0 + $1.frames }
        return "found in one frame\n"
            + layers.map { row in
                let names = [
                    row.layers.spines ? "spines" : nil, row.layers.text ? "text" : nil,
                    row.layers.barcodes ? "barcodes" : nil,
                ].compactMap(\.self)
                let share = Self.number(100 * Double(row.frames) / Double(total))
                let what = names.isEmpty ? "nothing" : names.joined(separator: " + ")
                return "  " + Self.padded(what, 28) + Self.aligned("\(row.frames)", 8) + Self.aligned(share, 8) + " %\n"
            }.joined()
    }

    private var detectorTable: String {
        let titles = ["frames", "spines", "added", "deleted", "moved", "confirmed"]
        return Self.padded("detector", 24) + titles.map { Self.aligned($0, 9) }.joined() + "\n"
            + detectors.map { row in
                let numbers = [row.frames, row.spines, row.added, row.deleted, row.moved, row.confirmed]
                return Self.padded("  " + row.name, 24) + numbers.map { Self.aligned("\($0)", 9) }.joined() + "\n"
            }.joined()
    }

    private var distributionTable: String {
        let titles = ["count", "10%", "median", "90%", "99%"]
        return Self.padded("distribution", 28) + titles.map { Self.aligned($0, 9) }.joined() + "\n"
            + distributions.map { row in
                let numbers = ["\(row.count)"] + [row.p10, row.p50, row.p90, row.p99].map(Self.number)
                return Self.padded("  " + row.name, 28) + numbers.map { Self.aligned($0, 9) }.joined()
                    + (row.unit == "ms" ? " ms" : "") + "\n"
            }.joined()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    /// Three significant digits.
    private static func number(_ value: Double) -> String { TelemetryPlot.number(value) }
}
