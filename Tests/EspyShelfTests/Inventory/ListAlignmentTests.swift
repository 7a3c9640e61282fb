import EspyShelf
import Testing

@Suite struct ListAlignmentTests {
    /// Returns the value of an alignment, computed only from the costs of its gaps.
    private func worth(
        _ matches: [Int?], _ weights: [[Float]], extras: [Double], starts: [Bool], isPart: Bool, books: Int
    ) -> Double {
        var sum = 0.0
        var next = 0
        var canJump = true
        func gap(_ count: Int, _ free: Bool, _ jump: Bool) -> Double {
            guard count > 0, !free else { return 0 }
            let run = SpineWeight.missing + Double(count - 1) * SpineWeight.missingMore
            return jump ? max(run, SpineWeight.jump) : run
        }
        for (spine, match) in matches.enumerated() {
            if spine > 0, starts[spine] { canJump = true }
            guard let match else {
                sum += extras[spine]
                continue
            }
            sum += gap(match - next, isPart && next == 0 && !matches[..<spine].contains { $0 != nil }, canJump)
            sum += Double(weights[spine][match])
            next = match + 1
            canJump = false
        }
        return sum + gap(books - next, isPart, true)
    }

    /// Tries all alignments.
    private func best(_ weights: [[Float]], extras: [Double], starts: [Bool], isPart: Bool, books: Int) -> Double {
        var all: [[Int?]] = [[]]
        for _ in weights {
            all = all.flatMap { way -> [[Int?]] in
                let from = way.compactMap { $0 }.last.map { $0 + 1 } ?? 0
                return [way + [nil]] + (from..<max(books, from)).map { way + [$0] }
            }
        }
        return all.map { worth($0, weights, extras: extras, starts: starts, isPart: isPart, books: books) }.max() ?? 0
    }

    @Test(arguments: 0..<300)
    func nothingIsWorthMore(seed: UInt64) {
        var random = SeededRandom(seed)
        let (spines, books) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...6, using: &random))
        let weights = (0..<spines).map { _ in
            (0..<books).map { _ in Float(Int.random(in: -8...2, using: &random)) }
        }
        let extras = (0..<spines).map { _ in Bool.random(using: &random) ? -2.0 : -4 }
        let starts = (0..<spines).map { $0 == 0 || Int.random(in: 0..<4, using: &random) == 0 }
        let isPart = seed % 2 == 1
        let alignment = ListAlignment(books: books, extras: extras, starts: starts, isPart: isPart) { $1 = weights[$0] }
        let matched = alignment.matches.compactMap { $0 }
        // Jumps back cost more than everything they can gain here.
        #expect(matched == matched.sorted())
        let found = worth(
            alignment.matches, weights, extras: extras, starts: starts, isPart: isPart, books: books)
        let wanted = best(weights, extras: extras, starts: starts, isPart: isPart, books: books)
        #expect(abs(found - wanted) < 0.01, "\(alignment.matches)")
    }

    @Test func listGoesOnElsewhereOnTheNextBoard() {
        // Two boards of four books; forty books between them are elsewhere.
        let books = 60
        let wanted = [3, 4, 5, 6, 50, 51, 52, 53]
        let alignment = ListAlignment(
            books: books, extras: wanted.map { _ in -3.5 }, starts: (0..<8).map { $0 % 4 == 0 }, isPart: true
        ) { spine, weights in
            for book in 0..<books { weights[book] = book == wanted[spine] ? 10 : -10 }
        }
        #expect(alignment.matches == wanted)
        #expect(alignment.jumped == [0..<3, 7..<50, 54..<60])
    }
}
