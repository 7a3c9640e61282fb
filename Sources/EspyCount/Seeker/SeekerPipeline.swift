import EspyPixels

/// Counts by giving the network an example and having it find all similar things; it proposes examples itself, unless
/// the user points at one.
struct SeekerPipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let view = SeekerView(models: models, image: image)
        let explanations = try explanations(of: view) { log.report(.detecting, at: 0.9 * $0) }
        models.memory.tidy()
        try log.begin(.searching, at: 0.95)
        var count = result(of: explanations, in: image)
        count.stages = try log.complete()
        return count
    }

    /// Makes a result from explanations of a photo, the likeliest first.
    func result(of explanations: [Explanation], in image: RGBImage) -> Count {
        let builder = SeekerCountBuilder(
            explanations, options: options, isShown: options.like != nil, width: image.width,
            height: image.height)
        var count = Count(
            width: image.width, height: image.height, count: builder.count, range: builder.range,
            clusters: builder.clusters, detections: builder.detections, model: .init(detector: models.networks.id),
            parameters: options, warnings: builder.count == 0 ? [.nothingFound] : [])
        (count.alternatives, count.candidates) = (builder.alternatives, builder.candidates)
        if builder.isUndecided { count.warnings.append(.undecided) }
        if builder.hasOnlyExamples { count.warnings.append(.onlyExamples) }
        return count
    }

    /// Returns the explanations of the photo, or the one for the examples in the options.
    func explanations(
        of view: SeekerView, report: (Double) -> Void
    ) throws(CountError) -> [Explanation] {
        let explainer = HypothesisGenerator(models: models, view: view)
        guard let like = options.like else {
            return try view.photo.explanations { () throws(CountError) in
                try explainer.explanations(report: report)
            }
        }
        let wanted = SeekerPhoto.ExampleKey(like: [like] + options.alsoLike, unlike: options.unlike)
        return [
            try view.photo.sought(wanted) { () throws(CountError) in
                try explainer.explanation(shown: wanted.like, unlike: wanted.unlike)
            }
        ]
    }
}

/// Turns explanations into a result: which things count, how certain that is, and what else may be meant.
package struct SeekerCountBuilder: Sendable {
    let detections: [Count.Detection]
    let clusters: [Count.Cluster]
    package let range: Count.Range
    let alternatives: [Count.Alternative]
    let candidates: [Count.PossibleThing]
    /// Whether the two likeliest explanations are about equally likely.
    let isUndecided: Bool
    /// Whether the user gave examples and nothing else was found.
    package let hasOnlyExamples: Bool

    var count: Int { alternatives.first?.count ?? 0 }

    /// An explanation is close to another that is less than this many times as likely.
    private static let close = 2.0
    /// A less likely answer is not offered.
    private static let leastChance = 0.1

    /// - Parameters:
    ///   - explanations: the likeliest first.
    ///   - isShown: whether the user gave an example.
    ///   - width, height: of the photo in pixels.
    package init(_ explanations: [Explanation], options: CountOptions, isShown: Bool, width: Int, height: Int) {
        let area = CountArea(width: width, height: height, options: options)
        let shift = Similarity.shift(options.similarity)
        let selections = explanations.map { Selection($0, area: area, shift: shift, isShown: isShown) }
        // An explanation with nothing in the region is useless there.
        var shown = selections.filter { !$0.counted.isEmpty }
        if shown.isEmpty { shown = Array(selections.prefix(1)) }
        var detections: [Count.Detection] = []
        for (id, selection) in shown.enumerated() { detections += selection.detections(id: id) }
        self.detections = readingOrder(of: detections.map { $0.rect }).map { detections[$0] }
        clusters = shown.enumerated().map { Count.Cluster(id: $0.offset, count: $0.element.counted.count) }
        candidates = shown.first?.candidates(area: area) ?? []
        range = shown.first?.range ?? .init(low: 0, high: 0)
        hasOnlyExamples = shown.first?.hasOnlyExamples ?? false
        var alternatives = shown.enumerated().map { $0.element.alternative(id: $0.offset) }
        if isShown, options.similarity == nil, let other = shown.first?.other(area: area, options: options) {
            if other.confidence >= Self.leastChance { alternatives.append(other) }
            if let own = alternatives.first { alternatives[0].confidence = max(own.confidence - other.confidence, 0) }
        }
        self.alternatives = alternatives
        isUndecided =
            alternatives.count > 1 && alternatives[1].confidence * Self.close > alternatives[0].confidence
    }
}

/// The finds of one explanation that lie inside the region.
private struct Selection: Sendable {
    private let explanation: Explanation
    private let shift: Double
    /// Indices of finds, ascending.
    let counted: [Int]
    /// Finds that may also count, and the number of finds that certainly count.
    private let unsure: [Int]
    private let strict: Int
    /// The number of finds, the likeliest first, that count or may count.
    private let seen: Int
    private(set) var range: Count.Range
    /// Whether the user gave examples and nothing else counts.
    let hasOnlyExamples: Bool

    /// Without an example, more may be missing than the cuts show, the more they disagree: this share if they differ by
    /// the whole count. On calibration photos the truth is then within the range for 93% instead of 87%
    /// (training/seeker/soundness.py).
    private static let missing = 0.3

    init(_ explanation: Explanation, area: CountArea, shift: Double, isShown: Bool) {
        (self.explanation, self.shift) = (explanation, shift)
        let (finds, cut) = (explanation.finds, explanation.cut)
        let number = cut.count(finds, above: cut.middle + shift)
        let low = cut.count(finds, above: cut.strict + shift)
        let high = cut.count(finds, above: cut.loose + shift)
        strict = low
        let seen = Array(finds.prefix(high))
        self.seen = high
        let isIn = area.counts(seen.map { $0.box })
        let places = seen.indices.filter { isIn[$0] }
        counted = places.filter { $0 < number }
        unsure = places.filter { $0 >= number }
        // Undetected things are assumed to be where the others are.
        let share = seen.isEmpty ? 1 : Double(places.count) / Double(seen.count)
        let width = min(Double(high - low) / Double(max(number, 1)), 1)
        let missing = isShown ? 0 : Self.missing * width * Double(high)
        let unseen = Int((missing * share).rounded(.up))
        range = Count.Range(
            low: places.count { $0 < low }, high: max(places.count + unseen, counted.count))
        hasOnlyExamples = isShown && (1...max(explanation.examples.count, 1)).contains(counted.count)
        // Then the scores of the others say nothing: any of them may count.
        if hasOnlyExamples { range.high += candidates(area: area).count }
    }

    /// - Parameter id: of the cluster; cluster 0 is counted.
    func detections(id: Int) -> [Count.Detection] {
        // For alternatives, only the things that they would count are included.
        let places = id == 0 ? counted + unsure : counted
        return places.map { place in
            let find = explanation.finds[place]
            let isCounted = place < (counted.last ?? -1) + 1
            return Count.Detection(
                x: find.box.x, y: find.box.y, width: find.box.width, height: find.box.height, confidence: find.score,
                cluster: id, main: id == 0 && isCounted, doubt: doubt(place, isCounted: isCounted))
        }
    }

    /// The next finds, enough that the user rarely has to ask for more.
    func candidates(area: CountArea) -> [Count.PossibleThing] {
        let next = Array(explanation.finds.dropFirst(seen).prefix(min(seen + Self.further, Self.mostFurther)))
        return zip(next, area.counts(next.map { $0.box })).compactMap { find, isIn in
            isIn ? Count.PossibleThing(find.box, confidence: find.score) : nil
        }
    }

    private static let further = 20
    private static let mostFurther = 300

    /// 0.5 or more if the range leaves it open.
    private func doubt(_ place: Int, isCounted: Bool) -> Double {
        let chance = explanation.cut.chance(of: explanation.finds[place], shift: shift)
        let wrong = isCounted ? 1 - chance : chance
        let isOpen = isCounted ? place >= strict : true
        return isOpen ? min(max(0.5 + wrong / 2, 0.5), 1) : min(wrong, 0.49)
    }

    func alternative(id: Int) -> Count.Alternative {
        Count.Alternative(
            count: counted.count, range: range, example: explanation.example ?? Rect(x: 0, y: 0, width: 0, height: 0),
            confidence: explanation.confidence, cluster: id)
    }

    /// Returns the same examples with another cut, if that is also likely: stricter, or looser.
    func other(area: CountArea, options: CountOptions) -> Count.Alternative? {
        guard let other = explanation.cut.other(for: explanation.finds) else { return nil }
        let shift = other.place - explanation.cut.middle
        let selection = Selection(explanation, area: area, shift: shift, isShown: true)
        var alternative = selection.alternative(id: 0)
        guard alternative.count != counted.count else { return nil }
        alternative.confidence = other.chance
        alternative.cluster = nil
        alternative.similarity = Similarity.setting(shift: shift)
        return alternative
    }
}
