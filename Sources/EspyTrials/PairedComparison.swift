public import EspyPixels
import EspyShelf
import Foundation

/// Compares two detectors on the same frames: which one finds more, which one makes more errors, and whether the
/// difference may be chance.
///
/// One user on one machine cannot be split into two groups, so both detectors process everything.
public struct PairedComparison: Sendable, Equatable, Codable {
    public let frames: Int
    /// True spines in all frames.
    public let truth: Int
    public let first: Score
    public let second: Score
    /// Over true spines.
    public let mcNemar: McNemar
    /// Second minus first, assuming independent true spines; nil when there are none.
    public let recall: DifferenceInterval?
    /// Second minus first, assuming independent frames; nil when there are no true spines.
    public let recallByFrames: DifferenceInterval?
    /// Second minus first, assuming independent frames; nil when a detector found nothing.
    public let precisionByFrames: DifferenceInterval?
    /// How probable so large a difference in precision is by chance, 0...1: by a randomization test that exchanges the two
    /// detectors in frames at random; nil when a detector found nothing.
    public let precisionChance: Double?
    /// Number of bootstrap samples for these intervals.
    public let resamples: Int
    public let seed: UInt64

    public struct Score: Sendable, Equatable, Codable {
        public let name: String
        /// Spines found, right or wrong.
        public let found: Int
        /// True spines found.
        public let right: Int
        /// Nil when there are no true spines.
        public let recall: Double?
        /// Nil when it found nothing.
        public let precision: Double?
    }

    /// - Parameter seed: the same seed gives the same intervals.
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
        precisionChance = FrameExchange(seed: seed).chance(frames: sums.count) { isExchanged in
            zip(sums, isExchanged).reduce(Sums()) { $0 + ($1.1 ? $1.0.exchanged : $1.0) }.precisionDifference
        }
        self.resamples = resamples
        self.seed = seed
    }

    /// Whether recall differs significantly, at the 5% level.
    public var isSignificant: Bool { mcNemar.p < 0.05 }
}

/// The sums over some frames.
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

    /// With the detectors in each other's place.
    var exchanged: Sums {
        var sums = self
        (sums.firstRight, sums.secondRight) = (secondRight, firstRight)
        (sums.firstFound, sums.secondFound) = (secondFound, firstFound)
        return sums
    }

    /// Over the frames at these indexes.
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

extension PairedComparison {
    /// For people, at most 80 columns wide.
    public var text: String {
        var lines = ["\(frames) frames with \(truth) spines", ""]
        lines.append(Self.row("", ["found", "right", "recall", "precision"]))
        for score in [first, second] {
            lines.append(
                Self.row(
                    score.name,
                    ["\(score.found)", "\(score.right)", Self.percent(score.recall), Self.percent(score.precision)]))
        }
        lines.append("")
        lines += [
            Self.difference("recall", recall, "spines independent (Newcombe)"),
            Self.difference("recall", recallByFrames, "frames independent (bootstrap)"),
            Self.difference("precision", precisionByFrames, "frames independent (bootstrap)"),
        ].compactMap(\.self)
        let form = mcNemar.isExact ? "exact" : "chi-squared, corrected"
        lines.append(
            "found only by \(first.name): \(mcNemar.onlyFirst); only by \(second.name): \(mcNemar.onlySecond); "
                + "McNemar \(form): p = \(Self.chance(mcNemar.p))")
        if let precisionChance {
            lines.append("precision with the two exchanged in frames at random: p = \(Self.chance(precisionChance))")
        }
        lines += [verdict, precisionVerdict].compactMap(\.self)
        return lines.joined(separator: "\n") + "\n"
    }

    private var verdict: String {
        guard isSignificant else { return "The difference in recall may be chance (p of 0.05 or more)." }
        let better = mcNemar.onlySecond > mcNemar.onlyFirst ? second.name : first.name
        return "\(better) finds more, and chance hardly explains it (p below 0.05)."
    }

    private var precisionVerdict: String? {
        guard let precisionChance, let one = first.precision, let other = second.precision else { return nil }
        guard precisionChance < 0.05 else { return "The difference in precision may be chance (p of 0.05 or more)." }
        return
            "\(other > one ? second.name : first.name) makes fewer errors, and chance hardly explains it (p below 0.05)."
    }

    /// `recall      +4.2 points (95%: +1.0 to +7.5), spines independent`
    private static func difference(_ name: String, _ interval: DifferenceInterval?, _ how: String) -> String? {
        guard let interval else { return nil }
        func points(_ value: Double) -> String { String(format: "%+.1f", 100 * value) }
        let title = name + String(repeating: " ", count: max(1, 12 - name.count))
        return "\(title)\(points(interval.difference)) points (95%: \(points(interval.low)) to "
            + "\(points(interval.high))), \(how)"
    }

    private static func row(_ name: String, _ values: [String]) -> String {
        name + String(repeating: " ", count: max(1, 20 - name.count))
            + values.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    private static func percent(_ share: Double?) -> String { share.map { String(format: "%.1f%%", 100 * $0) } ?? "-" }

    private static func chance(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : String(format: "%.4f", p) }
}

/// The results of two detectors for one frame with known truth.
public struct ComparedFrame: Sendable, Equatable, Codable {
    /// For each true spine, which detectors found it.
    public let truth: [Found]
    /// Number of spines that the first detector found, right or wrong.
    public let firstCount: Int
    /// Number of spines that the second detector found, right or wrong.
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

    /// Pairs each true spine with at most one detected spine, most similar first.
    ///
    /// - Parameters:
    ///   - truth: in pixels of the frame, like all others.
    ///   - overlap: least intersection over union of a detected spine.
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

/// Matches equal outlines of two lists.
enum QuadPairs {
    /// Pairs each outline with at most one of the others, most similar first.
    ///
    /// - Parameter overlap: least intersection over union of a match.
    /// - Returns: indexes into both lists.
    static func best(_ firsts: [Quad], _ seconds: [Quad], _ overlap: Double) -> [(first: Int, second: Int)] {
        var pairs: [(share: Double, first: Int, second: Int)] = []
        for (index, one) in firsts.enumerated() {
            for (other, candidate) in seconds.enumerated() {
                let share = QuadOverlap.share(one, candidate)
                if share >= overlap { pairs.append((share, index, other)) }
            }
        }
        pairs.sort { ($1.share, $0.first, $0.second) < ($0.share, $1.first, $1.second) }
        var isTaken = (
            [Bool](repeating: false, count: firsts.count), [Bool](repeating: false, count: seconds.count)
        )
        var best: [(first: Int, second: Int)] = []
        for pair in pairs where !isTaken.0[pair.first] && !isTaken.1[pair.second] {
            (isTaken.0[pair.first], isTaken.1[pair.second]) = (true, true)
            best.append((pair.first, pair.second))
        }
        return best
    }
}
