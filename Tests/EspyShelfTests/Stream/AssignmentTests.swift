import Espy
import Testing

@Suite struct AssignmentTests {
    /// Tries all pairings.
    private func best(
        _ pairs: [Assignment.Pair], from index: Int = 0, lefts: Set<Int> = [], rights: Set<Int> = []
    )
        -> Double
    {
        guard index < pairs.count else { return 0 }
        let pair = pairs[index]
        let without = best(pairs, from: index + 1, lefts: lefts, rights: rights)
        guard !lefts.contains(pair.left), !rights.contains(pair.right) else { return without }
        let with = best(
            pairs, from: index + 1, lefts: lefts.union([pair.left]), rights: rights.union([pair.right]))
        return max(without, pair.worth + with)
    }

    @Test(arguments: 0..<60)
    func sumIsTheLargestThereIs(seed: Int) {
        var random = Numbers(seed: seed)
        var pairs: [Assignment.Pair] = []
        for left in 0..<5 {
            for right in 0..<5 where random.next() < 0.45 {
                pairs.append(.init(left: left, right: right, worth: random.next() + 0.01))
            }
        }
        let chosen = Assignment.best(pairs)
        #expect(Set(chosen.map(\.left)).count == chosen.count)
        #expect(Set(chosen.map(\.right)).count == chosen.count)
        #expect(chosen.allSatisfy { pairs.contains($0) })
        #expect(abs(chosen.reduce(0) { $0 + $1.worth } - best(pairs)) < 1e-9)
    }

    @Test func greedIsNotEnough() {
        let chosen = Assignment.best([
            .init(left: 0, right: 0, worth: 0.9), .init(left: 0, right: 1, worth: 0.8),
            .init(left: 1, right: 0, worth: 0.8),
        ])
        #expect(chosen.map(\.right) == [1, 0])
    }

    @Test func whatIsWorthNothingStaysAlone() {
        #expect(Assignment.best([.init(left: 0, right: 0, worth: 0), .init(left: 1, right: 1, worth: -1)]).isEmpty)
        #expect(Assignment.best([]).isEmpty)
    }
}

/// Random numbers from 0 to 1, the same for the same seed.
struct Numbers {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(state >> 11) / Double(1 << 53)
    }
}
