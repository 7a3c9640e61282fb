/// How the values of one quantity are spread.
public struct TelemetryDistribution: Sendable, Equatable, Codable {
    /// For programs: `width`, `timing.spines`.
    public let name: String
    /// For people.
    public let title: String
    /// Of the values; empty for a pure number.
    public let unit: String
    public let count: Int
    public let mean: Double
    public let min: Double
    public let max: Double
    /// Percentiles, to the width of a bin.
    public let p10: Double
    public let p50: Double
    public let p90: Double
    public let p99: Double
    /// From the first bin that holds a value to the last one.
    public let bins: [Bin]
    /// Whether each bin is as many times as wide as the one before.
    public let isLogarithmic: Bool

    public struct Bin: Sendable, Equatable, Codable {
        public let from: Double
        public let to: Double
        public let count: Int
    }

    /// Bins of a histogram at most.
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

    /// Neighboring bins together, so that there are not too many to draw.
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
