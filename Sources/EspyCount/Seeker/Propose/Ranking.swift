import Foundation

extension Judgment {
    /// Not more explanations than this are offered.
    package static let mostExplanations = 4

    /// The explanations of one photo, the likeliest first, each with how likely it is; without those that come to the
    /// same as a likelier one.
    func ranked(_ candidates: [Evidence.Candidate], by evidence: Evidence) -> [Explanation] {
        let rows = evidence.rows()
        let worth = rows.map { ranker?.value($0) ?? Self.worth($0) }
        let chances = SmallNet.softmax(worth)
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
        let boxes = (first.counted.map(\.box), second.counted.map(\.box))
        return BoxRelation(boxes.0, boxes.1).same > 0.7 && BoxRelation(boxes.1, boxes.0).same > 0.7
    }

    /// Without a learned ranker: many things of their own, well seen, that cover a good part of the photo.
    private static func worth(_ row: [Double]) -> Double {
        3 * log(max(row[1] * (row[2] + 0.1) * row[0] * min(1, row[5] * 8 + 0.2), 1e-6))
    }
}
