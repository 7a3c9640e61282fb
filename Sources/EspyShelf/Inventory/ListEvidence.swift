import EspyBarcode
import Foundation

/// The evidence that one spine gives about the books of a list: for each book, the log likelihood ratio of this text
/// being on its spine rather than on any other.
///
/// Words that a book shares with the spine count for it, weighted by how rare they are in the list. Words on the spine
/// that the book lacks, and unread words of its title, count against it, more so if the text was read with confidence.
/// The evidence against is the same for most books, so only those that share a word with the spine are looked at one by
/// one.
struct ListEvidence: Sendable {
    /// Words of the list that were read, and their similarity to the text.
    let read: [Int: Double]
    /// The text as read, word by word.
    let words: [String]
    /// Total weight of all words read; close to zero on an illegible spine.
    let readWeight: Double
    let confidence: Double
    private let isbn: ISBN?
    /// Evidence against every book that has none of the words, without the part for the book's own unread words.
    private let base: Double
    /// Evidence from letter pairs; nil if the number or the words are enough, or the list is long.
    private let letters: LetterPairs.Weights?
    /// By book, what its words add to ``base``.
    private(set) var bonus: [Int: Double] = [:]

    /// Minimum weight of the words of a readable spine.
    static let legible = 2.5
    /// Maximum number of words looked up per spine.
    private static let mostWords = 60
    /// Minimum confidence of a text to conclude that one of its words is a different word.
    private static let clear = 0.5
    /// Minimum confidence of a text to conclude that it is not in the list.
    private static let leastOwn = 0.25
    /// A word is frequent if more books than this, and more than 1% of the list, have it.
    private static let rare = 1000

    /// - Parameters:
    ///   - titles: by book, the length weight of all words in the title.
    ///   - blank: the weight of a spine without words for any book.
    ///   - pairs: the letter pairs of the list; nil for a long one.
    init(_ spine: Shelf.Spine, _ list: ShelfList, titles: [Double], blank: Double, pairs: LetterPairs?) {
        let text = [spine.reading?.text, spine.reading?.label?.text].compactMap(\.self).joined(separator: " ")
        let words = Array(Tokens.of(text).prefix(Self.mostWords))
        self.words = words
        confidence = min(max(spine.reading.map { $0.letterConfidence ?? $0.confidence } ?? 0, 0.05), 0.98)
        isbn = spine.isbn
        letters =
            words.isEmpty || isbn != nil || confidence > LetterPairs.mostConfidence
            ? nil : pairs?.weights(of: words)
        let (read, unknown, places) = list.index.likenesses(of: words)
        self.read = read
        let alien = SpineWeight.alien(confidence)
        let tokens = list.index.tokens
        // In a fixed order, so that the same list always gives the same sums.
        let known = read.sorted { $0.key < $1.key }
        readWeight = 3 * unknown + known.reduce(0) { $0 + tokens[$1.key].weight * $1.value }
        let shares = known.map { TokenIndex.share(ofLength: tokens[$0.key].bytes.count) }
        base = words.isEmpty ? blank : alien * (unknown + shares.reduce(0, +))
        let gains = zip(known, shares).map { known, share in
            (known.key, SpineWeight.matched(tokens[known.key].weight, likeness: known.value) - alien * share)
        }
        add(gains, list.index)
        addUnread(list.index)
        guard readWeight > 0, !bonus.isEmpty else { return }
        contradict(list, titles, ReadTitle(words, places))
    }

    /// Lowers books whose titles differ from the text in a word or a number, however similar the rest is.
    private mutating func contradict(_ list: ShelfList, _ titles: [Double], _ text: ReadTitle) {
        for book in bonus.keys {
            let worth = weight(of: book, titles: titles, list)
            guard worth > SpineWeight.perhapsAnother, let contrary = text.contrary(to: book, list) else { continue }
            let most =
                contrary == .surely && confidence >= Self.clear ? SpineWeight.another : SpineWeight.perhapsAnother
            bonus[book, default: 0] -= max(0, worth - most)
        }
    }

    /// Adds the weight of frequent words only to books that also have a rarer one, or to all of their books if nothing
    /// rarer was read.
    private mutating func add(_ gains: [(token: Int, gain: Double)], _ index: TokenIndex) {
        let most = max(Self.rare, index.titles.count / 100)
        let rare = gains.filter { index.tokens[$0.token].books.count <= most }
        for (token, gain) in rare.isEmpty ? gains : rare {
            for book in index.tokens[token].books { bonus[Int(book), default: 0] += gain }
        }
        guard !rare.isEmpty, rare.count < gains.count else { return }
        for (token, gain) in gains where index.tokens[token].books.count > most {
            for book in bonus.keys where index.titles[book].contains(token) || index.authors[book].contains(token) {
                bonus[book, default: 0] += gain
            }
        }
    }

    /// Charges books for unread words only: takes back the penalty for those that were read.
    private mutating func addUnread(_ index: TokenIndex) {
        guard !read.isEmpty else { return }
        let cost = SpineWeight.unread(confidence)
        for book in bonus.keys {
            let seen = index.titles[book].reduce(0) { sum, token in
                read[token] == nil ? sum : sum + TokenIndex.share(ofLength: index.tokens[token].bytes.count)
            }
            bonus[book, default: 0] -= cost * seen
        }
    }

    /// Whether it was read well enough to match a book of the list, or clearly none.
    var isClear: Bool { isLegible && (isbn != nil || confidence >= Shelf.Reading.sure) }

    /// Whether it was read well enough to say that it is not in the list.
    var isOwn: Bool { isLegible && (isbn != nil || confidence >= Self.leastOwn) }

    var isLegible: Bool { isbn != nil || readWeight >= Self.legible }

    /// - Parameter titles: by book, the length weight of all words in the title.
    func weight(of book: Int, titles: [Double], _ list: ShelfList) -> Double {
        let words = base + (readWeight > 0 ? SpineWeight.unread(confidence) * titles[book] : 0) + (bonus[book] ?? 0)
        let strange = isClear && bonus[book] == nil ? SpineWeight.stranger : 0
        var sum = max(words + strange + (letters?.weight(of: book) ?? 0), SpineWeight.least)
        if let isbn, list.books[book].isbn != nil {
            sum += list.books[book].has(isbn) ? SpineWeight.sameNumber : SpineWeight.otherNumber
        }
        return sum
    }

    /// Writes the weights for a whole list into `weights`, in list order.
    func fill(_ weights: inout [Float], titles: [Double], _ list: ShelfList) {
        guard letters == nil else {
            for book in weights.indices { weights[book] = Float(weight(of: book, titles: titles, list)) }
            return
        }
        let unread = readWeight > 0 ? SpineWeight.unread(confidence) : 0
        let strange = isClear ? SpineWeight.stranger : 0
        for book in weights.indices {
            weights[book] = Float(max(base + strange + unread * titles[book], SpineWeight.least))
        }
        for book in bonus.keys { weights[book] = Float(weight(of: book, titles: titles, list)) }
        guard let isbn else { return }
        for book in weights.indices where bonus[book] == nil && list.books[book].isbn != nil {
            weights[book] = Float(weight(of: book, titles: titles, list))
        }
        if let book = list.numbers[isbn] { weights[book] = max(weights[book], Float(SpineWeight.sameNumber / 2)) }
    }

    /// Returns the books that the spine may be by its words, letters or number, best first.
    func best(_ count: Int, titles: [Double], _ list: ShelfList) -> [(book: Int, weight: Double)] {
        var books = letters == nil ? Array(bonus.keys) : Array(titles.indices)
        if let book = isbn.flatMap({ list.numbers[$0] }), bonus[book] == nil { books.append(book) }
        let weighed = books.map { (book: $0, weight: weight(of: $0, titles: titles, list)) }
        return Array(weighed.sorted { ($0.weight, $1.book) > ($1.weight, $0.book) }.prefix(count))
    }
}

extension TokenIndex {
    /// The total length weight of the words in each title.
    var titleLengths: [Double] {
        titles.map { $0.reduce(0) { $0 + Self.share(ofLength: tokens[$1].bytes.count) } }
    }

    /// Returns the similarity of each word in the list to the words read; the length weight of the words that no book
    /// of the list has; and the list word for each word read. Words that were torn apart are also tried joined.
    func likenesses(of words: [String]) -> (read: [Int: Double], unknown: Double, tokens: [Int?]) {
        var read: [Int: Double] = [:]
        var tokens = [Int?](repeating: nil, count: words.count)
        func isNumber(_ place: Int) -> Bool { Int(words[place]) != nil || Int(words[place + 1]) != nil }
        for place in words.indices {
            for count in [1, 2] where place + count <= words.count {
                let word = words[place..<place + count].joined()
                // Two words that are each known stay separate, and so do a word and a number.
                if count == 2, tokens[place] != nil && numbers(has: words[place + 1]) || isNumber(place) { continue }
                guard let (token, likeness) = nearest(to: word) else { continue }
                read[token] = max(read[token] ?? 0, likeness)
                for part in place..<place + count where count == 1 || tokens[part] == nil { tokens[part] = token }
            }
        }
        let unknown = zip(words, tokens).reduce(0) { $1.1 != nil ? $0 : $0 + Self.share(ofLength: $1.0.utf8.count) }
        return (read, unknown, tokens)
    }

    /// Whether both are copies or editions of one book.
    func isSame(_ one: Int, _ other: Int) -> Bool {
        one == other || titles[one] == titles[other] && authors[one] == authors[other]
    }
}

/// The words of a spine in order, for comparison with titles that contain most of them.
struct ReadTitle {
    private let words: [String]
    /// The list word for each word.
    private let tokens: [Int?]
    private let places: [Int: Int]

    /// Minimum similarity of two words that may be one word misread.
    private static let alike = 0.5
    /// Minimum length of a word that can distinguish titles.
    private static let shortest = 3

    enum Contrary { case surely, perhaps }

    init(_ words: [String], _ tokens: [Int?]) {
        (self.words, self.tokens) = (words, tokens)
        places = Dictionary(
            tokens.enumerated().compactMap { word, token in token.map { ($0, word) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether there is a different word where a word of the title should be: `Returns` after `The Poetry Pharmacy` is
    /// not `Forever`. Beside the title, it may be the author's name if the author is unknown.
    func contrary(to book: Int, _ list: ShelfList) -> Contrary? {
        let index = list.index
        let title = index.titles[book]
        let own = Set(title + index.authors[book] + index.labels[book])
        let isAuthored = index.authors[book].contains { places[$0] != nil }
        let subtitle = Self.mainWords(list.books[book].title)
        var found: Contrary?
        for (place, token) in title.enumerated() where places[token] == nil && place != subtitle {
            let before = place > 0 ? places[title[place - 1]].map { $0 + 1 } : nil
            let after = place + 1 < title.count ? places[title[place + 1]].map { $0 - 1 } : nil
            for word in [before, after].compactMap(\.self) where words.indices.contains(word) {
                if let known = tokens[word], own.contains(known) { continue }
                let wanted = String(decoding: index.tokens[token].bytes, as: UTF8.self)
                guard let kind = Self.differ(words[word], wanted) else { continue }
                if kind == .word, list.isRead { continue }
                if kind == .number || isAuthored || before == after { return .surely }
                found = .perhaps
            }
        }
        return found
    }

    /// Returns the number of words before the subtitle, which spines often omit.
    private static func mainWords(_ title: String) -> Int? {
        title.firstIndex { ":(/".contains($0) }.map { Tokens.of(String(title[..<$0])).count }
    }

    /// Whether two words may be the same word, misread.
    static func isAlike(_ one: String, _ other: String) -> Bool {
        2 * Double(common(Array(one.utf8), Array(other.utf8))) > 0.65 * Double(one.utf8.count + other.utf8.count)
    }

    private enum Difference { case word, number }

    /// Returns nil for words that may be the same.
    private static func differ(_ read: String, _ wanted: String) -> Difference? {
        switch (number(read), number(wanted)) {
        case (let one?, let other?): return one == other ? nil : .number
        case (nil, nil): break
        default: return nil
        }
        guard read.count >= shortest, wanted.count >= shortest else { return nil }
        let common = Self.common(Array(read.utf8), Array(wanted.utf8))
        return 2 * Double(common) / Double(read.utf8.count + wanted.utf8.count) < alike ? .word : nil
    }

    /// Returns the number of letters in common, in order.
    private static func common(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = [Int](repeating: 0, count: other.count + 1)
        for letter in one {
            var corner = 0
            for place in other.indices {
                let above = row[place + 1]
                row[place + 1] = letter == other[place] ? corner + 1 : max(above, row[place])
                corner = above
            }
        }
        return row[other.count]
    }

    /// Returns a volume number, in digits or Roman numerals; nil for years.
    private static func number(_ word: String) -> Int? {
        if word.utf8.count <= 3, let number = Int(word) { return number }
        guard word.utf8.count <= 4, word.allSatisfy({ "ivx".contains($0) }) else { return nil }
        let values = word.map { ["i": 1, "v": 5, "x": 10][$0] ?? 0 }
        return zip(values, values.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
    }
}

/// The probabilities of what is read on a spine, given the book. All values are natural logarithms of probabilities or
/// of their ratios; they were tuned on rendered shelves whose seeds are not used in any reported result.
package enum SpineWeight {
    /// A missing book, and another one right after it: books are borrowed in series.
    package static let missing = -2.5
    package static let missingMore = -1.2
    /// A spine that is not in the list.
    package static let extra = -3.5
    /// At the end of a board the list continues further down, or anywhere.
    package static let jump = -8.0
    static let jumpBack = -14.0

    /// The weight of a spine without text for any book: if nearly all other spines were read, it is less likely to be
    /// one.
    ///
    /// - Parameter share: the share of spines without text.
    static func blank(share: Double) -> Double { max(2 * log(share), -4) }
    /// The lower limit of any weight: sometimes a whole spine is misread.
    static let least = -16.0
    /// Penalty for a book that has none of the words of a clearly read text.
    static let stranger = -4.0
    /// Penalties for a book if a word or a number was read as a different one, certainly or possibly.
    static let another = -6.0
    static let perhapsAnother = 0.5
    /// Discount on the weight of a word: a spine may carry words of another book's title.
    static let word = 0.9
    /// An equal number is enough on its own.
    static let sameNumber = 25.0
    static let otherNumber = -15.0

    /// Returns the penalty for an unread word of the title.
    static func unread(_ confidence: Double) -> Double { log(1 - 0.85 * confidence) }

    /// Returns the penalty for a word that is not the book's, smaller if words were read badly.
    static func alien(_ confidence: Double) -> Double { log(1 - 0.93 * confidence) }

    /// Returns the weight of a word that was read nearly right.
    static func matched(_ weight: Double, likeness: Double) -> Double { word * weight * (1 - 1.6 * (1 - likeness)) }
}

/// The letter pairs in the words of a list: even if nearly every word was misread, most pairs are right, and other
/// books have few of them.
struct LetterPairs: Sendable {
    /// By book: the pairs in title, author and call number, without repeats.
    private let books: [[UInt16]]
    /// By pair: the share of books that have it.
    private let shares: [Double]

    /// Maximum number of books; letters are compared book by book, and longer lists use words only.
    static let mostBooks = 10_000
    /// Maximum confidence of a reading; above it, words are enough.
    static let mostConfidence = 0.7
    /// Share of the pairs read that are the book's own.
    private static let right = 0.65
    /// Weight of a pair: overlapping pairs are not independent.
    private static let worth = 0.6
    /// Maximum weight for or against a book.
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

    /// The letter pairs read on one spine.
    struct Weights: Sendable {
        fileprivate let books: [[UInt16]]
        /// The weight of a book with none of the pairs, and what each pair adds.
        fileprivate var none = 0.0
        fileprivate var gains = [Double](repeating: 0, count: signs * signs)

        /// Returns the log likelihood ratio of these letters being on this book rather than on another.
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

    /// Returns the pairs, including the space before and after the word.
    private static func pairs(_ word: [UInt8]) -> [UInt16] {
        var before: UInt16 = 0
        return (word.map(sign) + [0]).map { sign in
            defer { before = sign }
            return before * UInt16(signs) + sign
        }
    }

    /// Returns a number for a byte: letters and digits have their own, bytes of other scripts share some.
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
