import Foundation

/// A plane between what is wanted and what is not, in the space of embeddings.
struct LogisticModel: Sendable, Equatable {
    var weights: [Float]
    var bias: Float

    struct Sample: Sendable {
        let vector: [Float]
        let isWanted: Bool
        /// How much it counts.
        var weight: Float = 1
    }

    /// Above zero for what is wanted.
    func score(_ vector: [Float]) -> Float {
        var sum = bias
        for index in 0..<min(weights.count, vector.count) { sum += weights[index] * vector[index] }
        return sum
    }

    func probability(_ vector: [Float]) -> Double { 1 / (1 + exp(-Double(score(vector)))) }

    /// Learns by gradient descent with momentum, both sides counting alike however many there are of each. Large
    /// weights cost something, so that examples are not learned by heart: the more, the fewer there are.
    ///
    /// - Parameter samples: vectors of one length, which is 1 as a distance.
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
