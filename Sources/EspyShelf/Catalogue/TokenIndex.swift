import Foundation

/// Which words the books of a list have, and how rare they are there.
struct TokenIndex: Sendable {
    struct Token: Sendable {
        let bytes: [UInt8]
        /// Which letters and digits it has: words that share few of them need not be compared.
        let letters: UInt64
        /// How much it tells: a rare and long word more than a frequent or short one.
        var weight: Double
        /// Each book once.
        var books: [Int32]
    }

    private(set) var tokens: [Token] = []
    private var numbers: [String: Int] = [:]
    /// Words by their length and first letter, and by their length and last letter: one of both is nearly always read
    /// right.
    private var shelves: [Int: [Int]] = [:]
    /// The words of each title, and of each author, each once.
    private(set) var titles: [[Int]] = []
    private(set) var authors: [[Int]] = []
    /// The words of each call number that are in neither; empty lists where call numbers do not matter.
    private(set) var labels: [[Int]] = []

    /// A list of a few books does not make their words rare: it is taken for part of one with so many.
    private static let fewest = 1000.0

    /// - Parameter labels: whether call numbers are read on spines, too.
    init(_ books: [Catalogue.Book], labels hasLabels: Bool = false) {
        for (book, entry) in books.enumerated() {
            let title = numbers(of: entry.title)
            let author = numbers(of: entry.author ?? "").filter { !title.contains($0) }
            titles.append(title)
            authors.append(author)
            let known = title + author
            let label = hasLabels ? numbers(of: entry.callNumber ?? "").filter { !known.contains($0) } : []
            labels.append(label)
            for token in known + label { tokens[token].books.append(Int32(book)) }
        }
        let count = max(Double(books.count), Self.fewest)
        for index in tokens.indices {
            let token = tokens[index]
            tokens[index].weight =
                log((count + 1) / Double(token.books.count)) * Self.share(ofLength: token.bytes.count)
            for key in Self.keys(token.bytes, length: token.bytes.count) { shelves[key, default: []].append(index) }
        }
    }

    /// What a word tells that no book of the list has.
    func weight(ofUnknown word: String) -> Double {
        log(max(Double(titles.count), Self.fewest) + 1) * Self.share(ofLength: word.utf8.count)
    }

    static func share(ofLength count: Int) -> Double {
        let length = min(1, Double(count) / 5)
        return length * length
    }

    private mutating func numbers(of text: String) -> [Int] {
        var result: [Int] = []
        for word in Tokens.of(text) {
            let number = numbers[word] ?? tokens.count
            if number == tokens.count {
                numbers[word] = number
                let bytes = Array(word.utf8)
                tokens.append(Token(bytes: bytes, letters: Tokens.letters(of: bytes), weight: 0, books: []))
            }
            if !result.contains(number) { result.append(number) }
        }
        return result
    }

    private static func keys(_ bytes: [UInt8], length: Int) -> Set<Int> {
        guard let first = bytes.first, let last = bytes.last else { return [] }
        return [length << 9 | Int(first), length << 9 | 256 | Int(last)]
    }

    func numbers(has word: String) -> Bool { numbers[word] != nil }

    /// A word of the list that a word was read for, and how alike they are.
    func nearest(to word: String) -> (token: Int, likeness: Double)? {
        if let number = numbers[word] { return (number, 1) }
        let bytes = Array(word.utf8)
        guard bytes.count >= 4 else { return nil }
        let letters = Tokens.letters(of: bytes)
        var best: (token: Int, likeness: Double)?
        for length in bytes.count - bytes.count / 4...bytes.count + bytes.count / 3 {
            // A changed letter makes two differences, one that is put in or taken out one.
            let most = 2 * (max(bytes.count, length) / 4)
            for token in Self.keys(bytes, length: length).lazy.flatMap({ shelves[$0] ?? [] })
            where (letters ^ tokens[token].letters).nonzeroBitCount <= most {
                let likeness = Tokens.likeness(bytes, tokens[token].bytes)
                if likeness > (best?.likeness ?? 0) { best = (token, likeness) }
            }
        }
        return best
    }
}
