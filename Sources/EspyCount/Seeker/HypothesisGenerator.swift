import CMath
import EspyBase
package import EspyPixels

/// Works out ways to understand a photo: each group of proposals finds similar things.
struct HypothesisGenerator: Sendable {
    let models: SeekerModels
    let view: SeekerView

    /// The number of groups to try; further ones are never the right one.
    private static let groups = 5
    /// The number of examples per group.
    private static let examples = 3

    /// - Parameter report: called with the share of the work done.
    /// - Returns: the likeliest first; empty if nothing was proposed.
    func explanations(report: (Double) -> Void = { _ in }) throws(CountError) -> [Explanation] {
        let proposals = try Proposer(models: models, view: view).proposals { report(0.6 * $0) }
        let groups = ProposalGroups.groups(of: proposals, most: Self.groups)
        var candidates: [Evidence.Candidate] = []
        for (place, group) in groups.enumerated() {
            let examples = group.prefix(Self.examples).map { proposals[$0].box }
            let maps = try view.maps(for: examples, grid: .coarse)
            let found = try Finder(networks: models.networks).finds(like: examples, in: maps)
            let explanation = Explanation(examples: examples, finds: found)
            if explanation.count > 0 { candidates.append(.init(explanation: explanation, group: group)) }
            report(0.6 + 0.4 * Double(place + 1) / Double(groups.count))
        }
        let evidence = Evidence(
            candidates, proposals: proposals, width: view.image.width, height: view.image.height)
        return models.judgment.ranked(candidates, by: evidence)
    }

    /// Finds things like the user's examples.
    ///
    /// - Parameters:
    ///   - examples: in pixels of the photo.
    ///   - unlike: boxes of counterexamples.
    func explanation(shown examples: [Rect], unlike: [Rect]) throws(CountError) -> Explanation {
        let maps = try view.maps(for: examples)
        let found = try Finder(networks: models.networks).finds(like: examples, unlike: unlike, in: maps)
        let shown = try BoxEmbedder(networks: models.networks).vectors(of: examples, in: maps)
        let (finds, uniformity) = try weighed(
            found, like: shown.mean, besides: examples, within: Uniformity.ofExamples, in: maps)
        return Explanation(examples: examples, finds: finds, cut: ScoreThreshold(finds, uniformity: uniformity))
    }

    /// Explains finds that come from a recipe alone.
    func explanation(
        _ found: [SeekerFind], by recipe: RecipeFeatures, in maps: FeatureMaps
    ) throws(CountError) -> Explanation {
        let (finds, uniformity) = try weighed(
            found, like: recipe.likeness, besides: [], within: Uniformity.ofRecipes, in: maps)
        return Explanation(
            examples: [], finds: finds,
            cut: ScoreThreshold(finds, usual: ScoreThreshold.ofRecipes, uniformity: uniformity))
    }

    /// The finds, with lower scores for those that look different if all others look the same.
    ///
    /// - Parameter shown: the examples in this photo; each is like itself, which says nothing about the others.
    private func weighed(
        _ found: [SeekerFind], like wanted: [Float], besides shown: [Rect], within range: ClosedRange<Double>,
        in maps: FeatureMaps
    ) throws(CountError) -> (finds: [SeekerFind], uniformity: Uniformity) {
        func cosines(of finds: ArraySlice<SeekerFind>) throws(CountError) -> [Double] {
            let vectors = try BoxEmbedder(networks: models.networks).vectors(of: finds.map { $0.box }, in: maps)
            return vectors.map { Double(cosine($0, wanted)) }
        }
        let surest = Uniformity.surest(of: found)
        var likeness = try cosines(of: surest)
        let others = zip(surest, likeness).filter { find, _ in
            !shown.contains { $0.iou(find.box) >= Finder.overlap }
        }
        let uniformity = Uniformity(others.map { $0.1 }, within: range)
        // For most photos this changes nothing, and the rest need not be described.
        guard uniformity.value > 0 else { return (found, uniformity) }
        likeness += try cosines(of: found[surest.endIndex...])
        let weakened = uniformity.weakened(found, likeness: likeness)
        return (stableOrder(of: weakened.map { $0.score }).map { weakened[$0] }, uniformity)
    }
}

extension [[Float]] {
    /// The mean, at length 1.
    var mean: [Float] {
        guard var sum = first else { return [] }
        for vector in dropFirst() { for index in sum.indices { sum[index] += vector[index] } }
        let length = cosine(sum, sum).squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }
}

/// One way to understand a photo: a choice of the things to count.
package struct Explanation: Sendable {
    /// The examples that the network got.
    package let examples: [Rect]
    /// Without duplicates, the best first.
    package let finds: [SeekerFind]
    /// The threshold on their scores.
    package private(set) var cut: ScoreThreshold
    /// The chance that this explanation is meant, among all those of the photo, 0…1.
    package var confidence = 1.0

    /// - Parameter cut: nil: at a score of one half.
    package init(examples: [Rect], finds: [SeekerFind], cut: ScoreThreshold? = nil) {
        (self.examples, self.finds, self.cut) = (examples, finds, cut ?? ScoreThreshold(finds))
    }

    /// Moves the cut toward the places where other photos of the same things had to be cut.
    ///
    /// - Parameter cuts: those places; nil or empty: unknown.
    package func learning(from cuts: [Double]?) -> Explanation {
        guard let cuts, !cuts.isEmpty else { return self }
        var taught = self
        taught.cut = cut.moved(towards: cuts.reduce(0, +) / Double(cuts.count))
        return taught
    }

    /// Keeps only some of the finds.
    ///
    /// - Parameter isKept: called with the index of a find.
    func keeping(_ isKept: (Int) -> Bool) -> Explanation {
        var result = Explanation(examples: examples, finds: finds.indices.filter(isKept).map { finds[$0] }, cut: cut)
        result.confidence = confidence
        return result
    }

    /// The number of finds that count.
    package var count: Int { cut.count(finds, above: cut.middle) }
    /// The finds that count.
    package var counted: ArraySlice<SeekerFind> { finds.prefix(count) }
    /// A box that stands for the explanation.
    package var example: Rect? { examples.first ?? finds.first?.box }
}

/// The threshold on the scores of a list of finds: how many of them count, and how certain that is.
///
/// Finds count from a score of 0.5 on, or 0.55 with a recipe. A network that chose the threshold from the scores above
/// and below it was no better, neither on the photos that it had learned from nor on others
/// (docs/decisions/0065-one-fixed-threshold.md). Each other threshold has a weight: the chance that it is the right
/// one.
package struct ScoreThreshold: Sendable, Equatable {
    /// Ascending logits, and the chance that each is the right threshold; the chances add up to 1.
    package private(set) var places: [Double]
    package let weights: [Double]
    /// The threshold, and its values for the lowest and the highest plausible count.
    package private(set) var middle: Double
    package private(set) var strict: Double
    package private(set) var loose: Double

    /// The logits to weigh.
    private static let all = (-16...24).map { Double($0) / 10 }
    /// The usual threshold of a recipe, as a logit: better than a score of one half on calibration pairs and rendered
    /// kinds.
    static let ofRecipes = 0.2
    /// The spread of the right threshold above and below the usual one: half of a normal distribution each way. It lies
    /// between the quantiles ``tail`` and 1 - ``tail`` for 92% of the calibration taps.
    private static let (above, below) = (0.92, 0.78)
    private static let tail = 0.05
    /// How often a find of each logit was right on calibration taps: the slope and offset of the logistic function.
    private static let (slope, offset) = (2.3, -1.2)

    /// - Parameters:
    ///   - finds: the best first.
    ///   - usual: the usual threshold, as a logit.
    ///   - uniformity: of the things. Nil: unknown.
    package init(_ finds: [SeekerFind], usual: Double = 0, uniformity: Uniformity? = nil) {
        let logits = finds.map { $0.logit }
        let raw = Self.all.map { place in
            let deviation = place > usual ? Self.above : Self.below
            let distance = (place - usual) / deviation
            let unevenness = uniformity?.unevenness(logits, above: place) ?? 0
            return exp(-distance * distance / 2 - unevenness) / deviation
        }
        let sum = raw.reduce(0, +)
        (places, weights) = (Self.all, raw.map { $0 / sum })
        middle = Self.quantile(0.5, places, weights)
        strict = max(Self.quantile(Self.tail, places, weights), middle)
        loose = min(Self.quantile(1 - Self.tail, places, weights), middle)
    }

    /// The weight of other photos of the same things against this one, for the threshold; chosen on pairs of
    /// calibration sources (`countbench.lessons`).
    private static let trust = 0.75

    /// Moves the threshold toward the place where photos of the same things had to be cut.
    package func moved(towards place: Double) -> ScoreThreshold {
        let step = Self.trust * (place - middle)
        var moved = self
        moved.places = places.map { $0 + step }
        (moved.middle, moved.strict, moved.loose) = (middle + step, strict + step, loose + step)
        return moved
    }

    /// The place at which the sum of the weights, from the highest threshold down, reaches a share.
    private static func quantile(_ share: Double, _ places: [Double], _ weights: [Double]) -> Double {
        var sum = 0.0
        for (place, weight) in zip(places, weights).reversed() {
            sum += weight
            if sum >= share { return place }
        }
        return places.first ?? 0
    }

    /// Returns the chance that a find is right, 0…1.
    ///
    /// - Parameter shift: by which the user has moved the threshold.
    package func chance(of find: SeekerFind, shift: Double = 0) -> Double {
        1 / (1 + exp(-(Self.slope * (find.logit - middle - shift) + Self.offset)))
    }

    /// Returns the number of finds above a threshold.
    ///
    /// - Parameter finds: the best first.
    package func count(_ finds: [SeekerFind], above place: Double) -> Int {
        finds.map { $0.logit }.partitioningCount { $0 > place }
    }

    /// Returns the likeliest other answer: a place to cut that counts over a tenth more or fewer things, and its chance
    /// relative to the likeliest one.
    package func other(for finds: [SeekerFind]) -> (place: Double, chance: Double)? {
        let own = count(finds, above: middle)
        var groups: [(count: Int, place: Double, best: Double, weight: Double)] = []
        for (place, weight) in zip(places, weights) {
            let number = count(finds, above: place)
            let isSame = { (other: Int) in abs(other - number) * 10 <= max(other, number) }
            if isSame(own) || number == 0 { continue }
            if let index = groups.firstIndex(where: { isSame($0.count) }) {
                groups[index].weight += weight
                if weight > groups[index].best { (groups[index].place, groups[index].best) = (place, weight) }
            } else {
                groups.append((number, place, weight, weight))
            }
        }
        guard let best = groups.max(by: { $0.weight < $1.weight }) else { return nil }
        return (best.place, best.weight)
    }
}

extension Array where Element == Double {
    /// The number of leading elements that fulfill a condition; after the first failure all must fail.
    func partitioningCount(_ condition: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
