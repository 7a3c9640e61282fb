/// Two detectors on the same frames: who finds more, who is wrong more often, and whether that may be chance.
///
/// One user on one machine cannot be split into two groups, so both detectors look at everything.
public struct PairedComparison: Sendable, Equatable, Codable {
    public let frames: Int
    /// True spines in all frames.
    public let truth: Int
    public let first: Score
    public let second: Score
    /// Over true spines.
    public let mcNemar: McNemar
    /// Second less first, true spines taken as independent; nil when there are none.
    public let recall: DifferenceInterval?
    /// Second less first, frames taken as independent; nil when there are no true spines.
    public let recallByFrames: DifferenceInterval?
    /// Second less first, frames taken as independent; nil when a detector found nothing.
    public let precisionByFrames: DifferenceInterval?
    /// How often frames were drawn again for these intervals.
    public let resamples: Int
    public let seed: UInt64

    public struct Score: Sendable, Equatable, Codable {
        public let name: String
        /// Spines that it found, right or wrong.
        public let found: Int
        /// True spines that it found.
        public let right: Int
        /// Nil when there are no true spines.
        public let recall: Double?
        /// Nil when it found nothing.
        public let precision: Double?
    }

    /// - Parameter seed: the same one gives the same intervals.
    public init(
        _ frames: [ComparedFrame], first: String, second: String, resamples: Int = 2_000, seed: UInt64 = 1
    ) {
        let sums = frames.map(Sums.init)
        let all = sums.reduce(Sums(), +)
        self.frames = frames.count
        truth = all.truth
        self.first = Score(
            name: first, found: all.firstFound, right: all.firstRight, recall: all.share(\.firstRight, of: \.truth),
            precision: all.share(\.firstRight, of: \.firstFound))
        self.second = Score(
            name: second, found: all.secondFound, right: all.secondRight,
            recall: all.share(\.secondRight, of: \.truth), precision: all.share(\.secondRight, of: \.secondFound))
        let (onlyFirst, onlySecond) = (all.firstRight - all.both, all.secondRight - all.both)
        mcNemar = McNemar(onlyFirst: onlyFirst, onlySecond: onlySecond)
        recall = .newcombe(
            both: all.both, onlyFirst: onlySecond, onlySecond: onlyFirst,
            neither: all.truth - all.both - onlyFirst - onlySecond)
        let bootstrap = FrameBootstrap(resamples: resamples, seed: seed)
        recallByFrames = bootstrap.interval(frames: sums.count) { Sums(sums, $0).recallDifference }
        precisionByFrames = bootstrap.interval(frames: sums.count) { Sums(sums, $0).precisionDifference }
        self.resamples = resamples
        self.seed = seed
    }

    /// Whether recall differs more than chance explains, at 5 %.
    public var isSignificant: Bool { mcNemar.p < 0.05 }
}

/// What counts of some frames.
private struct Sums {
    var truth = 0
    var both = 0
    var firstRight = 0
    var secondRight = 0
    var firstFound = 0
    var secondFound = 0

    init() {}

    init(_ frame: ComparedFrame) {
        truth = frame.truth.count
        both = frame.truth.count { $0.first && $0.second }
        firstRight = frame.truth.count { $0.first }
        secondRight = frame.truth.count { $0.second }
        firstFound = frame.firstCount
        secondFound = frame.secondCount
    }

    /// Of the frames in these places.
    init(_ frames: [Sums], _ places: [Int]) { self = places.reduce(Sums()) { $0 + frames[$1] } }

    static func + (a: Sums, b: Sums) -> Sums {
        var sum = a
        sum.truth += b.truth
        sum.both += b.both
        sum.firstRight += b.firstRight
        sum.secondRight += b.secondRight
        sum.firstFound += b.firstFound
        sum.secondFound += b.secondFound
        return sum
    }

    func share(_ part: KeyPath<Sums, Int>, of whole: KeyPath<Sums, Int>) -> Double? {
        self[keyPath: whole] > 0 ? Double(self[keyPath: part]) / Double(self[keyPath: whole]) : nil
    }

    var recallDifference: Double? {
        truth > 0 ? Double(secondRight - firstRight) / Double(truth) : nil
    }

    var precisionDifference: Double? {
        guard firstFound > 0, secondFound > 0 else { return nil }
        return Double(secondRight) / Double(secondFound) - Double(firstRight) / Double(firstFound)
    }
}
