import Foundation

/// The pairs of letters that follow each other in the words of a list: where nearly every word was read wrong, most pairs
/// are still right, and another book has few of them.
struct LetterPairs: Sendable {
    /// By book: the pairs of title, author and call number, each once.
    private let books: [[UInt16]]
    /// By pair: how many of the books have it.
    private let shares: [Double]

    /// Letters are compared book by book; of longer lists, words tell alone.
    static let mostBooks = 10_000
    /// Readings that are surer are told by their words.
    static let mostConfidence = 0.7
    /// So many of the pairs that are read are the book's own.
    private static let right = 0.65
    /// Pairs that overlap do not tell twice.
    private static let worth = 0.6
    /// What they tell at most, for the book or against it.
    private static let most = 7.0
    private static let signs = 64

    init(_ index: TokenIndex) {
        books = index.titles.indices.map { book in
            let words = index.titles[book] + index.authors[book] + index.labels[book]
            return Self.distinct(words.flatMap { Self.pairs(index.tokens[$0].bytes) })
        }
        var counts = [Double](repeating: 0, count: Self.signs * Self.signs)
        for pair in books.joined() { counts[Int(pair)] += 1 }
        let count = Double(max(books.count, 1))
        shares = counts.map { min(max($0 / count, 0.02), 0.5) }
    }

    /// What was read on one spine.
    struct Weights: Sendable {
        fileprivate let books: [[UInt16]]
        /// Of a book that has none of the pairs, and by pair what it adds.
        fileprivate var none = 0.0
        fileprivate var gains = [Double](repeating: 0, count: signs * signs)

        /// The logarithm of how much more likely these letters are on this book than on another one.
        func weight(of book: Int) -> Double {
            guard !books[book].isEmpty else { return 0 }
            let sum = books[book].reduce(none) { $0 + gains[Int($1)] }
            return min(max(sum, -most), most)
        }
    }

    func weights(of words: [String]) -> Weights {
        var weights = Weights(books: books)
        for pair in Self.distinct(words.flatMap { Self.pairs(Array($0.utf8)) }) {
            let share = shares[Int(pair)]
            let miss = Self.worth * log((1 - Self.right) / (1 - share))
            weights.none += miss
            weights.gains[Int(pair)] = Self.worth * log(Self.right / share) - miss
        }
        return weights
    }

    /// With the space before and behind the word.
    private static func pairs(_ word: [UInt8]) -> [UInt16] {
        var before: UInt16 = 0
        return (word.map(sign) + [0]).map { sign in
            defer { before = sign }
            return before * UInt16(signs) + sign
        }
    }

    /// Letters and digits have their own numbers, bytes of other scripts share some.
    private static func sign(_ byte: UInt8) -> UInt16 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt16(byte - UInt8(ascii: "a")) + 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0")) + 27
        default: UInt16(byte) % 27 + 37
        }
    }

    private static func distinct(_ pairs: [UInt16]) -> [UInt16] {
        var result: [UInt16] = []
        for pair in pairs.sorted() where pair != result.last { result.append(pair) }
        return result
    }
}
