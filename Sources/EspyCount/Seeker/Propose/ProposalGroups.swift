import Foundation

/// Puts proposals together that look alike and have about the same size.
package enum ProposalGroups {
    /// Cosine of two things of one kind, and how many times larger one may be.
    private static let least: Float = 0.72
    private static let ratio = log(1.6)
    /// What likeness to the first of a group is worth beside the score of a proposal.
    private static let likenessWorth = 0.3

    /// - Parameter most: so many groups at most.
    /// - Returns: places of the members of each group, the best example first; groups with much support first.
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
