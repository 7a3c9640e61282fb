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
    /// Which part of the examples must be recognized, whatever that costs in precision: those who give examples want
    /// such photos found, and can see the precision.
    private static let leastRecall = 0.85

    private struct Judgement {
        let score: Float
        let isWanted: Bool
        let weight: Double
    }

    /// Each fifth is judged by what was learned from the other four; that tells where the line is drawn, and how well
    /// it divides.
    ///
    /// - Parameter progress: is told the share that is done.
    func outcome(_ progress: (Double) -> Void = { _ in }) -> Outcome {
        var judged: [Judgement] = []
        for fold in 0..<Self.folds {
            let parts = parts(fold)
            let model = LogisticModel.learned(from: parts.learned)
            judged += parts.judged.map {
                Judgement(score: model.score($0.vector), isWanted: $0.isWanted, weight: Double($0.weight))
            }
            progress(Double(fold + 1) / Double(Self.folds + 1))
        }
        let line = Self.line(judged)
        var model = LogisticModel.learned(from: samples)
        model.bias -= line.score
        progress(1)
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

    /// Where the square of the recall, divided by how much gets the tag, is highest. Among the photos that nobody spoke
    /// of, some should have the tag. This measure puts up with them, and is highest where the harmonic mean of recall
    /// and true precision is (Lee and Liu, 2003).
    private static func line(_ judged: [Judgement]) -> (score: Float, precision: Double, recall: Double) {
        let sorted = judged.filter { $0.score.isFinite }.sorted { $0.score > $1.score }
        let wanted = Double(judged.count { $0.isWanted })
        var best = (score: Float(0), precision: 0.0, recall: 0.0)
        var (bestMeasure, right, given) = (-1.0, 0.0, 0.0)
        for (index, one) in sorted.enumerated() {
            if one.isWanted { right += 1 }
            given += one.weight
            // The line lies between two scores, and what scores alike lies on one side of it.
            let next = index + 1 < sorted.count ? sorted[index + 1].score : one.score - 1
            guard next < one.score, given > 0, wanted > 0, right >= leastRecall * wanted else { continue }
            let measure = right * right / given
            if measure > bestMeasure {
                bestMeasure = measure
                best = ((one.score + next) / 2, right / Double(index + 1), right / wanted)
            }
        }
        return best
    }
}
