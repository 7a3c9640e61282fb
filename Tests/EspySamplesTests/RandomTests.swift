import EspySamples
import Testing

@Suite struct RandomTests {
    /// The first numbers for the seed 1234567 from other implementations of SplitMix64.
    @Test func matchesSplitMix64() {
        var random = SampleRandom(seed: 1_234_567)
        let numbers = (0..<5).map { _ in random.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    @Test func rangesAreKeptAndReached() {
        var random = SampleRandom(seed: 5)
        let whole = (0..<2000).map { _ in random.integer(in: -2...3) }
        #expect(Set(whole) == [-2, -1, 0, 1, 2, 3])
        let parts = (0..<2000).map { _ in random.number(in: 1.5...2) }
        #expect(parts.allSatisfy { (1.5...2).contains($0) })
        #expect(parts.min()! < 1.51)
        #expect(parts.max()! > 1.99)
    }

    @Test func bellHasMeanZeroAndDeviationOne() {
        var random = SampleRandom(seed: 11)
        let numbers = (0..<20_000).map { _ in random.bell() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 20_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.04)
    }
}
