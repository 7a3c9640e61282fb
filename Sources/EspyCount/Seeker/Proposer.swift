import CMath
import EspyInference
package import EspyPixels

/// Looks for things of any kind and size that would make good examples.
struct Proposer: Sendable {
    let models: SeekerModels
    let view: SeekerView

    private static let leastScore: Float = 0.15
    /// Largest overlap within one level of the pyramid, and between levels.
    private static let overlap = 0.5
    private static let agreement = 0.55
    private static let mostOfLevel = 400
    private static let most = 500

    /// - Parameter report: called with the share of the work done.
    /// - Returns: without duplicates, the best first.
    func proposals(report: (Double) -> Void = { _ in }) throws(CountError) -> [Proposal] {
        var found: [(find: SeekerFind, maps: FeatureMaps)] = []
        let levels = view.pyramid
        for (place, scale) in levels.enumerated() {
            if place == levels.count - 1, Self.isComplete(found.map({ $0.find }), beyond: scale) { break }
            let maps = try view.maps(scale: scale)
            let network = models.networks.propose
            // Three filters need one more cell each.
            let rows = try maps.rows(margin: 3, of: network)
            let seen = try SeekerHeadDecoder.finds(in: rows, of: maps, least: Self.leastScore, id: network.entry.id)
                .withoutDoubles(overlap: Self.overlap, inside: Finder.inside, most: Self.mostOfLevel)
            found += seen.map { ($0, maps) }
            report(Double(place + 1) / Double(levels.count))
        }
        // Nothing is proposed for this photo any more, and what follows needs as much memory.
        models.networks.propose.rest()
        let kept = suppressed(
            boxes: found.map { $0.find.box }, order: stableOrder(of: found.map { $0.find.score })
        ) { found[$0].find.box.iou(found[$1].find.box) >= Self.agreement }
        return try described(kept.prefix(Self.most).map { found[$0] })
    }

    /// Whether the finest level can be skipped: several things are clear, and none of them is small enough to be seen
    /// there.
    private static func isComplete(_ found: [SeekerFind], beyond scale: Double) -> Bool {
        let clear = found.filter { $0.score > Self.clear }
        return clear.count >= several && !clear.contains { SeekerScale.side(of: $0.box) * scale < largest }
    }

    private static let clear = 0.3
    private static let several = 6
    /// The largest things that are proposed, in pixels.
    private static let largest = 68.0

    /// Each is described by the maps in which it was seen.
    private func described(_ found: [(find: SeekerFind, maps: FeatureMaps)]) throws(CountError) -> [Proposal] {
        var proposals = [Proposal?](repeating: nil, count: found.count)
        let levels = Dictionary(grouping: found.indices) { found[$0].maps.width }
        for places in levels.values {
            let boxes = places.map { found[$0].find.box }
            let vectors = try BoxEmbedder(networks: models.networks).vectors(of: boxes, in: found[places[0]].maps)
            for (place, vector) in zip(places, vectors) {
                let find = found[place].find
                proposals[place] = Proposal(box: find.box, score: find.score, likeness: vector)
            }
        }
        return proposals.compactMap { $0 }
    }
}

/// A whole thing that would make a good example.
package struct Proposal: Sendable {
    /// In pixels of the photo.
    package let box: Rect
    /// The network's confidence that it is a single thing in a fitting box, 0…1.
    package let score: Double
    /// Its embedding, at length 1: see ``ExampleFeatures/likeness``.
    package let likeness: [Float]
    /// See ``SeekerScale/side(of:)``.
    package let side: Double

    package init(box: Rect, score: Double, likeness: [Float]) {
        self.box = box
        self.score = score
        self.likeness = likeness
        side = SeekerScale.side(of: box)
    }
}

/// Groups proposals that look similar and have about the same size.
package enum ProposalGroups {
    /// Least cosine of two things of one kind, and the logarithm of how many times larger one may be.
    private static let least: Float = 0.72
    private static let ratio = log(1.6)
    /// The weight of similarity to the first member of a group, relative to the score of a proposal.
    private static let likenessWorth = 0.3

    /// - Parameter most: the largest number of groups.
    /// - Returns: indices of the members of each group, the best example first; groups with much support first.
    package static func groups(of proposals: [Proposal], most: Int) -> [[Int]] {
        let mates = mates(among: proposals)
        var isLeft = [Bool](repeating: true, count: proposals.count)
        var groups: [[Int]] = []
        while groups.count < most {
            var best: (place: Int, support: Double)?
            for place in proposals.indices where isLeft[place] {
                let support = mates[place].reduce(0) { isLeft[$1.place] ? $0 + proposals[$1.place].score : $0 }
                let weighed = support * proposals[place].score
                if weighed > best?.support ?? 0 { best = (place, weighed) }
            }
            guard let best else { break }
            let members = mates[best.place].filter { isLeft[$0.place] }
            let worth = members.map { proposals[$0.place].score + likenessWorth * Double($0.likeness) }
            groups.append(stableOrder(of: worth).map { members[$0].place })
            for member in members { isLeft[member.place] = false }
            isLeft[best.place] = false
        }
        return groups
    }

    private static func mates(among proposals: [Proposal]) -> [[(place: Int, likeness: Float)]] {
        let sides = proposals.map { log($0.side) }
        return proposals.indices.map { first in
            proposals.indices.compactMap { second in
                guard abs(sides[first] - sides[second]) < ratio else { return nil }
                let alike = cosine(proposals[first].likeness, proposals[second].likeness)
                return alike > least || first == second ? (second, alike) : nil
            }
        }
    }
}
