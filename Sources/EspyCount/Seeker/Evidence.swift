import CMath
import EspyBase
import EspyPixels

/// Numbers that support or oppose each of the explanations of a photo, alone and compared with the others.
struct Evidence: Sendable {
    static let count = 20

    private let candidates: [Candidate]
    private let proposals: [Proposal]
    private let index: BoxIndex
    private let area: Double

    /// An explanation, and the proposals that led to it, the best example first.
    struct Candidate: Sendable {
        let explanation: Explanation
        let group: [Int]
    }

    /// - Parameters:
    ///   - candidates: each with finds that count.
    ///   - width, height: of the photo in pixels.
    init(_ candidates: [Candidate], proposals: [Proposal], width: Int, height: Int) {
        self.candidates = candidates
        self.proposals = proposals
        index = BoxIndex(proposals.map { $0.box })
        area = Double(width) * Double(height)
    }

    /// One row of numbers for each candidate.
    func rows() -> [[Double]] {
        let alone = candidates.map(alone)
        let among = candidates.indices.map(among)
        // The numbers in which an explanation is compared with the best in the photo.
        let compared = [0, 1, 2, 5, 9]
        let best = compared.map { feature in alone.map { $0[feature] }.max() ?? 0 }
        return zip(alone, among).map { own, others in
            own + others + [Double(candidates.count) / 8] + zip(compared, best).map { own[$0] - $1 }
        }
    }

    private func alone(_ candidate: Candidate) -> [Double] {
        let explanation = candidate.explanation
        let counted = explanation.counted
        let number = Double(max(counted.count, 1))
        let sides = counted.map { SeekerScale.side(of: $0.box) }
        let unsure = explanation.finds.count { $0.score > 0.25 && $0.score < 0.55 }
        return [
            log(1 + Double(counted.count)), counted.reduce(0) { $0 + $1.score } / number, wholeness(counted),
            candidate.group.first.map { proposals[$0].score } ?? 0, log(1 + Double(candidate.group.count)),
            min(2, counted.reduce(0) { $0 + $1.box.area } / area),
            log((Statistics(sides)?.median ?? 1) / area.squareRoot()),
            min(3, Double(unsure) / number), Statistics(sides.map { log($0) })?.deviation ?? 0,
            agreement(explanation),
        ]
    }

    /// How well the finds match single, whole things.
    private func wholeness(_ counted: ArraySlice<SeekerFind>) -> Double {
        let looked = counted.prefix(200)
        let sum = looked.reduce(0.0) { sum, find in
            let near = index.overlapping(find.box).map { ($0, proposals[$0].box.iou(find.box)) }
            guard let best = near.max(by: { $0.1 < $1.1 }), best.1 > 0.5 else { return sum }
            return sum + proposals[best.0].score
        }
        return sum / Double(max(looked.count, 1))
    }

    /// The total weight of all cuts that lead to about the same number.
    private func agreement(_ explanation: Explanation) -> Double {
        let (cut, number) = (explanation.cut, explanation.count)
        return zip(cut.places, cut.weights).reduce(0) { sum, place in
            let other = cut.count(explanation.finds, above: place.0)
            return Double(abs(other - number)) <= max(1, 0.05 * Double(number)) ? sum + place.1 : sum
        }
    }

    /// Whether its things are parts of another explanation's things, or contain them.
    private func among(_ place: Int) -> [Double] {
        let own = candidates[place].explanation.counted.map { $0.box }
        var (inside, holds, same, each) = (0.0, 0.0, 0.0, 0.0)
        for (other, candidate) in candidates.enumerated() where other != place {
            let theirs = candidate.explanation.counted.map { $0.box }
            let relation = BoxRelation(own, theirs)
            if relation.inside > inside {
                inside = relation.inside
                each = log(1 + Double(own.count) / Double(max(theirs.count, 1)))
            }
            holds = max(holds, relation.holds)
            same = max(same, relation.same)
        }
        return [inside, holds, each, same]
    }
}

extension ThresholdModel {
    /// The largest number of explanations to offer.
    static let mostExplanations = 4

    /// Ranks the explanations of one photo, the likeliest first, each with its chance; those that give the same result
    /// as a likelier one are merged into it.
    func ranked(_ candidates: [Evidence.Candidate], by evidence: Evidence) -> [Explanation] {
        let rows = evidence.rows()
        let worth = rows.map { ranker?.value($0) ?? Self.worth($0) }
        let chances = MLP.softmax(worth)
        var offered: [Explanation] = []
        for place in stableOrder(of: worth) {
            var explanation = candidates[place].explanation
            explanation.confidence = chances[place]
            if let twin = offered.firstIndex(where: { Self.areSame($0, explanation) }) {
                offered[twin].confidence += explanation.confidence
            } else if offered.count < Self.mostExplanations {
                offered.append(explanation)
            }
        }
        return offered
    }

    private static func areSame(_ first: Explanation, _ second: Explanation) -> Bool {
        let most = max(first.count, second.count)
        guard abs(first.count - second.count) * 10 <= most else { return false }
        let boxes = (first.counted.map { $0.box }, second.counted.map { $0.box })
        return BoxRelation(boxes.0, boxes.1).same > 0.7 && BoxRelation(boxes.1, boxes.0).same > 0.7
    }

    /// The worth without a learned ranker: high for many whole things with good scores that cover much of the photo.
    private static func worth(_ row: [Double]) -> Double {
        3 * log(max(row[1] * (row[2] + 0.1) * row[0] * min(1, row[5] * 8 + 0.2), 1e-6))
    }
}

/// How the things of one list overlap those of another: shares of the first list, 0…1.
private struct BoxRelation: Sendable {
    /// Lie inside a much larger thing of the other list.
    let inside: Double
    /// Contain a much smaller thing of the other list.
    let holds: Double
    /// Coincide with a thing of the other list.
    let same: Double

    private static let within = 0.8
    private static let larger = 1.5

    init(_ own: [Rect], _ others: [Rect]) {
        let index = BoxIndex(others)
        var (inside, holds, same) = (0, 0, 0)
        for box in own {
            var flags = (false, false, false)
            for place in index.overlapping(box) {
                let other = others[place]
                let common = box.overlap(other)
                if common > Self.within * box.area, other.area > Self.larger * box.area { flags.0 = true }
                if common > Self.within * other.area, box.area > Self.larger * other.area { flags.1 = true }
                if box.iou(other) > 0.5 { flags.2 = true }
            }
            inside += flags.0 ? 1 : 0
            holds += flags.1 ? 1 : 0
            same += flags.2 ? 1 : 0
        }
        let count = Double(max(own.count, 1))
        (self.inside, self.holds, self.same) = (Double(inside) / count, Double(holds) / count, Double(same) / count)
    }
}
