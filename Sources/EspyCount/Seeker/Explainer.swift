package import EspyPixels
import Foundation

/// Works out what a photo may be about: each group of proposals seeks its like.
struct Explainer: Sendable {
    let models: SeekerModels
    let view: SeekerView

    /// Groups that seek; more are never what is meant.
    private static let groups = 5
    /// So many of a group are shown as examples.
    private static let examples = 3

    /// - Parameter report: share of the work that is done.
    /// - Returns: the likeliest first; none where nothing was proposed.
    func explanations(report: (Double) -> Void = { _ in }) throws(CountError) -> [Explanation] {
        let proposals = try Proposer(models: models, view: view).proposals { report(0.6 * $0) }
        let groups = ProposalGroups.groups(of: proposals, most: Self.groups)
        var candidates: [Evidence.Candidate] = []
        for (place, group) in groups.enumerated() {
            let examples = group.prefix(Self.examples).map { proposals[$0].box }
            let explanation = try explanation(like: examples, grid: .coarse)
            if explanation.count > 0 { candidates.append(.init(explanation: explanation, group: group)) }
            report(0.6 + 0.4 * Double(place + 1) / Double(groups.count))
        }
        let evidence = Evidence(
            candidates, proposals: proposals, width: view.image.width, height: view.image.height)
        return models.judgment.ranked(candidates, by: evidence)
    }

    /// What is like some examples.
    ///
    /// - Parameters:
    ///   - examples: in pixels of the photo.
    ///   - unlike: boxes of what is not meant.
    func explanation(
        like examples: [Rect], unlike: [Rect] = [], grid: SeekerScale.Grid = .fine
    ) throws(CountError) -> Explanation {
        let maps = try view.maps(for: examples, grid: grid)
        let finder = Finder(networks: models.networks)
        return Explanation(examples: examples, finds: try finder.finds(like: examples, unlike: unlike, in: maps))
    }

    /// What was found by a recipe alone.
    func explanation(
        _ found: [SeekerFind], by recipe: RecipeFeatures, in maps: FeatureMaps
    ) throws(CountError) -> Explanation {
        let vectors = try Describer(networks: models.networks).vectors(of: found.map(\.box), in: maps)
        let likeness = vectors.map { Double(cosine($0, recipe.likeness)) }
        let uniformity = Uniformity(found, likeness: likeness)
        let weakened = uniformity.weakened(found, likeness: likeness)
        let finds = stableOrder(of: weakened.map(\.score)).map { weakened[$0] }
        return Explanation(examples: [], finds: finds, uniformity: uniformity)
    }
}

/// One way to understand a photo: these things are to be counted.
package struct Explanation: Sendable {
    /// What the network was shown.
    package let examples: [Rect]
    /// Without doubles, the best first.
    package let finds: [SeekerFind]
    /// The threshold on their scores.
    package private(set) var cut: Cut
    /// How likely this is what is meant, among the explanations of the photo, 0…1.
    package var confidence = 1.0

    package init(examples: [Rect], finds: [SeekerFind], uniformity: Uniformity? = nil) {
        (self.examples, self.finds) = (examples, finds)
        cut = Cut(finds, uniformity: uniformity)
    }

    /// The same, cut more like other photos of the same things had to be.
    ///
    /// - Parameter cuts: of these; nil or none: nothing is known.
    package func learning(from cuts: [Double]?) -> Explanation {
        guard let cuts, !cuts.isEmpty else { return self }
        var taught = self
        taught.cut = cut.moved(towards: cuts.reduce(0, +) / Double(cuts.count))
        return taught
    }

    /// The same with some of the finds alone.
    ///
    /// - Parameter isKept: told the place of a find.
    func keeping(_ isKept: (Int) -> Bool) -> Explanation {
        var result = Explanation(examples: examples, finds: finds.indices.filter(isKept).map { finds[$0] })
        (result.cut, result.confidence) = (cut, confidence)
        return result
    }

    /// How many of the finds count.
    package var count: Int { cut.count(finds, above: cut.middle) }
    /// The finds that count.
    package var counted: ArraySlice<SeekerFind> { finds.prefix(count) }
    /// A box to show what is meant.
    package var example: Rect? { examples.first ?? finds.first?.box }
}
