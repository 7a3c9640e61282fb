import Espy
import EspyTrials
import Foundation
import Testing

struct PairedComparisonTests {
    private func quad(_ x: Double, width: Double = 20) -> Quad { Quad(Rect(x: x, y: 0, width: width, height: 200)) }

    @Test func overlapOfTiltedQuads() {
        #expect(abs(QuadOverlap.share(quad(0), quad(0)) - 1) < 1e-12)
        #expect(abs(QuadOverlap.share(quad(0), quad(10)) - 1.0 / 3) < 1e-12)
        #expect(QuadOverlap.share(quad(0), quad(20)) == 0)
        // A square and a copy rotated by 45 degrees share a regular octagon: 2(√2 - 1) of the square.
        let square = Quad(Rect(x: 0, y: 0, width: 10, height: 10))
        let common = 2 * (2.0.squareRoot() - 1)
        let expected = common / (2 - common)
        #expect(abs(QuadOverlap.share(square, square.rotated(byDegrees: 45)) - expected) < 1e-9)
        // Neither the order of the corners matters, nor which one is first.
        let turned = Quad(
            topLeft: square.bottomLeft, topRight: square.bottomRight, bottomRight: square.topRight,
            bottomLeft: square.topLeft)
        #expect(abs(QuadOverlap.share(square, turned) - 1) < 1e-12)
        #expect(abs(QuadOverlap.share(turned, square) - 1) < 1e-12)
    }

    @Test func eachSpineIsFoundOnce() {
        let truth = [quad(0), quad(20), quad(40)]
        let frame = ComparedFrame(
            truth: truth, first: [quad(1), quad(-1), quad(21), quad(300)], second: [quad(0, width: 40)])
        // The second one covers half of two spines, and counts for one of them.
        #expect(frame.truth.map(\.first) == [true, true, false])
        #expect(frame.truth.map(\.second) == [true, false, false])
        #expect(frame.firstCount == 4)
        #expect(frame.secondCount == 1)
    }

    /// The best pair is matched first, though it is not the first in the list.
    @Test func bestPairGoesFirst() {
        let frame = ComparedFrame(truth: [quad(5), quad(0)], first: [quad(0)], second: [])
        #expect(frame.truth.map(\.first) == [false, true])
    }

    /// A detector that finds everything, compared with one that misses every fourth spine.
    private func comparison(_ frames: Int) -> PairedComparison {
        let frame = ComparedFrame(
            truth: (0..<4).map { .init(first: $0 > 0, second: true) }, firstCount: 4, secondCount: 4)
        return PairedComparison(Array(repeating: frame, count: frames), first: "classical", second: "trained")
    }

    @Test func betterDetectorIsTold() throws {
        let comparison = comparison(10)
        #expect(comparison.truth == 40)
        #expect(comparison.frames == 10)
        #expect(comparison.first.recall == 0.75)
        #expect(comparison.second.recall == 1)
        #expect(comparison.first.precision == 0.75)
        #expect(comparison.second.precision == 1)
        #expect(comparison.mcNemar.onlyFirst == 0)
        #expect(comparison.mcNemar.onlySecond == 10)
        #expect(comparison.isSignificant)
        let recall = try #require(comparison.recall)
        #expect(recall.difference == 0.25)
        #expect(recall.low > 0.08)
        #expect(recall.high < 0.45)
        // All frames are alike, so resampling changes nothing.
        #expect(comparison.recallByFrames == DifferenceInterval(difference: 0.25, low: 0.25, high: 0.25))
        #expect(comparison.text.contains("recall      +25.0 points (95%: +"))
        // Only 2 of 1,024 ways to exchange the two in ten frames leave a difference as large.
        #expect(try abs(#require(comparison.precisionChance) - 2 / 1_024) < 0.002)
        #expect(comparison.text.contains("\ntrained finds more, and chance hardly explains it (p below 0.05).\n"))
        #expect(
            comparison.text.hasSuffix("\ntrained makes fewer errors, and chance hardly explains it (p below 0.05).\n"))
        #expect(comparison.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func littleEvidenceIsCalledThat() throws {
        let comparison = comparison(2)
        #expect(!comparison.isSignificant)
        #expect(comparison.mcNemar.p == 0.5)
        #expect(try abs(#require(comparison.precisionChance) - 0.5) < 0.02)
        #expect(comparison.text.contains("The difference in recall may be chance"))
        #expect(comparison.text.contains("The difference in precision may be chance"))
    }

    @Test func nothingToCompare() {
        let empty = PairedComparison([], first: "a", second: "b")
        #expect(empty.recall == nil)
        #expect(empty.recallByFrames == nil)
        #expect(empty.first.recall == nil)
        #expect(empty.mcNemar.p == 1)
        #expect(!empty.isSignificant)
        let blind = PairedComparison(
            [ComparedFrame(truth: [quad(0)], first: [], second: [])], first: "a", second: "b")
        #expect(blind.precisionByFrames == nil)
        #expect(blind.precisionChance == nil)
        #expect(blind.recall?.difference == 0)
        #expect(blind.text.contains("0.0%"))
    }

    @Test func sameSeedSameAnswer() throws {
        var random = SplitMix64(state: 3)
        let frames = (0..<9).map { _ in
            ComparedFrame(
                truth: (0..<10).map { _ in .init(first: random.next() % 3 > 0, second: random.next() % 4 > 0) },
                firstCount: 9, secondCount: 10)
        }
        func comparison(_ seed: UInt64) -> PairedComparison {
            PairedComparison(frames, first: "a", second: "b", resamples: 200, seed: seed)
        }
        #expect(comparison(1) == comparison(1))
        #expect(comparison(1).recallByFrames != comparison(2).recallByFrames)
        let coded = try JSONDecoder().decode(PairedComparison.self, from: JSONEncoder().encode(comparison(1)))
        #expect(coded == comparison(1))
    }
}
