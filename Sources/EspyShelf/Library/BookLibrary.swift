import EspyBarcode
import Foundation

/// All books in all photos of shelves, each once.
///
/// Two sightings are the same book if they have the same ISBN, or if they are from one place, or from one shelf without
/// a named place, and match there by title and neighbors (``Inventory``). A user's statement overrides both.
public struct BookLibrary: Sendable {
    /// A user's statement about two sightings.
    public struct Word: Sendable, Equatable {
        public var one: BookSighting.ID
        public var other: BookSighting.ID
        public var isSame: Bool

        public init(_ one: BookSighting.ID, _ other: BookSighting.ID, isSame: Bool) {
            (self.one, self.other, self.isSame) = (one, other, isSame)
        }
    }

    /// The books, place by place in shelf order; those without a place come last.
    public let books: [LibraryBook]
    /// The places of the photos, in order.
    public let places: [ShelfPlace]
    private let words: [SearchWords]
    private let numbers: [BookSighting.ID: Int]

    /// - Parameters:
    ///   - photos: in the order in which they were added.
    ///   - said: the user's statements; of two contradictory ones, the later counts.
    public init(_ photos: [ShelvedPhoto], said: [Word] = []) {
        let seen = ShelvedSightings(photos)
        var same = BookMerger(seen, said)
        var books = same.books()
        Self.findAlike(&books)
        self.books = books
        places = Set(photos.compactMap(\.place)).sorted()
        words = books.map(SearchWords.init)
        var numbers: [BookSighting.ID: Int] = [:]
        for (number, book) in books.enumerated() { for sighting in book.sightings { numbers[sighting.id] = number } }
        self.numbers = numbers
    }

    /// Returns the book that a sighting belongs to.
    public subscript(id: BookSighting.ID) -> LibraryBook? { numbers[id].map { books[$0] } }

    /// Returns the sightings whose entry begins with this one's; exactly one if it is unambiguous.
    public func sightings(matching id: BookSighting.ID) -> [BookSighting.ID] {
        numbers.keys.filter { $0.spine == id.spine && $0.entry.hasPrefix(id.entry) }
    }

    private static func findAlike(_ books: inout [LibraryBook]) {
        let named = Dictionary(grouping: books.indices) { Tokens.of(books[$0].title).joined(separator: " ") }
        for (name, numbers) in named where numbers.count > 1 && name.count >= 4 {
            let ids = numbers.map { books[$0].id }
            for number in numbers { books[number].alike = ids.filter { $0 != books[number].id } }
        }
    }
}

/// The sightings in all photos, and which of them are one book at one place.
private struct ShelvedSightings {
    /// The sightings by time.
    private(set) var sightings: [BookSighting] = []
    private(set) var walks: [PlacementHistory] = []

    init(_ photos: [ShelvedPhoto]) {
        var walks: [ShelfPlace: PlacementHistory] = [:]
        var unplaced = UnplacedWalks()
        for photo in Self.inTime(photos) {
            var numbers: [Int: Int] = [:]
            for (spine, sighting) in photo.sightings {
                numbers[spine] = sightings.count
                sightings.append(sighting)
            }
            guard let place = photo.place else {
                unplaced.take(photo, numbers, sightings)
                continue
            }
            walks[place, default: PlacementHistory()].take(photo, numbers, sightings)
        }
        self.walks = walks.sorted { $0.key < $1.key }.map(\.value) + unplaced.walks
        for link in self.walks.flatMap(\.links) { sightings[link.other].confidence = link.confidence }
    }

    /// Sorts photos by time; those of the same second stay in the order in which they were added.
    private static func inTime(_ photos: [ShelvedPhoto]) -> [ShelvedPhoto] {
        photos.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}

/// Shelves whose place is unknown: photos belong to the same shelf if they show the same books side by side.
private struct UnplacedWalks {
    private(set) var walks: [PlacementHistory] = []
    /// For each word, the shelves that have it.
    private var shelves: [String: Set<Int>] = [:]

    /// Minimum length of a word; shorter ones are on many shelves.
    private static let shortest = 4
    /// Minimum number of shared words, and maximum number of shelves tried, those that share most first.
    private static let (leastWords, mostShelves) = (3, 3)

    mutating func take(_ photo: ShelvedPhoto, _ numbers: [Int: Int], _ all: [BookSighting]) {
        let words = Set(numbers.values.flatMap { Tokens.of(all[$0].book.title) }.filter { $0.count >= Self.shortest })
        var shared: [Int: Int] = [:]
        for word in words { for shelf in shelves[word] ?? [] { shared[shelf, default: 0] += 1 } }
        let likely = shared.filter { $0.value >= Self.leastWords }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        let shelf = likely.prefix(Self.mostShelves).map(\.key).first { walks[$0].isShown(by: photo, numbers.count) }
        if shelf == nil { walks.append(PlacementHistory()) }
        let number = shelf ?? walks.count - 1
        walks[number].take(photo, numbers, all)
        for word in words { shelves[word, default: []].insert(number) }
    }
}

extension BookLibrary {
    /// A search in the library.
    public struct Question: Sendable, Equatable {
        /// Words that must all be in the title, author, number or place; empty for all books.
        public var words: String
        /// The place to search, including everything in it.
        public var place: ShelfPlace?
        public var status: LibraryBook.Status?

        public init(words: String = "", place: ShelfPlace? = nil, status: LibraryBook.Status? = nil) {
            (self.words, self.place, self.status) = (words, place, status)
        }
    }

    /// Returns the books that match, best first, or in shelf order if all match equally. A word matches words that
    /// begin with it, and words that differ by misread letters.
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
private struct SearchWords: Sendable {
    private struct Word: Sendable {
        let bytes: [UInt8]
        let letters: UInt64
    }

    private let words: [Word]

    /// Minimum length of a word for inexact matches.
    private static let leastFuzzy = 4
    private static let leastLikeness = 0.75

    init(_ book: LibraryBook) {
        // Text read in other photos of the book also matches.
        let texts =
            [book.title, book.author ?? "", book.isbn?.value ?? ""] + book.sightings.map(\.book.title)
            + book.places.map { $0.sighting.place?.text ?? "" }
        let all = Set(texts.flatMap(Tokens.of))
        words = all.map { word in
            let bytes = Array(word.utf8)
            return Word(bytes: bytes, letters: Tokens.letters(of: bytes))
        }
    }

    /// Returns how well all of these words match, up to 1; nil if one does not.
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

/// Merges sightings that are the same book: first by the user's statements, then by the matches within places, most
/// certain first, then by numbers. Sightings that the user separated are never merged.
private struct BookMerger {
    private let seen: ShelvedSightings
    private var parents: [Int]
    private var parted: [(Int, Int)] = []

    init(_ seen: ShelvedSightings, _ said: [BookLibrary.Word]) {
        self.seen = seen
        parents = Array(seen.sightings.indices)
        let numbers = Dictionary(seen.sightings.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
        var joined: [(Int, Int)] = []
        for word in said {
            guard let one = numbers[word.one], let other = numbers[word.other] else { continue }
            if word.isSame { joined.append((one, other)) } else { parted.append((one, other)) }
        }
        for (one, other) in joined { join(one, other) }
        for link in seen.walks.flatMap(\.links).sorted(by: { $0.confidence > $1.confidence }) {
            join(link.one, link.other)
        }
        var owners: [ISBN: Int] = [:]
        for (number, sighting) in seen.sightings.enumerated() {
            guard let isbn = sighting.book.isbn else { continue }
            if let owner = owners[isbn] { join(owner, number) } else { owners[isbn] = number }
        }
    }

    private mutating func root(_ number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (a, b) = (root(one), root(other))
        guard a != b else { return }
        for (x, y) in parted {
            let (p, q) = (root(x), root(y))
            if (p, q) == (a, b) || (p, q) == (b, a) { return }
        }
        parents[b] = a
    }

    /// Returns the books, place by place in shelf order.
    mutating func books() -> [LibraryBook] {
        var groups: [Int: [Int]] = [:]
        for number in seen.sightings.indices { groups[root(number), default: []].append(number) }
        var places: [Int: [LibraryBook.Sighting]] = [:]
        for walk in seen.walks {
            for known in walk.known {
                // If the user cut a chain, each piece is a book.
                for piece in Dictionary(grouping: known.sightings, by: { root($0) }) {
                    let isLast = piece.value.contains(known.sightings[known.sightings.count - 1])
                    places[piece.key, default: []].append(whereabouts(known, piece.value.max() ?? 0, isLast: isLast))
                }
            }
        }
        let books = groups.map { root, numbers in
            LibraryBook(numbers.map { seen.sightings[$0] }, places: Self.distinct(places[root] ?? []))
        }
        // Sorts indices: books are large, their sort keys are not.
        let ranked = books.indices.map { (book: $0, order: Self.order(books[$0])) }.sorted { $0.order < $1.order }
        return ranked.map { books[$0.book] }
    }

    private func whereabouts(_ known: PlacementHistory.Known, _ last: Int, isLast: Bool) -> LibraryBook.Sighting {
        let sighting = seen.sightings[last]
        guard isLast else { return .init(status: .missing, confidence: 0.5, sighting: sighting) }
        if let missing = known.missing, missing.round > known.seen, missing.round >= known.unread ?? 0 {
            return .init(status: .missing, confidence: missing.confidence, sighting: sighting)
        }
        if let unread = known.unread, unread > known.seen {
            return .init(status: .unread, confidence: 0.5, sighting: sighting)
        }
        return .init(status: .seen, confidence: sighting.confidence ?? 1, sighting: sighting)
    }

    /// Returns each place once, with its best-known state; each photo without a place counts as a separate place.
    private static func distinct(_ all: [LibraryBook.Sighting]) -> [LibraryBook.Sighting] {
        var found: [LibraryBook.Sighting] = []
        for one in all {
            let same = found.firstIndex { $0.sighting.place != nil && $0.sighting.place == one.sighting.place }
            guard let same else {
                found.append(one)
                continue
            }
            if one.sighting.time > found[same].sighting.time { found[same] = one }
        }
        return found
    }

    private struct Order: Comparable {
        let place: ShelfPlace?
        let time: Int
        let entry: String
        let row: Int
        let position: Int

        static func < (one: Order, other: Order) -> Bool {
            if one.place != other.place {
                guard let a = one.place else { return false }
                guard let b = other.place else { return true }
                return a < b
            }
            return (-one.time, one.entry, one.row, one.position) < (-other.time, other.entry, other.row, other.position)
        }
    }

    private static func order(_ book: LibraryBook) -> Order {
        let at = book.places.first?.sighting ?? book.last
        return Order(place: at.place, time: at.time, entry: at.id.entry, row: at.row, position: at.position)
    }
}
