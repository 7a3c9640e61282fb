import EspyPixels
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
        return try explanation(
            try Finder(networks: models.networks).finds(like: examples, unlike: unlike, in: maps), of: examples,
            in: maps)
    }

    /// - Parameter recipe: that the finds are like, where they were sought by nothing else.
    func explanation(
        _ sought: Sought, of examples: [Rect], by recipe: RecipeFeatures? = nil, in maps: FeatureMaps
    ) throws(CountError) -> Explanation {
        let boxes = sought.examples + sought.finds.map(\.box)
        let vectors = try Describer(networks: models.networks).vectors(of: boxes, in: maps)
        let wanted = Self.mean(vectors.prefix(sought.examples.count), or: sought.given.map(\.likeness))
        let found = vectors.dropFirst(sought.examples.count)
        var (finds, likeness) = (sought.finds, found.map { Double(cosine($0, wanted)) })
        var uniformity = Uniformity.none
        if let recipe {
            let alike = found.map { Double(cosine($0, recipe.likeness)) }
            uniformity = Uniformity(finds, likeness: alike)
            let weakened = uniformity.weakened(finds, likeness: alike)
            let order = stableOrder(of: weakened.map(\.score))
            (finds, likeness) = (order.map { weakened[$0] }, order.map { likeness[$0] })
        }
        let cut = models.judgment.place(
            finds, likeness: likeness, width: view.image.width, height: view.image.height, uniformity: uniformity)
        return Explanation(examples: examples, finds: finds, cut: cut)
    }

    /// At length 1.
    static func mean(_ vectors: ArraySlice<[Float]>, or given: [[Float]]) -> [Float] {
        let all = vectors + given
        guard var sum = all.first else { return [] }
        for vector in all.dropFirst() { for index in sum.indices { sum[index] += vector[index] } }
        let length = cosine(sum, sum).squareRoot()
        return length > 0 ? sum.map { $0 / length } : sum
    }
}
