import Espy
import EspyPixels
import EspyTestSupport
import Testing

/// Whether a count of the detector is trusted.
struct CountConfidenceTests {
    private func chance(
        _ number: Int, score: Double = 0.93, doubt: Double = 0, others: Int = 0, side: (Int) -> Double = { _ in 40 }
    ) throws -> Double {
        try soundness(number, score: score, doubt: doubt, others: others, side: side).chance
    }

    private func soundness(
        _ number: Int, score: Double = 0.93, doubt: Double = 0, others: Int = 0, side: (Int) -> Double = { _ in 40 }
    ) throws -> CountConfidence {
        var things: [Count.Detection] = []
        for index in 0..<(number + others) {
            let isCounted = index < number
            things.append(
                Count.Detection(
                    at: 50 + 60 * Double(index % 8), 50 + 60 * Double(index / 8), side: side(index), confidence: score,
                    cluster: isCounted ? 0 : 1, main: isCounted, doubt: isCounted ? doubt : 0))
        }
        return try CountConfidence(of: .made(things), by: Shipped.soundness)
    }

    @Test func nothingIsBelieved() throws { #expect(try chance(0) == 1) }

    @Test func withoutWeightsAllIsBelieved() {
        let faint = [Count.Detection(at: 50, 50, side: 40, confidence: 0.1, main: true)]
        let soundness = CountConfidence(of: .made(faint), by: nil)
        #expect(soundness.chance == 1)
        #expect(soundness.isSound)
    }

    @Test func clearThingsAlikeAreBelieved() throws {
        #expect(try chance(20) > 0.8)
        #expect(try chance(1) > 0.8)
        #expect(try chance(3) > 0.7)
    }

    @Test func oneThingHasToBeSurer() throws {
        #expect(try soundness(20, score: 0.65).isSound)
        #expect(try soundness(3, score: 0.65).isSound)
        #expect(try !soundness(2, score: 0.65).isSound)
        #expect(try !soundness(1, score: 0.65).isSound)
        #expect(try soundness(1).isSound)
    }

    @Test func whatSpeaksAgainstACountLowersIt() throws {
        let clear = try chance(20)
        #expect(try chance(20, score: 0.5) < clear)
        #expect(try chance(20, score: 0.5) < 0.5)
        #expect(try chance(20, doubt: 0.6) < clear)
        #expect(try chance(20, others: 20) < clear)
        #expect(try chance(20) { $0.isMultiple(of: 2) ? 20 : 60 } < clear)
    }

    /// test_soundness.py has the same things and the same number; the weights come from there.
    @Test func learnedNumbersMeanTheSameHere() throws {
        var things: [Count.Detection] = []
        for index in 0..<10 {
            let (side, isCounted) = (index < 4 ? 40.0 : 80.0, index < 8)
            things.append(
                Count.Detection(
                    at: 60 * Double(index), 50, side: side, confidence: 0.9 - 0.01 * Double(index), main: isCounted,
                    doubt: isCounted ? 0.1 : 0))
        }
        #expect(try abs(CountConfidence(of: .made(things), by: Shipped.soundness).chance - 0.6421) < 0.0001)
    }

    @Test func whatIsLessLikelyHasAWiderRange() {
        var range = Count.Range(low: 9, high: 10)
        range.widen(by: 0)
        #expect(range == Count.Range(low: 9, high: 10))
        range.widen(by: 1.2)
        #expect(range == Count.Range(low: 7, high: 12))
        range.widen(by: 20)
        #expect(range.low == 0)
    }
}
