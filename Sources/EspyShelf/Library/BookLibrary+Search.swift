import EspyBarcode

extension BookLibrary {
    /// What is looked for.
    public struct Question: Sendable, Equatable {
        /// Words that title, author, number or place have all; empty for all books.
        public var words: String
        /// A place, or what it is in.
        public var place: ShelfPlace?
        public var status: LibraryBook.Status?

        public init(words: String = "", place: ShelfPlace? = nil, status: LibraryBook.Status? = nil) {
            (self.words, self.place, self.status) = (words, place, status)
        }
    }

    /// The books that fit, the best first; as they stand where all fit alike. A word fits what begins with it, and a word
    /// that was read nearly so.
    public func books(_ question: Question) -> [LibraryBook] {
        let wanted = Tokens.of(question.words).map { Array($0.utf8) }
        var found: [(book: Int, fit: Double)] = []
        for number in books.indices {
            let book = books[number]
            if let status = question.status, book.status != status { continue }
            if let place = question.place,
                !book.places.contains(where: { $0.sighting.place.map(place.holds) ?? false })
            {
                continue
            }
            guard let fit = words[number].fit(wanted) else { continue }
            found.append((number, fit))
        }
        return found.sorted { ($0.fit, $1.book) > ($1.fit, $0.book) }.map { books[$0.book] }
    }
}

/// The words by which a book is found.
struct SearchWords: Sendable {
    private struct Word: Sendable {
        let bytes: [UInt8]
        let letters: UInt64
    }

    private let words: [Word]

    /// Shorter words are found as they are alone.
    private static let leastFuzzy = 4
    private static let leastLikeness = 0.75

    init(_ book: LibraryBook) {
        // What was read on other photos finds it, too.
        let texts =
            [book.title, book.author ?? "", book.isbn?.value ?? ""] + book.sightings.map(\.book.title)
            + book.places.map { $0.sighting.place?.text ?? "" }
        let all = Set(texts.flatMap(Tokens.of))
        words = all.map { word in
            let bytes = Array(word.utf8)
            return Word(bytes: bytes, letters: Tokens.letters(of: bytes))
        }
    }

    /// How well all of these words fit, up to 1; nil where one does not.
    func fit(_ wanted: [[UInt8]]) -> Double? {
        var least = 1.0
        for word in wanted {
            let letters = Tokens.letters(of: word)
            var best = 0.0
            for own in words {
                if own.bytes.starts(with: word) {
                    best = 1
                } else if best < 1, word.count >= Self.leastFuzzy,
                    abs(own.bytes.count - word.count) <= max(own.bytes.count, word.count) / 4,
                    (letters ^ own.letters).nonzeroBitCount <= max(own.bytes.count, word.count) / 2
                {
                    best = max(best, Tokens.likeness(word, own.bytes))
                }
                if best == 1 { break }
            }
            guard best >= Self.leastLikeness else { return nil }
            least = min(least, best)
        }
        return least
    }
}
