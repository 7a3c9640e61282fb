public import EspyPixels

/// What two detectors made of one frame whose truth is known.
public struct ComparedFrame: Sendable, Equatable, Codable {
    /// For each true spine, whether each detector found it.
    public let truth: [Found]
    /// Spines that the first detector found, right or wrong.
    public let firstCount: Int
    /// Spines that the second detector found, right or wrong.
    public let secondCount: Int

    public struct Found: Sendable, Equatable, Codable {
        public let first: Bool
        public let second: Bool

        public init(first: Bool, second: Bool) {
            self.first = first
            self.second = second
        }
    }

    public init(truth: [Found], firstCount: Int, secondCount: Int) {
        self.truth = truth
        self.firstCount = max(firstCount, truth.count { $0.first })
        self.secondCount = max(secondCount, truth.count { $0.second })
    }

    /// Pairs each true spine with at most one that was found, the most alike first.
    ///
    /// - Parameters:
    ///   - truth: in pixels of the frame, as all others.
    ///   - overlap: intersection by union from which on a spine counts as found.
    public init(truth: [Quad], first: [Quad], second: [Quad], overlap: Double = 0.5) {
        let (a, b) = (Self.found(truth, first, overlap), Self.found(truth, second, overlap))
        self.init(
            truth: zip(a, b).map { Found(first: $0, second: $1) }, firstCount: first.count, secondCount: second.count)
    }

    private static func found(_ truth: [Quad], _ found: [Quad], _ overlap: Double) -> [Bool] {
        let pairs = QuadPairs.best(truth, found, overlap)
        return truth.indices.map { index in pairs.contains { $0.first == index } }
    }
}
