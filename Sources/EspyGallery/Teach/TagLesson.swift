import EspyStore
import Foundation

/// Learns a tag from examples, and measures the result.
struct TagLesson: Sendable {
    let samples: [LogisticModel.Sample]

    struct Outcome: Sendable {
        /// Above zero for photos that get the tag.
        var model: LogisticModel
        /// Measured on held-out examples and other photos.
        var precision: Double
        var recall: Double
    }

    private static let folds = 5
    /// The least recall on the examples, whatever it costs in precision: users who give examples want such photos
    /// found, and can see the precision.
    private static let leastRecall = 0.85

    private struct Judgment {
        let score: Float
        let isWanted: Bool
        let weight: Double
    }

    /// Five-fold cross-validation: each fifth is judged by a model of the other four, which sets the threshold and
    /// measures the accuracy.
    ///
    /// - Parameter progress: called with the share that is done.
    func outcome(_ progress: (Double) -> Void = { _ in }) -> Outcome {
        var judged: [Judgment] = []
        for fold in 0..<Self.folds {
            let parts = parts(fold)
            let model = LogisticModel.learned(from: parts.learned)
            judged += parts.judged.map {
                Judgment(score: model.score($0.vector), isWanted: $0.isWanted, weight: Double($0.weight))
            }
            progress(Double(fold + 1) / Double(Self.folds + 1))
        }
        let line = Self.line(judged)
        var model = LogisticModel.learned(from: samples)
        model.bias -= line.score
        progress(1)
        return Outcome(model: model, precision: line.precision, recall: line.recall)
    }

    /// Every fifth sample of each class, so that each part has both.
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

    /// The threshold where the square of the recall, divided by the share of photos with the tag, is highest. Some of
    /// the photos without corrections should have the tag; this measure tolerates them, and is highest where the
    /// harmonic mean of recall and true precision is (Lee and Liu, 2003).
    private static func line(_ judged: [Judgment]) -> (score: Float, precision: Double, recall: Double) {
        let sorted = judged.filter { $0.score.isFinite }.sorted { $0.score > $1.score }
        let wanted = Double(judged.count { $0.isWanted })
        var best = (score: Float(0), precision: 0.0, recall: 0.0)
        var (bestMeasure, right, given) = (-1.0, 0.0, 0.0)
        for (index, one) in sorted.enumerated() {
            if one.isWanted { right += 1 }
            given += one.weight
            // The threshold is between two scores; equal scores are on the same side.
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

/// Collects the samples for a tag.
struct LessonReader {
    let database: Database

    /// Number of photos without corrections to use as negatives, since they most probably lack the tag.
    private static let others = 1_000
    /// The weight of a photo that the user marked as wrong, compared to one without corrections.
    private static let strong: Float = 5

    struct Lesson {
        let model: String
        let samples: [LogisticModel.Sample]
        var examples: Int { samples.count(where: \.isWanted) }
    }

    /// Nil if there are no embeddings.
    func lesson(_ tag: String) throws -> Lesson? {
        let models = try database.rows(
            "SELECT model FROM embeddings GROUP BY model ORDER BY count(*) DESC LIMIT 1"
        ) { try $0.text(0) }
        guard let model = models.first else { return nil }
        let said = try database.rows(
            """
            SELECT id, is_right FROM corrections JOIN photos ON photos.digest = corrections.digest
            WHERE tag = ? ORDER BY id
            """, [.text(tag)]
        ) { row in (try row.integer(0), try row.integer(1) != 0) }
        var samples: [LogisticModel.Sample] = []
        for (photo, isRight) in said {
            guard let vector = try vector(photo, model) else { continue }
            samples.append(.init(vector: vector, isWanted: isRight, weight: isRight ? 1 : Self.strong))
        }
        for photo in try others(than: Set(said.map(\.0)), model) {
            guard let vector = try vector(photo, model) else { continue }
            samples.append(.init(vector: vector, isWanted: false))
        }
        let length = samples.first?.vector.count ?? 0
        return Lesson(model: model, samples: samples.filter { $0.vector.count == length })
    }

    /// Spread over the whole library, and always the same ones.
    private func others(than said: Set<Int>, _ model: String) throws -> [Int] {
        let all = try database.integers("SELECT photo FROM embeddings WHERE model = ? ORDER BY photo", [.text(model)])
            .filter { !said.contains($0) }
        guard all.count > Self.others else { return all }
        return (0..<Self.others).map { all[$0 * all.count / Self.others] }
    }

    private func vector(_ photo: Int, _ model: String) throws -> [Float]? {
        let kept = try database.rows(
            "SELECT vector FROM embeddings WHERE photo = ? AND model = ?", [.integer(photo), .text(model)]
        ) { row in Vectors.floats(try row.bytes(0)) }
        return kept.first.flatMap { vector in vector.allSatisfy(\.isFinite) && !vector.isEmpty ? vector : nil }
    }
}

/// A plane in embedding space that separates wanted photos from others.
struct LogisticModel: Sendable, Equatable {
    var weights: [Float]
    var bias: Float

    struct Sample: Sendable {
        let vector: [Float]
        let isWanted: Bool
        /// The weight of the sample.
        var weight: Float = 1
    }

    /// Above zero for wanted photos.
    func score(_ vector: [Float]) -> Float {
        var sum = bias
        for index in 0..<min(weights.count, vector.count) { sum += weights[index] * vector[index] }
        return sum
    }

    func probability(_ vector: [Float]) -> Double { 1 / (1 + exp(-Double(score(vector)))) }

    /// Learns by gradient descent with momentum; both classes have the same total weight, whatever their sizes. Large
    /// weights are penalized to avoid overfitting, the more the fewer examples there are.
    ///
    /// - Parameter samples: vectors of the same dimension, normalized to length 1.
    static func learned(from samples: [Sample], steps: Int = 150) -> LogisticModel {
        var model = LogisticModel(weights: [Float](repeating: 0, count: samples.first?.vector.count ?? 0), bias: 0)
        var speed = model
        let factors = balance(samples)
        let penalty = min(max(1 / Float(samples.count { $0.isWanted } + 1), 0.005), 0.1)
        for _ in 0..<steps {
            if Task.isCancelled { break }
            var slope = LogisticModel(weights: model.weights.map { $0 * penalty }, bias: 0)
            for (sample, factor) in zip(samples, factors) {
                let error = Float(model.probability(sample.vector)) - (sample.isWanted ? 1 : 0)
                slope.add(sample.vector, times: error * factor)
            }
            // The vectors have length 1, so the curvature is at most a half: this step never overshoots.
            speed.scale(0.9)
            speed.add(slope.weights, bias: slope.bias, times: -2)
            model.add(speed.weights, bias: speed.bias, times: 1)
        }
        return model
    }

    private static func balance(_ samples: [Sample]) -> [Float] {
        func total(_ isWanted: Bool) -> Float {
            max(samples.reduce(0) { $0 + ($1.isWanted == isWanted ? $1.weight : 0) }, .leastNormalMagnitude)
        }
        let (wanted, others) = (total(true), total(false))
        return samples.map { $0.weight / (2 * ($0.isWanted ? wanted : others)) }
    }

    private mutating func add(_ vector: [Float], times factor: Float) { add(vector, bias: 1, times: factor) }

    private mutating func add(_ vector: [Float], bias: Float, times factor: Float) {
        for index in weights.indices { weights[index] += vector[index] * factor }
        self.bias += bias * factor
    }

    private mutating func scale(_ factor: Float) {
        for index in weights.indices { weights[index] *= factor }
        bias *= factor
    }
}
