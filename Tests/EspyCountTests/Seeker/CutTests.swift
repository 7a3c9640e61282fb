import Espy
import EspyPixels
import Foundation
import Testing

/// Where a list of finds is cut, and what follows from that.
@Suite struct CutTests {
    private let probability = CutParameters.Probability(a: 1, b: 0)

    /// Finds in a row, with these scores.
    private func finds(_ scores: [Double]) -> [SeekerFind] {
        scores.enumerated().map {
            SeekerFind(box: Rect(x: 50 * Double($0), y: 10, width: 40, height: 40), score: $1)
        }
    }

    private func cut(_ finds: [SeekerFind], _ weights: [Double: Double], spread: Double = 0) -> Cut {
        let places = weights.keys.sorted()
        return Cut(
            finds: finds, places: places, weights: places.map { weights[$0] ?? 0 },
            range: .init(low: 0.05, high: 0.95, spread: spread), probability: probability)
    }

    @Test func theMiddleHasAsMuchWeightOnBothSides() {
        let finds = finds([0.95, 0.9, 0.6, 0.4])
        let cut = cut(finds, [-1: 0.3, 0: 0.4, 1: 0.3])
        #expect(cut.middle == 0)
        #expect(cut.strict == 1)
        #expect(cut.loose == -1)
    }

    @Test func aChanceIsTheWeightBelow() {
        let finds = finds([0.95, 0.6])
        let cut = cut(finds, [-1: 0.3, 0: 0.3, 1: 0.4])
        #expect(cut.chance(of: finds[0]) > 0.99)
        #expect(abs(cut.chance(of: finds[1]) - 0.6) < 1e-9)
        // Moved by a person, the same find lies below all cuts.
        #expect(cut.chance(of: finds[1], shift: 3) < 0.01)
    }

    @Test func anotherAnswerIsOneThatDiffersByMoreThanATenth() throws {
        let finds = finds(Array(repeating: 0.95, count: 10) + Array(repeating: 0.5001, count: 6))
        let cut = cut(finds, [-1: 0.3, 0: 0.05, 1: 0.6, 2: 0.05])
        let other = try #require(cut.other(for: finds))
        #expect(other.place == -1)
        #expect(abs(other.chance - 0.35) < 1e-9)
    }

    @Test func withoutAnythingLearnedOneHalfDecides() {
        let finds = finds([0.9, 0.7, 0.3, 0.1])
        let explanation = Explanation(
            examples: [finds[0].box], finds: finds,
            cut: Judgment().place(finds, likeness: [1, 1, 1, 1], width: 300, height: 90))
        #expect(explanation.count == 2)
    }

    @Test func moreMayBeMissingWhereNothingWasShown() {
        func range(_ scores: [Double], isShown: Bool) -> Count.Range {
            let finds = finds(scores)
            let explanation = Explanation(
                examples: [finds[0].box], finds: finds, cut: cut(finds, [-1: 0.3, 0: 0.05, 1: 0.65]))
            return SeekerTally([explanation], options: .init(), isShown: isShown, width: 2_000, height: 60).range
        }
        let open = Array(repeating: 0.95, count: 10) + Array(repeating: 0.5001, count: 6)
        #expect(range(open, isShown: true) == Count.Range(low: 10, high: 16))
        // Three tenths of 16, by six tenths, for the cuts differ by 6 of 10.
        #expect(range(open, isShown: false) == Count.Range(low: 10, high: 19))
        // Where all cuts agree nothing more is missing.
        let clear = Array(repeating: 0.95, count: 10)
        #expect(range(clear, isShown: false) == Count.Range(low: 10, high: 10))
    }

    @Test func theSettingGoesBothWays() {
        #expect(Similarity.shift(nil) == 0)
        #expect(abs(Similarity.shift(0.9) - 1) < 1e-9)
        #expect(abs(Similarity.shift(Similarity.setting(shift: -0.7)) + 0.7) < 1e-9)
    }
}

/// The small networks that are read from files.
@Suite struct SmallNetTests {
    private let net = SmallNet(
        center: [1, 0], scale: [2, 1],
        layers: [
            .init(weight: [[1, 0], [0, 1]], bias: [0, 0]), .init(weight: [[1, 1]], bias: [0.5]),
        ])

    @Test func numbersGoThroughTheLayers() {
        #expect(abs(net.value([3, 2]) - (tanh(1) + tanh(2) + 0.5)) < 1e-12)
        #expect(abs(SmallNet.softmax([1, 1, 1])[1] - 1 / 3) < 1e-12)
    }

    @Test func whatDoesNotFitTogetherIsKnown() {
        #expect(net.isWhole(inputs: 2))
        #expect(!net.isWhole(inputs: 3))
        #expect(!SmallNet(center: [0], scale: [0], layers: net.layers).isWhole(inputs: 1))
        #expect(!SmallNet(center: [0], scale: [1], layers: [.init(weight: [[1, 2]], bias: [0])]).isWhole(inputs: 1))
    }
}
