import EspyBase
import EspyPixels

/// Counts things that are many times as long as wide and lie side by side, such as boards, sheets or rods: the seeker
/// looks at the photo after it is turned and squeezed along them.
struct LongPipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions
    let direction: LongDirection

    /// What was counted.
    struct Answer: Sendable {
        let count: Count
        /// Whether things were seen that are long for sure, with their ends. Else there may be some.
        let isSure: Bool
    }

    /// Fewer things without an example are not believed: two edges make one.
    private static let fewest = 3
    /// Mean score of things that are counted, and that may be there.
    private static let (sure, possible) = (0.85, 0.6)
    /// So many of the things show an end, and not more are cut by the border.
    private static let (leastEnds, mostCut) = (0.8, 0.5)
    /// Overlap of a box that a person drew around a thing at an angle with that of a thing that was found.
    private static let sameBox = 0.5
    /// So many times as high as the example is what lies another way, and so large a share of such things too many.
    private static let (across, mostAcross) = (3.0, 0.15)

    /// - Parameter image: not empty.
    /// - Returns: nil where no long things are seen, or what is like the example lies all ways.
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

    /// What the photo may be about, long things first; nil where there are none.
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

    /// Whether an explanation is of long things for sure; nil where it is of others.
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

    /// Boxes of the examples in the view; nil where one of them shows no long thing.
    private func examples(in view: LevelView) throws(CountError) -> [Rect]? {
        let boxes = options.shown
        if direction.isStraight { return boxes.map(view.level) }
        // A box around a thing at an angle says little of its width; the thing that is proposed there says more.
        let things = try explanations(in: view) { _ in }.flatMap(\.counted).map(\.box).filter {
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

    /// Whether other things like the examples lie across them, which are lost where the photo is squeezed.
    private func lieAcross(_ image: RGBImage, _ view: LevelView, _ examples: [Rect]) throws(CountError) -> Bool {
        if !direction.isStraight || EdgeDirections(of: image).areCommon(at: direction.degrees) { return false }
        let height = median(examples.map(\.height)) ?? 0
        let plain = try SeekerPipeline(models: models, options: options)
            .explanations(of: SeekerView(models: models, image: image)) { _ in }
        let things = plain.flatMap(\.counted).map { view.level($0.box) }
        let across = things.count { $0.height > Self.across * height }
        return Double(across) > Self.mostAcross * Double(things.count)
    }
}
