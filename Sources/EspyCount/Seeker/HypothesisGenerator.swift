import CMath
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
