public import EspyBarcode
public import EspyBase
import EspySheets
public import EspySystem

/// The user's books, used to identify spines.
///
/// ```swift
/// let catalog = try Catalog(csv: bytes)
/// print(catalog.match("SMALL WORLDS Watts")?.title ?? "unsure")
/// ```
public struct Catalog: Sendable {
    public struct Book: Sendable, Equatable {
        public var title: String
        public var author: String?
        /// The first ISBN that the list has for the book.
        public var isbn: ISBN?
        /// The call number on its label.
        public var callNumber: String?
        /// ISBNs of other editions, if the list has several for one book.
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

        /// The ISBNs of all editions that the list names.
        var isbns: [ISBN] { (isbn.map { [$0] } ?? []) + otherISBNs }

        /// Whether this is the number of one of its editions.
        func has(_ isbn: ISBN) -> Bool { self.isbn == isbn || otherISBNs.contains(isbn) }
    }

    /// The books, in list order.
    public let books: [Book]
    /// Notes on values that were guessed, repaired or unusable.
    public let notes: [ListNote]
    let index: TokenIndex

    /// Maximum number of books in a list.
    public static let mostBooks = 100_000
    public static let mostBytes = 64 << 20

    public init(_ books: [Book], notes: [ListNote] = []) {
        self.books = books
        self.notes = notes
        index = TokenIndex(books)
    }
}

/// A source of books that can identify a spine.
public protocol BookMatcher: Sendable {
    /// Returns the book whose title and author are on a spine, or nil if no book clearly matches.
    ///
    /// - Parameter text: the text as read, including wrong letters and missing words.
    func match(_ text: String) -> Shelf.CatalogMatch?

    /// Returns the book with this number.
    func book(_ isbn: ISBN) -> Shelf.CatalogMatch?
}

extension Catalog: BookMatcher {
    public func book(_ isbn: ISBN) -> Shelf.CatalogMatch? {
        guard let index = books.firstIndex(where: { $0.has(isbn) }) else { return nil }
        return Shelf.CatalogMatch(
            index: index, title: books[index].title, author: books[index].author, isbn: isbn, confidence: 1)
    }
}

extension Catalog {
    /// Maximum number of words looked up per spine.
    private static let mostWords = 60
    /// Minimum share of a title that must be read, with words weighted by their information.
    private static let leastShare = 0.55
    /// Minimum information. One long word that only one book has counts 6.9, or more in a long list.
    private static let leastEvidence = 5.0
    /// Minimum share of the spine's text that the book must explain; publishers and the like are printed there, too.
    private static let leastExplained = 0.35
    /// Minimum lead over the next different title.
    private static let leastLead = 0.12

    /// Returns the book whose title and author are on a spine, or nil if no book clearly matches.
    ///
    /// - Parameter text: the text as read, including wrong letters and missing words.
    public func match(_ text: String) -> Shelf.CatalogMatch? {
        let (read, unknown) = likenesses(of: text)
        let all = readWeight(Array(read.keys), read)
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
        return Shelf.CatalogMatch(
            index: best.book, title: found.title, author: found.author, isbn: found.isbn,
            confidence: (sure * 1000).rounded() / 1000)
    }

    /// Returns how similar the words of the list are to the words read, and the total weight of words not in the list.
    /// Words that were torn apart are also tried joined.
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

    /// Returns the total weight of the words, scaled by how well each was read.
    private func readWeight(_ tokens: [Int], _ read: [Int: Double]) -> Double {
        tokens.reduce(0) { $0 + index.tokens[$1].weight * (read[$1] ?? 0) }
    }

    /// Returns the share of the title that was read, plus a bonus for the author, minus a penalty for words that this
    /// book does not explain: "Teeth" is in "White Teeth". Nil if too little matches.
    ///
    /// - Parameters:
    ///   - all: total weight of the words read that are in the list.
    ///   - unknown: total weight of the words read that are not in the list. It keeps a book with a one-word title from
    ///     matching every title with that word.
    private func score(_ book: Int, _ read: [Int: Double], all: Double, unknown: Double) -> Double? {
        let whole = index.titles[book].reduce(0) { $0 + index.tokens[$1].weight }
        guard whole > 0 else { return nil }
        let title = readWeight(index.titles[book], read)
        let author = readWeight(index.authors[book], read)
        let authorWhole = index.authors[book].reduce(0) { $0 + index.tokens[$1].weight }
        guard title / whole >= Self.leastShare, title + author >= Self.leastEvidence else { return nil }
        guard title + author >= Self.leastExplained * (all + unknown) else { return nil }
        // Spines often have only the author's last name.
        let fit = 0.85 * title / whole + (authorWhole > 0 ? 0.15 * min(1, 2 * author / authorWhole) : 0)
        return fit * (0.6 + 0.4 * (title + author) / all)
    }

    /// Whether both are copies of one book, so that either may be returned.
    private func isSame(_ a: Int, _ b: Int) -> Bool {
        index.titles[a] == index.titles[b] && index.authors[a] == index.authors[b]
    }
}

/// A reason why a list of books cannot be used.
public enum CatalogError: Error, Sendable, Equatable {
    /// The file has no lines.
    case empty
    case tooManyBytes(Int, limit: Int)
    case tooManyBooks(limit: Int)
    /// The file is neither text nor a spreadsheet.
    case notText
    /// The file is not text in the requested encoding.
    case notEncoded(TextEncoding)
    /// The spreadsheet file is broken, or has no sheet.
    case sheet(reason: String)
    /// The spreadsheet file exceeds the size limit.
    case sheetTooLarge
    /// A quoted field that begins in this line, counted from 1, is never closed.
    case openQuote(line: Int)
    /// No column of the header holds titles; these columns exist.
    case noTitleColumn(columns: [String])
    /// No column of the header holds titles, ISBNs or call numbers; these columns exist.
    case noBookColumn(columns: [String])
}

extension CatalogError {
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
