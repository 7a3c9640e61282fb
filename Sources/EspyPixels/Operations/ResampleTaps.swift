/// For each position along the new side, which old positions count and by how much. Weights of one position sum to 1.
struct ResampleTaps {
    /// What one new position is made of.
    struct Span {
        /// The first old position.
        let start: Int
        /// Where the weights of this and the following old positions lie.
        let weights: Range<Int>
    }

    private(set) var spans: [Span] = []
    private(set) var weights: [Float] = []

    init(from oldSize: Int, to newSize: Int) {
        let scale = Double(oldSize) / Double(newSize)
        spans.reserveCapacity(newSize)
        for position in 0..<newSize {
            let before = weights.count
            let start =
                scale > 1
                ? addArea(from: Double(position) * scale, to: Double(position + 1) * scale, oldSize)
                : addLine(at: (Double(position) + 0.5) * scale - 0.5, oldSize)
            spans.append(Span(start: start, weights: before..<weights.count))
        }
    }

    /// Old pixels count by the share of them that the new pixel covers.
    /// - Returns: the first of them.
    private mutating func addArea(from low: Double, to high: Double, _ oldSize: Int) -> Int {
        let first = min(Int(low), oldSize - 1)
        let last = min(max(Int(high.rounded(.up)), first + 1), oldSize)
        for old in first..<last {
            let covered = min(high, Double(old + 1)) - max(low, Double(old))
            weights.append(Float(max(covered, 0) / (high - low)))
        }
        return first
    }

    /// The two nearest old pixels; beyond the edge, the last one counts alone.
    /// - Returns: the first of them.
    private mutating func addLine(at center: Double, _ oldSize: Int) -> Int {
        let place = min(max(center, 0), Double(oldSize - 1))
        let first = min(Int(place), max(oldSize - 2, 0))
        let share = Float(place - Double(first))
        weights += oldSize == 1 ? [1] : [1 - share, share]
        return first
    }
}
