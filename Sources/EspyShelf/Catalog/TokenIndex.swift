import Foundation

/// An index of the words in a list of books, and how rare each is there.
struct TokenIndex: Sendable {
    struct Token: Sendable {
        let bytes: [UInt8]
        /// The letters and digits in the word: words that share few of them need not be compared.
        let letters: UInt64
        /// Information weight: higher for rare and long words than for frequent or short ones.
        var weight: Double
        /// The books that have the word, each once.
        var books: [Int32]
    }

    private(set) var tokens: [Token] = []
    private var numbers: [String: Int] = [:]
    /// Words by length and first letter, and by length and last letter: at least one of the two letters is nearly
    /// always read correctly.
    private var shelves: [Int: [Int]] = [:]
    /// The words of each title, and of each author, without repeats.
    private(set) var titles: [[Int]] = []
    private(set) var authors: [[Int]] = []
    /// The words of each call number that are in neither; empty lists if call numbers are not used.
    private(set) var labels: [[Int]] = []

    /// Minimum list size assumed for rarity: words are not rare just because a list is short.
    private static let fewest = 1000.0

    /// - Parameter labels: whether call numbers are also read on spines.
    init(_ books: [Catalog.Book], labels hasLabels: Bool = false) {
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

    /// The weight of a word that no book of the list has.
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

    /// Returns the word of the list most similar to a word that was read, and their similarity.
    func nearest(to word: String) -> (token: Int, likeness: Double)? {
        if let number = numbers[word] { return (number, 1) }
        let bytes = Array(word.utf8)
        guard bytes.count >= 4 else { return nil }
        let letters = Tokens.letters(of: bytes)
        var best: (token: Int, likeness: Double)?
        for length in bytes.count - bytes.count / 4...bytes.count + bytes.count / 3 {
            // A changed letter makes two differences, an inserted or deleted one makes one.
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

/// Splits text into words for comparison.
enum Tokens {
    /// Lower case, without accents, split at everything that is not a letter or digit.
    static func of(_ text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return plain(text) }
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        return folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// The same for ASCII text, which most lists contain, many times as fast.
    private static func plain(_ text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            default:
                if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
                word.removeAll(keepingCapacity: true)
            }
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }

    /// Returns a bit for each letter and digit in a word.
    static func letters(of word: [UInt8]) -> UInt64 { word.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

    /// Returns the similarity of two words, 0...1: one minus the share of letters that have to be changed, inserted or
    /// deleted; 0 if that is more than a quarter of them.
    static func likeness(_ a: [UInt8], _ b: [UInt8]) -> Double {
        let longer = max(a.count, b.count)
        let most = longer / 4
        guard abs(a.count - b.count) <= most else { return 0 }
        var row = Array(0...b.count)
        for i in a.indices {
            var corner = row[0]
            row[0] = i + 1
            var least = row[0]
            for j in b.indices {
                let changed = corner + (a[i] == b[j] ? 0 : 1)
                corner = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, corner + 1)
                least = min(least, row[j + 1])
            }
            if least > most { return 0 }
        }
        return row[b.count] > most ? 0 : 1 - Double(row[b.count]) / Double(max(longer, 1))
    }
}
