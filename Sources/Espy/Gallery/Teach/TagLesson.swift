/// Learns a tag from examples, and finds out how well that went.
struct TagLesson: Sendable {
    let samples: [LogisticModel.Sample]

    struct Outcome: Sendable {
        /// Above zero where the tag is given.
        var model: LogisticModel
        /// Of the examples and the others that it was not shown.
        var precision: Double
        var recall: Double
    }

    private static let folds = 5

    /// Each fifth is judged by what was learned from the other four. Where the line is drawn is chosen such that the
    /// harmonic mean of precision and recall of these judgements is highest.
    func outcome() -> Outcome {
        var judged: [(score: Float, isWanted: Bool)] = []
        for fold in 0..<Self.folds {
            let parts = parts(fold)
            let model = LogisticModel.learned(from: parts.learned)
            judged += parts.judged.map { (model.score($0.vector), $0.isWanted) }
        }
        let line = Self.line(judged)
        var model = LogisticModel.learned(from: samples)
        model.bias -= line.score
        return Outcome(model: model, precision: line.precision, recall: line.recall)
    }

    /// Every fifth of each side, so that each part has both.
    private func parts(_ fold: Int) -> (learned: [LogisticModel.Sample], judged: [LogisticModel.Sample]) {
        var (learned, judged): ([LogisticModel.Sample], [LogisticModel.Sample]) = ([], [])
        var counts = (wanted: 0, others: 0)
        for sample in samples {
            let count = sample.isWanted ? counts.wanted : counts.others
            if count % Self.folds == fold { judged.append(sample) } else { learned.append(sample) }
            if sample.isWanted { counts.wanted += 1 } else { counts.others += 1 }
        }
        return (learned, judged)
    }

    private static func line(
        _ judged: [(score: Float, isWanted: Bool)]
    ) -> (score: Float, precision: Double, recall: Double) {
        let sorted = judged.filter { $0.score.isFinite }.sorted { $0.score > $1.score }
        let wanted = Double(judged.count { $0.isWanted })
        var best = (score: Float(0), precision: 0.0, recall: 0.0)
        var bestMean = -1.0
        var right = 0.0
        for (index, one) in sorted.enumerated() {
            if one.isWanted { right += 1 }
            // The line lies between two scores, and what scores alike lies on one side of it.
            let next = index + 1 < sorted.count ? sorted[index + 1].score : one.score - 1
            guard next < one.score else { continue }
            let mean = 2 * right / (Double(index + 1) + wanted)
            if mean > bestMean {
                bestMean = mean
                best = ((one.score + next) / 2, right / Double(index + 1), wanted > 0 ? right / wanted : 0)
            }
        }
        return best
    }
}
