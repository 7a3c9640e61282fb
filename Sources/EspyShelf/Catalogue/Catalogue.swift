public import EspyBarcode
public import EspyBase
import EspySheets
public import EspySystem

/// The books that somebody has, to tell which of them a spine is.
///
/// ```swift
/// let catalogue = try Catalogue(csv: bytes)
/// print(catalogue.match("SMALL WORLDS Watts")?.title ?? "unsure")
/// ```
public struct Catalogue: Sendable {
    public struct Book: Sendable, Equatable {
        public var title: String
        public var author: String?
        /// The first one that the list has for it.
        public var isbn: ISBN?
        /// Where it stands in a library, as its label says.
        public var callNumber: String?
        /// Of other editions, where the list has several for one book.
        public var otherISBNs: [ISBN]

        public init(
            title: String, author: String? = nil, isbn: ISBN? = nil, callNumber: String? = nil, otherISBNs: [ISBN] = []
        ) {
            self.title = title
            self.author = author
            self.isbn = isbn
            self.callNumber = callNumber
            self.otherISBNs = otherISBNs
        }

        /// Of all editions that the list names.
        var isbns: [ISBN] { (isbn.map { [$0] } ?? []) + otherISBNs }

        /// Whether it is the number of one of its editions.
        func has(_ isbn: ISBN) -> Bool { self.isbn == isbn || otherISBNs.contains(isbn) }
    }

    /// In the order of the list.
    public let books: [Book]
    /// What was guessed or put right in the file, or could not be used.
    public let notes: [ListNote]
    let index: TokenIndex

    /// A longer list is not read.
    public static let mostBooks = 100_000
    public static let mostBytes = 64 << 20

    public init(_ books: [Book], notes: [ListNote] = []) {
        self.books = books
        self.notes = notes
        index = TokenIndex(books)
    }
}

/// Whatever knows books, and tells which of them a spine is.
public protocol BookMatcher: Sendable {
    /// The book whose title and author are on a spine; nil unless one clearly is.
    ///
    /// - Parameter text: what was read, wrong letters and missing words included.
    func match(_ text: String) -> Shelf.CatalogueMatch?

    /// The book with this number.
    func book(_ isbn: ISBN) -> Shelf.CatalogueMatch?
}

extension Catalogue: BookMatcher {
    public func book(_ isbn: ISBN) -> Shelf.CatalogueMatch? {
        guard let index = books.firstIndex(where: { $0.has(isbn) }) else { return nil }
        return Shelf.CatalogueMatch(
            index: index, title: books[index].title, author: books[index].author, isbn: isbn, confidence: 1)
    }
}

extension Catalogue {
    /// Words that are looked up on one spine at most.
    private static let mostWords = 60
    /// How much of a title has to be read, counted by what its words tell.
    private static let leastShare = 0.55
    /// One long word that only one book has tells 6.9, or more in a long list.
    private static let leastEvidence = 5.0
    /// How much of what is on the spine the book has to explain: publishers and the like are on it, too.
    private static let leastExplained = 0.35
    /// By how much the next other title has to be behind.
    private static let leastLead = 0.12

    /// The book whose title and author are on a spine; nil unless one clearly is.
    ///
    /// - Parameter text: what was read, wrong letters and missing words included.
    public func match(_ text: String) -> Shelf.CatalogueMatch? {
        let (read, unknown) = likenesses(of: text)
        let all = told(Array(read.keys), read)
        var scores: [(book: Int, score: Double)] = []
        for book in Set(read.keys.flatMap { index.tokens[$0].books.map(Int.init) }) {
            if let score = score(book, read, all: all, unknown: unknown) { scores.append((book, score)) }
        }
        scores.sort { ($0.score, $1.book) > ($1.score, $0.book) }
        guard let best = scores.first else { return nil }
        let next = scores.first { !isSame($0.book, best.book) }?.score ?? 0
        guard best.score - next >= Self.leastLead else { return nil }
        let found = books[best.book]
        let sure = min(1, best.score) * min(1, 0.5 + (best.score - next))
        return Shelf.CatalogueMatch(
            index: best.book, title: found.title, author: found.author, isbn: found.isbn,
            confidence: (sure * 1000).rounded() / 1000)
    }

    /// How alike to what was read the words of the list are, and what the words tell that are not in the list. Words that
    /// were torn apart are tried together as well.
    private func likenesses(of text: String) -> (read: [Int: Double], unknown: Double) {
        let words = Array(Tokens.of(text).prefix(Self.mostWords))
        var read: [Int: Double] = [:]
        var isKnown = [Bool](repeating: false, count: words.count)
        for place in words.indices {
            for count in [1, 2] where place + count <= words.count {
                let word = words[place..<place + count].joined()
                guard let (token, likeness) = index.nearest(to: word) else { continue }
                read[token] = max(read[token] ?? 0, likeness)
                for part in place..<place + count { isKnown[part] = true }
            }
        }
        let unknown = zip(words, isKnown).reduce(0) { $1.1 ? $0 : $0 + index.weight(ofUnknown: $1.0) }
        return (read, unknown)
    }

    /// What words tell, as far as they were read.
    private func told(_ tokens: [Int], _ read: [Int: Double]) -> Double {
        tokens.reduce(0) { $0 + index.tokens[$1].weight * (read[$1] ?? 0) }
    }

    /// The share of the title that was read, with something added for the author, and something taken away for words
    /// that this book leaves unexplained: "Teeth" is in "White Teeth". Nil for too little.
    ///
    /// - Parameters:
    ///   - all: what all words of the list that were read tell.
    ///   - unknown: what those tell that are not in the list: a book of one word is not to be taken for each of which the
    ///     title has that word.
    private func score(_ book: Int, _ read: [Int: Double], all: Double, unknown: Double) -> Double? {
        let whole = index.titles[book].reduce(0) { $0 + index.tokens[$1].weight }
        guard whole > 0 else { return nil }
        let title = told(index.titles[book], read)
        let author = told(index.authors[book], read)
        let authorWhole = index.authors[book].reduce(0) { $0 + index.tokens[$1].weight }
        guard title / whole >= Self.leastShare, title + author >= Self.leastEvidence else { return nil }
        guard title + author >= Self.leastExplained * (all + unknown) else { return nil }
        // Of the author, spines often have the last name only.
        let fit = 0.85 * title / whole + (authorWhole > 0 ? 0.15 * min(1, 2 * author / authorWhole) : 0)
        return fit * (0.6 + 0.4 * (title + author) / all)
    }

    /// Two copies of one book: it does not matter which of them it is.
    private func isSame(_ a: Int, _ b: Int) -> Bool {
        index.titles[a] == index.titles[b] && index.authors[a] == index.authors[b]
    }
}

/// Why a list of books cannot be used.
public enum CatalogueError: Error, Sendable, Equatable {
    /// There is no line in it.
    case empty
    case tooManyBytes(Int, limit: Int)
    case tooManyBooks(limit: Int)
    /// It is neither text nor a sheet.
    case notText
    /// It is no text in the encoding that was asked for.
    case notEncoded(TextEncoding)
    /// A spreadsheet file that is broken, or has no sheet.
    case sheet(reason: String)
    /// A spreadsheet file of more than is read.
    case sheetTooLarge
    /// A field that begins with a quotation mark in this line, counted from 1, does not end.
    case openQuote(line: Int)
    /// No column of the header holds titles; these are there.
    case noTitleColumn(columns: [String])
    /// No column of the header holds titles, ISBNs or call numbers; these are there.
    case noBookColumn(columns: [String])
}

extension CatalogueError {
    init(_ failure: ListFile.Failure) {
        self =
            switch failure {
            case .sheet(let reason): .sheet(reason: reason)
            case .tooLarge: .sheetTooLarge
            case .notText: .notText
            case .notEncoded(let encoding): .notEncoded(encoding)
            case .openQuote(let line): .openQuote(line: line)
            case .tooMany(let limit): .tooManyBooks(limit: limit)
            }
    }
}
