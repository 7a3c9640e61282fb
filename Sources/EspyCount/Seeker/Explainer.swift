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

/// One way to understand a photo: these things are to be counted.
package struct Explanation: Sendable {
    /// What the network was shown.
    package let examples: [Rect]
    /// Without doubles, the best first.
    package let finds: [SeekerFind]
    /// Where to cut the list of finds.
    package private(set) var cut: Cut
    /// How likely this is what is meant, among the explanations of the photo, 0…1.
    package var confidence = 1.0

    package init(examples: [Rect], finds: [SeekerFind], cut: Cut) {
        self.examples = examples
        self.finds = finds
        self.cut = cut
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
        var result = Explanation(examples: examples, finds: finds.indices.filter(isKept).map { finds[$0] }, cut: cut)
        result.confidence = confidence
        return result
    }

    /// How many of the finds count.
    package var count: Int { cut.count(finds, above: cut.middle) }
    /// The finds that count.
    package var counted: ArraySlice<SeekerFind> { finds.prefix(count) }
    /// A box to show what is meant.
    package var example: Rect? { examples.first ?? finds.first?.box }
}
