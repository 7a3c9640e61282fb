import EspyBarcode
import Foundation

/// What one spine says of the books of a list: for each, the logarithm of how much more likely this text is on its spine
/// than on any other.
///
/// A book explains words that it has, by how rare they are in the list; the words that it has not, and those of its title
/// that were not read, speak against it, the more the surer the text is. So most books of a list are alike in what speaks
/// against them, and only those that share a word with the spine need to be looked at one by one.
struct ListEvidence: Sendable {
    /// Words of the list that were read, and how alike what was read is.
    let read: [Int: Double]
    /// What was read, word by word.
    let words: [String]
    /// What all read words tell; next to nothing on a spine that nobody could read.
    let told: Double
    let confidence: Double
    private let isbn: ISBN?
    /// What speaks against every book that has none of the words, but for its own words that were not read.
    private let base: Double
    /// What letters tell; nil where the number or the words are enough, or the list is long.
    private let letters: LetterPairs.Weights?
    /// By book, what its words add to that.
    private(set) var bonus: [Int: Double] = [:]

    /// A spine with less is called unreadable.
    static let legible = 2.5
    /// Words that are looked up on one spine at most.
    private static let mostWords = 60
    /// Less sure texts are no ground for saying that a word is another.
    private static let clear = 0.5
    /// Still less sure ones may be anything.
    private static let leastOwn = 0.25
    /// Words of more books are frequent ones, if these are more than one in a hundred.
    private static let rare = 1000

    /// - Parameters:
    ///   - titles: by book, what all words of the title weigh, by their length.
    ///   - blank: what a spine without words is worth as any book.
    ///   - pairs: those of the list; nil for a long one.
    init(_ spine: Shelf.Spine, _ list: ShelfList, titles: [Double], blank: Double, pairs: LetterPairs?) {
        let words = Array(Tokens.of(spine.reading?.text ?? "").prefix(Self.mostWords))
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
        // In a fixed order, so that the same list always has the same sums.
        let known = read.sorted { $0.key < $1.key }
        told = 3 * unknown + known.reduce(0) { $0 + tokens[$1.key].weight * $1.value }
        let shares = known.map { TokenIndex.share(ofLength: tokens[$0.key].bytes.count) }
        base = words.isEmpty ? blank : alien * (unknown + shares.reduce(0, +))
        let gains = zip(known, shares).map { known, share in
            (known.key, SpineWeight.told(tokens[known.key].weight, likeness: known.value) - alien * share)
        }
        add(gains, list.index)
        addUnread(list.index)
        guard told > 0, !bonus.isEmpty else { return }
        contradict(list, titles, ReadTitle(words, places))
    }

    /// Books whose titles differ from what was read in a word or a number are others, however alike the rest is.
    private mutating func contradict(_ list: ShelfList, _ titles: [Double], _ text: ReadTitle) {
        for book in bonus.keys {
            let worth = weight(of: book, titles: titles, list)
            guard worth > SpineWeight.perhapsAnother, let contrary = text.contrary(to: book, list) else { continue }
            let most =
                contrary == .surely && confidence >= Self.clear ? SpineWeight.another : SpineWeight.perhapsAnother
            bonus[book, default: 0] -= max(0, worth - most)
        }
    }

    /// Words that many books have speak for those that have a rarer one as well, and for all of them only where nothing
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

    /// Words of the title that were read do not speak against the book.
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

    /// Whether it was read so well that it is a book of the list, or clearly none.
    var isClear: Bool { isLegible && (isbn != nil || confidence >= Shelf.Reading.sure) }

    /// Whether it was read well enough to say that it is none of the list.
    var isOwn: Bool { isLegible && (isbn != nil || confidence >= Self.leastOwn) }

    var isLegible: Bool { isbn != nil || told >= Self.legible }

    /// - Parameter titles: by book, what all words of the title weigh, by their length.
    func weight(of book: Int, titles: [Double], _ list: ShelfList) -> Double {
        let words = base + (told > 0 ? SpineWeight.unread(confidence) * titles[book] : 0) + (bonus[book] ?? 0)
        let strange = isClear && bonus[book] == nil ? SpineWeight.stranger : 0
        var sum = max(words + strange + (letters?.weight(of: book) ?? 0), SpineWeight.least)
        if let isbn, list.books[book].isbn != nil {
            sum += list.books[book].has(isbn) ? SpineWeight.sameNumber : SpineWeight.otherNumber
        }
        return sum
    }

    /// The same for a whole list, into `weights`, in the order of the list.
    func fill(_ weights: inout [Float], titles: [Double], _ list: ShelfList) {
        guard letters == nil else {
            for book in weights.indices { weights[book] = Float(weight(of: book, titles: titles, list)) }
            return
        }
        let unread = told > 0 ? SpineWeight.unread(confidence) : 0
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

    /// The books that the spine may be by its words, letters or number, best first.
    func best(_ count: Int, titles: [Double], _ list: ShelfList) -> [(book: Int, weight: Double)] {
        var books = letters == nil ? Array(bonus.keys) : Array(titles.indices)
        if let book = isbn.flatMap({ list.numbers[$0] }), bonus[book] == nil { books.append(book) }
        let weighed = books.map { (book: $0, weight: weight(of: $0, titles: titles, list)) }
        return Array(weighed.sorted { ($0.weight, $1.book) > ($1.weight, $0.book) }.prefix(count))
    }
}

extension TokenIndex {
    /// What the words of each title weigh by their length.
    var titleLengths: [Double] {
        titles.map { $0.reduce(0) { $0 + Self.share(ofLength: tokens[$1].bytes.count) } }
    }

    /// How alike to what was read the words of the list are, each once; the weight by length of those that no book of the
    /// list has; and by word, what it is in the list. Words that were torn apart are tried together as well.
    func likenesses(of words: [String]) -> (read: [Int: Double], unknown: Double, tokens: [Int?]) {
        var read: [Int: Double] = [:]
        var tokens = [Int?](repeating: nil, count: words.count)
        func isNumber(_ place: Int) -> Bool { Int(words[place]) != nil || Int(words[place + 1]) != nil }
        for place in words.indices {
            for count in [1, 2] where place + count <= words.count {
                let word = words[place..<place + count].joined()
                // Two words that are known apart are two words, and so are a word and a number.
                if count == 2, tokens[place] != nil && numbers(has: words[place + 1]) || isNumber(place) { continue }
                guard let (token, likeness) = nearest(to: word) else { continue }
                read[token] = max(read[token] ?? 0, likeness)
                for part in place..<place + count where count == 1 || tokens[part] == nil { tokens[part] = token }
            }
        }
        let unknown = zip(words, tokens).reduce(0) { $1.1 != nil ? $0 : $0 + Self.share(ofLength: $1.0.utf8.count) }
        return (read, unknown, tokens)
    }

    /// Two copies of one book, or two editions.
    func isSame(_ one: Int, _ other: Int) -> Bool {
        one == other || titles[one] == titles[other] && authors[one] == authors[other]
    }
}

/// The words of a spine in their order, held against titles that have most of them.
struct ReadTitle {
    private let words: [String]
    /// What each word is in the list.
    private let tokens: [Int?]
    private let places: [Int: Int]

    /// Words that have less in common are not one word that was read wrong.
    private static let alike = 0.5
    /// Shorter words tell no titles apart.
    private static let shortest = 3

    enum Contrary { case surely, perhaps }

    init(_ words: [String], _ tokens: [Int?]) {
        (self.words, self.tokens) = (words, tokens)
        places = Dictionary(
            tokens.enumerated().compactMap { word, token in token.map { ($0, word) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether another word stands where a word of the title should: `Returns` behind `The Poetry Pharmacy` is not
    /// `Forever`. Beside the title, it may be the author's, where nobody knows who that is.
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

    /// How many words stand before the subtitle; spines often go without it.
    private static func mainWords(_ title: String) -> Int? {
        title.firstIndex { ":(/".contains($0) }.map { Tokens.of(String(title[..<$0])).count }
    }

    /// Whether two words may be one that was read wrong.
    static func isAlike(_ one: String, _ other: String) -> Bool {
        2 * Double(common(Array(one.utf8), Array(other.utf8))) > 0.65 * Double(one.utf8.count + other.utf8.count)
    }

    private enum Difference { case word, number }

    /// Nil for words that may be the same.
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

    /// Letters in common, in their order.
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

    /// Of a volume, in digits or as Romans wrote it; years are none.
    private static func number(_ word: String) -> Int? {
        if word.utf8.count <= 3, let number = Int(word) { return number }
        guard word.utf8.count <= 4, word.allSatisfy({ "ivx".contains($0) }) else { return nil }
        let values = word.map { ["i": 1, "v": 5, "x": 10][$0] ?? 0 }
        return zip(values, values.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
    }
}

/// How likely spines say what they say, given what they are. All numbers are natural logarithms of probabilities, or of
/// ratios of them; they were chosen on drawn shelves whose seeds nothing is reported on.
package enum SpineWeight {
    /// A book of the list is not where it should be, and the next one of it neither: books are borrowed by series.
    package static let missing = -2.5
    package static let missingMore = -1.2
    /// A spine that is none of the list.
    package static let extra = -3.5
    /// At the end of a board the list goes on somewhere further down, or anywhere.
    package static let jump = -8.0
    static let jumpBack = -14.0

    /// A spine on which nothing was read, as any book: where nearly all others were read, it is less likely one.
    ///
    /// - Parameter share: of the spines on which nothing was read.
    static func blank(share: Double) -> Double { max(2 * log(share), -4) }
    /// Nothing is less likely than so: whole spines are read wrong.
    static let least = -16.0
    /// What it costs a book that a text which was read clearly has none of its words.
    static let stranger = -4.0
    /// A book of which a word or a number was read as another is another, or may be.
    static let another = -6.0
    static let perhapsAnother = 0.5
    /// A word that was read counts for less than it tells: people print words of one title on another.
    static let word = 0.9
    /// The same number tells enough.
    static let sameNumber = 25.0
    static let otherNumber = -15.0

    /// What it costs that a word of the title was not read.
    static func unread(_ confidence: Double) -> Double { log(1 - 0.85 * confidence) }

    /// What it costs that a word was read that is not the book's: less where words were read badly.
    static func alien(_ confidence: Double) -> Double { log(1 - 0.93 * confidence) }

    /// What a word tells that was read nearly right.
    static func told(_ weight: Double, likeness: Double) -> Double { word * weight * (1 - 1.6 * (1 - likeness)) }
}

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
