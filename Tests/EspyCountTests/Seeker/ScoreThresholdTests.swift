import Espy
import EspyPixels
import Foundation
import Testing

/// The threshold on a list of finds, and its consequences.
@Suite struct ScoreThresholdTests {
    /// Finds in a row, with these scores.
    private func finds(_ scores: [Double]) -> [SeekerFind] {
        scores.enumerated().map {
            SeekerFind(box: Rect(x: 50 * Double($0), y: 10, width: 40, height: 40), score: $1)
        }
    }

    @Test func oneHalfDecides() {
        let finds = finds([0.9, 0.7, 0.51, 0.49, 0.3, 0.1])
        let explanation = Explanation(examples: [finds[0].box], finds: finds)
        #expect(abs(explanation.cut.middle) < 1e-9)
        #expect(explanation.count == 3)
        // About nineteen of twenty are between scores of .82 and .23.
        #expect(abs(explanation.cut.strict - 1.5) < 1e-9)
        #expect(abs(explanation.cut.loose + 1.2) < 1e-9)
        #expect(abs(explanation.cut.weights.reduce(0, +) - 1) < 1e-9)
    }

    @Test func aSurerFindIsLikelierRight() {
        let finds = finds([0.95, 0.6, 0.4])
        let cut = ScoreThreshold(finds)
        let chances = finds.map { cut.chance(of: $0) }
        #expect(chances == chances.sorted(by: >))
        #expect(chances[0] > 0.8)
        #expect(chances[2] < 0.5)
        // After the user moved the threshold, the same find is less likely.
        #expect(cut.chance(of: finds[1], shift: 3) < 0.2)
    }

    @Test func anotherAnswerIsOneThatDiffersByMoreThanATenth() throws {
        let finds = finds(Array(repeating: 0.95, count: 10) + Array(repeating: 0.5001, count: 6))
        let cut = ScoreThreshold(finds)
        let other = try #require(cut.other(for: finds))
        #expect(cut.count(finds, above: cut.middle) == 16)
        #expect(cut.count(finds, above: other.place) == 10)
        #expect(other.chance > 0.4)
        #expect(other.chance < 0.5)
    }

    @Test func theSameThingsHaveTheSameScore() {
        // Things that look the same have similar scores: the threshold is between both groups.
        let finds = finds(Array(repeating: 0.95, count: 10) + Array(repeating: 0.55, count: 5))
        let same = Uniformity(Array(repeating: 0.99, count: 10), within: Uniformity.ofRecipes)
        #expect(same.value == 1)
        #expect(Explanation(examples: [], finds: finds).count == 15)
        #expect(Explanation(examples: [], finds: finds, cut: ScoreThreshold(finds, uniformity: same)).count == 10)
    }

    @Test func moreMayBeMissingWhereNothingWasShown() {
        func range(_ scores: [Double], isShown: Bool) -> Count.Range {
            let finds = finds(scores)
            let explanation = Explanation(examples: [finds[0].box], finds: finds)
            return SeekerCountBuilder([explanation], options: .init(), isShown: isShown, width: 2_000, height: 60).range
        }
        let open = Array(repeating: 0.95, count: 10) + Array(repeating: 0.4, count: 6)
        #expect(range(open, isShown: true) == Count.Range(low: 10, high: 16))
        // Three tenths of 16, times six tenths, because the thresholds differ by 6 of 10.
        #expect(range(open, isShown: false) == Count.Range(low: 10, high: 19))
        // If all thresholds agree, nothing more is missing.
        let clear = Array(repeating: 0.95, count: 10)
        #expect(range(clear, isShown: false) == Count.Range(low: 10, high: 10))
    }

    @Test func anExampleThatFindsNothingElseSaysNothingAboutTheOthers() {
        func builder(_ scores: [Double], isShown: Bool = true) -> SeekerCountBuilder {
            let finds = finds(scores)
            let explanation = Explanation(examples: [finds[0].box], finds: finds)
            return SeekerCountBuilder([explanation], options: .init(), isShown: isShown, width: 2_000, height: 60)
        }
        let alone = builder([0.95] + Array(repeating: 0.1, count: 6))
        #expect(alone.hasOnlyExamples)
        #expect(alone.range == Count.Range(low: 1, high: 7))
        #expect(!builder([0.95, 0.93] + Array(repeating: 0.1, count: 6)).hasOnlyExamples)
        #expect(!builder([0.1]).hasOnlyExamples, "not even the example was found")
        #expect(!builder([0.95], isShown: false).hasOnlyExamples)
    }

    @Test func theSettingGoesBothWays() {
        #expect(Similarity.shift(nil) == 0)
        #expect(abs(Similarity.shift(0.9) - 1) < 1e-9)
        #expect(abs(Similarity.shift(Similarity.setting(shift: -0.7)) + 0.7) < 1e-9)
    }
}

/// The small networks read from files.
@Suite struct MLPTests {
    private let net = MLP(
        center: [1, 0], scale: [2, 1],
        layers: [
            .init(weight: [[1, 0], [0, 1]], bias: [0, 0]), .init(weight: [[1, 1]], bias: [0.5]),
        ])

    @Test func numbersGoThroughTheLayers() {
        #expect(abs(net.value([3, 2]) - (tanh(1) + tanh(2) + 0.5)) < 1e-12)
        #expect(abs(MLP.softmax([1, 1, 1])[1] - 1 / 3) < 1e-12)
    }

    @Test func whatDoesNotFitTogetherIsKnown() {
        #expect(net.isWhole(inputs: 2))
        #expect(!net.isWhole(inputs: 3))
        #expect(!MLP(center: [0], scale: [0], layers: net.layers).isWhole(inputs: 1))
        #expect(!MLP(center: [0], scale: [1], layers: [.init(weight: [[1, 2]], bias: [0])]).isWhole(inputs: 1))
    }
}
