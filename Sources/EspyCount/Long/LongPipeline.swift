import CMath
import EspyBase
package import EspyPixels

/// Counts long thin things that lie side by side, such as boards, sheets or rods: the seeker looks at the photo after
/// it is rotated, and squeezed along them.
struct LongPipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions
    let direction: LongDirection

    /// The count, and whether it is certain.
    struct Answer: Sendable {
        let count: Count
        /// Whether the things are certainly long, with visible ends. Otherwise there may be some.
        let isSure: Bool
    }

    /// Without an example, fewer things are not believed: two edges would make one.
    private static let fewest = 3
    /// Mean score at which things are counted, and at which they may be there.
    private static let (sure, possible) = (0.85, 0.6)
    /// At least the first share of the things must show an end, and at most the second may be cut by the border.
    private static let (leastEnds, mostCut) = (0.8, 0.5)
    /// Least overlap of a box that the user drew around a slanted thing with the box of a thing that was found.
    private static let sameBox = 0.5
    /// Things this many times as high as the example lie another way; above this share, there are too many of them.
    private static let (across, mostAcross) = (3.0, 0.15)

    /// - Parameter image: not empty.
    /// - Returns: nil if there are no long things, or if things like the example lie in all directions.
    func count(_ image: RGBImage, log: StageLog) throws(CountError) -> Answer? {
        guard let view = LevelView(of: image, degrees: direction.degrees, squeeze: direction.squeeze) else {
            return nil
        }
        var log = log
        try log.begin(.detecting, at: 0)
        var (explanations, examples, isSure) = ([Explanation](), [Rect](), true)
        if options.like == nil {
            let best = try proposed(in: view) { log.report(.detecting, at: 0.9 * $0) }
            guard let best else { return nil }
            (explanations, isSure) = best
        } else {
            guard let shown = try self.examples(in: view) else { return nil }
            examples = shown
            explanations = [try like(examples, in: view)]
            guard explanations[0].count > 0 else { return nil }
            if try lieAcross(image, view, examples) { return nil }
        }
        models.memory.tidy()
        try log.begin(.searching, at: 0.95)
        let level = SeekerPipeline(models: models, options: view.options(options, examples: examples))
        var count = view.upright(level.result(of: explanations, in: view.image), options: options)
        count.stages = try log.complete()
        return Answer(count: count, isSure: isSure)
    }

    // MARK: Without an example

    /// Ways to understand the photo, long things first; nil if there are none.
    private func proposed(
        in view: LevelView, report: (Double) -> Void
    ) throws(CountError) -> (explanations: [Explanation], isSure: Bool)? {
        var explanations = try explanations(in: view, report: report)
        let judged = explanations.map { isSure($0, in: view) }
        guard let best = judged.firstIndex(of: true) ?? judged.firstIndex(of: false) else { return nil }
        explanations.insert(explanations.remove(at: best), at: 0)
        return (explanations, judged[best] == true)
    }

    private func explanations(
        in view: LevelView, report: (Double) -> Void
    ) throws(CountError) -> [Explanation] {
        let pipeline = SeekerPipeline(models: models, options: CountOptions(pipeline: .seeker))
        let seen = try pipeline.explanations(of: SeekerView(models: models, image: view.image), report: report)
        return seen.map(ThingEnds(view).withoutGaps).filter { $0.count > 0 }
    }

    /// Whether the things of an explanation are certainly long; nil if they are other things.
    private func isSure(_ explanation: Explanation, in view: LevelView) -> Bool? {
        let things = explanation.counted
        let score = things.reduce(0) { $0 + $1.score } / Double(max(things.count, 1))
        let lengths = things.map { view.length(of: $0.box) }
        guard things.count > 1, score >= Self.possible, let length = median(lengths),
            length >= LongDirection.leastLength
        else { return nil }
        guard score >= Self.sure, things.count >= Self.fewest, let seen = ThingEnds(view).seen(of: things) else {
            return false
        }
        return seen.ends >= Self.leastEnds && seen.cut <= Self.mostCut
    }

    // MARK: With an example

    /// Boxes of the examples in the view; nil if one of them is not long.
    private func examples(in view: LevelView) throws(CountError) -> [Rect]? {
        let boxes = options.shown
        if direction.isStraight { return boxes.map(view.level) }
        // A box around a slanted thing says little about its width; the thing that is proposed there says more.
        let things = try explanations(in: view) { _ in }.flatMap { $0.counted }.map { $0.box }.filter {
            view.length(of: $0) >= LongDirection.leastLength
        }
        let examples = boxes.compactMap { box -> Rect? in
            let overlaps = things.map { view.upright($0).iou(box) }
            let best = overlaps.indices.max { overlaps[$0] < overlaps[$1] }
            return best.flatMap { overlaps[$0] > Self.sameBox ? things[$0] : nil }
        }
        return examples.count == boxes.count ? examples : nil
    }

    private func like(_ examples: [Rect], in view: LevelView) throws(CountError) -> Explanation {
        let options = view.options(options, examples: examples)
        let pipeline = SeekerPipeline(models: models, options: options)
        let found = try pipeline.explanations(of: SeekerView(models: models, image: view.image)) { _ in }
        return ThingEnds(view).withoutGaps(found[0])
    }

    /// Whether other things like the examples lie across them; squeezing the photo would lose those.
    private func lieAcross(_ image: RGBImage, _ view: LevelView, _ examples: [Rect]) throws(CountError) -> Bool {
        if !direction.isStraight || EdgeDirections(of: image).areCommon(at: direction.degrees) { return false }
        let height = median(examples.map { $0.height }) ?? 0
        let plain = try SeekerPipeline(models: models, options: options)
            .explanations(of: SeekerView(models: models, image: image)) { _ in }
        let things = plain.flatMap { $0.counted }.map { view.level($0.box) }
        let across = things.count { $0.height > Self.across * height }
        return Double(across) > Self.mostAcross * Double(things.count)
    }
}

/// The direction and length of the long things in a photo, from a first look.
struct LongDirection: Sendable {
    /// Clockwise from level.
    let degrees: Double
    /// The factor by which things must be shortened for the networks to recognize them.
    let squeeze: Double

    /// A thing is long from this many times its width. On unchanged photos, the seeker counts nearly all rendered
    /// things of up to six times right, and few of eight.
    static let leastLength = 6.0
    /// Things of ten to thirty times their width become one to four times as long as wide.
    private static let squeeze = 8.0
    /// Things like an example become this many times as long as wide.
    private static let shownLength = 2.5
    /// Longer shapes are lines, not things.
    private static let most = 40.0

    /// - Returns: nil if examples are not long or not parallel, or if there is none and edges run in all directions.
    init?(of image: RGBImage, options: CountOptions) {
        let lengths = options.shown.map { $0.width / $0.height }
        guard let level = lengths.min(), let upright = lengths.max() else {
            guard let common = EdgeDirections(of: image).common else { return nil }
            (degrees, squeeze) = (common, Self.squeeze)
            return
        }
        let isLevel = level >= Self.leastLength
        if isLevel || upright <= 1 / Self.leastLength {
            let length = median(lengths.map { max($0, 1 / $0) }) ?? Self.leastLength
            (degrees, squeeze) = (isLevel ? 0 : 90, min(length / Self.shownLength, Self.most))
            return
        }
        // The box of a slanted thing is not long, but the edges in it run one way.
        guard let box = options.shown.first, let common = EdgeDirections(of: image.cropped(to: box)).common,
            common != 0, common != 90
        else { return nil }
        (degrees, squeeze) = (common, Self.squeeze)
    }

    /// Whether boxes in the photo are also boxes in the rotated view.
    var isStraight: Bool { degrees == 0 || degrees == 90 }
}

/// Distinguishes long things from gaps and stripes by their ends.
///
/// A thing ends where something else begins. A gap between two things continues into the ground beyond it; stripes run
/// to the border of the photo, or the gaps between them end where they do.
private struct ThingEnds: Sendable {
    private let view: LevelView

    /// Share of the usual contrast of the most certain things: below it, the contrast is that of a gap.
    private static let leastShare = 0.35
    /// A thing with a higher score is not a gap, whatever its color.
    private static let sure = 0.82
    /// A distance in RGB below which colors count as equal.
    private static let leastContrast = 8.0
    /// The gap between two things, in widths of a thing.
    private static let gap = 0.35...3.0
    /// From this share of the usual contrast on, the gaps between things end where the things do.
    private static let stripes = 0.5

    init(_ view: LevelView) { self.view = view }

    /// Removes gaps between things from an explanation.
    func withoutGaps(_ explanation: Explanation) -> Explanation {
        let contrasts = explanation.finds.map { contrast(of: $0.box) }
        guard let usual = usual(explanation.finds, contrasts) else { return explanation }
        return explanation.keeping { place in
            guard explanation.finds[place].score < Self.sure, let contrast = contrasts[place].max() else { return true }
            return contrast >= Self.leastShare * usual
        }
    }

    /// The share of things with a visible end, and of those with one beyond the border; nil if things are stripes on
    /// something.
    func seen(of things: ArraySlice<SeekerFind>) -> (ends: Double, cut: Double)? {
        let contrasts = things.map { contrast(of: $0.box) }
        guard let usual = usual(Array(things), contrasts), usual >= Self.leastContrast else { return nil }
        let between = gaps(between: things.map { $0.box }).map { contrast(of: $0) }
        let least = median(between.compactMap { $0.count > 1 ? $0.min() : nil })
        if let least, least > Self.stripes * usual { return nil }
        let ends = contrasts.count { $0.contains { $0 >= Self.leastShare * usual } }
        let number = Double(max(things.count, 1))
        return (Double(ends) / number, Double(contrasts.count { $0.count < 2 }) / number)
    }

    private func usual(_ finds: [SeekerFind], _ contrasts: [[Double]]) -> Double? {
        let surest = finds.indices.filter { finds[$0].score >= Self.sure }
        return median(surest.compactMap { contrasts[$0].max() })
    }

    /// The area between each thing and the next one below it.
    private func gaps(between boxes: [Rect]) -> [Rect] {
        let sorted = boxes.sorted { $0.center.y < $1.center.y }
        return zip(sorted, sorted.dropFirst()).compactMap { upper, lower in
            let (left, right) = (max(upper.x, lower.x), min(upper.maxX, lower.maxX))
            let width = min(upper.width, lower.width)
            let height = lower.y - upper.maxY
            guard right - left > 0.7 * width, Self.gap.contains(height / min(upper.height, lower.height)) else {
                return nil
            }
            return Rect(x: left, y: upper.maxY, width: right - left, height: height)
        }
    }

    /// The contrast of a thing with the areas beyond its left and right ends, where visible: a distance in RGB.
    private func contrast(of box: Rect) -> [Double] {
        // Boxes are not exact, and shadows lie along things.
        let (margin, length) = (max(1.5, 0.04 * box.width), max(2, 0.08 * box.width))
        let (top, height) = (box.y + 0.25 * box.height, max(0.5 * box.height, 1))
        func color(from left: Double) -> SIMD3<Double>? {
            let part = Rect(x: left, y: top, width: length, height: height)
            return view.shows(part.center) ? view.image.meanColor(of: part) : nil
        }
        let ends = [
            (inside: box.x + margin, beyond: box.x - margin - length),
            (inside: box.maxX - margin - length, beyond: box.maxX + margin),
        ]
        return ends.compactMap { end in
            guard let inside = color(from: end.inside), let beyond = color(from: end.beyond) else { return nil }
            let difference = inside - beyond
            return (difference * difference).sum().squareRoot()
        }
    }
}

extension RGBImage {
    /// Mean red, green and blue of a part; nil if fewer than two of its columns are in the picture.
    fileprivate func meanColor(of part: Rect) -> SIMD3<Double>? {
        let start = max(Int(part.x.rounded()), 0)
        let columns = start..<max(min(Int(part.maxX.rounded()), width), start)
        let first = max(Int(part.y), 0)
        let rows = first..<max(min(Int(part.maxY.rounded(.up)), height), first)
        guard columns.count >= 2, !rows.isEmpty else { return nil }
        var sum = SIMD3<Int>.zero
        for row in rows {
            for column in columns {
                let at = 3 * (row * width + column)
                sum &+= SIMD3(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
            }
        }
        return SIMD3<Double>(sum) / Double(rows.count * columns.count)
    }
}

/// The directions of the edges in a photo: the edges of long things that lie side by side nearly all run the same way.
package struct EdgeDirections: Sendable {
    /// The share of the strength of all edges, by degrees clockwise from horizontal, from 0 to below 180.
    private let shares: [Double]

    /// The long side that a photo is shrunk to: enough for things of a few hundredths of it.
    private static let longSide = 400
    /// Edges within this many degrees run the same way: long things lie a little askew.
    private static let reach = 6
    /// Within this many degrees of horizontal or vertical, things count as exactly so.
    private static let straight = 0.75
    /// Nearly all rendered photos of long things have this share in one direction; only one in eight ordinary photos
    /// does.
    private static let parallel = 0.35
    /// With this share in one direction, there is no second one.
    private static let alone = 0.55

    package init(of image: RGBImage) {
        var sums = [Double](repeating: 0, count: 180)
        let gray = image.fitted(longSide: Self.longSide).gray.smoothed
        gray.gradients { across, down in
            // An edge runs at right angles to its gradient.
            let degrees = Int(atan2(Double(down), Double(across)) * 180 / .pi + 270) % 180
            sums[degrees] += Double(across * across + down * down)
        }
        let sum = sums.reduce(0, +)
        shares = sum > 0 ? sums.map { $0 / sum } : sums
    }

    /// The most common direction, in degrees clockwise from horizontal, -90 to 90; nil if edges run in all directions.
    package var common: Double? {
        let near = shares.indices.map(share(near:))
        guard let best = near.indices.max(by: { near[$0] < near[$1] }), near[best] >= Self.parallel else { return nil }
        let off = (-Self.reach...Self.reach).reduce(0) { $0 + Double($1) * shares[(best + $1 + 180) % 180] }
        // The middle of the degree.
        let mean = Double(best) + 0.5 + off / near[best]
        let degrees = mean > 90 ? mean - 180 : mean
        if abs(degrees) < Self.straight { return 0 }
        return abs(degrees) > 90 - Self.straight ? 90 : degrees
    }

    /// Whether most edges run in this direction.
    package func areCommon(at degrees: Double) -> Bool {
        let place = Int((degrees + 180).rounded(.down)) % 180
        return share(near: place) >= Self.alone
    }

    private func share(near place: Int) -> Double {
        (-Self.reach...Self.reach).reduce(0) { $0 + shares[(place + $1 + 180) % 180] }
    }
}

extension GrayImage {
    /// The mean of each pixel and its neighbors, so that pixel steps do not distort the direction of an edge.
    fileprivate var smoothed: GrayImage {
        var result = self
        guard width > 2, height > 2 else { return result }
        for y in 1..<(height - 1) {
            for x in 1..<(width - 1) {
                var sum = 8
                for (row, weight) in [(y - 1, 1), (y, 2), (y + 1, 1)] {
                    let at = row * width + x
                    sum += weight * (Int(pixels[at - 1]) + 2 * Int(pixels[at]) + Int(pixels[at + 1]))
                }
                result.pixels[y * width + x] = UInt8(sum / 16)
            }
        }
        return result
    }

    /// The change of brightness to the right and downward, at each pixel, by the operator of H. Scharr (2000), which
    /// preserves directions.
    fileprivate func gradients(_ body: (_ across: Int, _ down: Int) -> Void) {
        guard width > 2, height > 2 else { return }
        pixels.withUnsafeBufferPointer { pixels in
            for y in 1..<(height - 1) {
                for x in 1..<(width - 1) {
                    let at = y * width + x
                    func pixel(_ across: Int, _ down: Int) -> Int { Int(pixels[at + down * width + across]) }
                    let rising = 3 * (pixel(1, 1) - pixel(-1, -1))
                    let falling = 3 * (pixel(1, -1) - pixel(-1, 1))
                    body(
                        rising + falling + 10 * (pixel(1, 0) - pixel(-1, 0)),
                        rising - falling + 10 * (pixel(0, 1) - pixel(0, -1)))
                }
            }
        }
    }
}
