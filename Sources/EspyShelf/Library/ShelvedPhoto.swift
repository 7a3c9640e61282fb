import EspyBase
import Foundation

/// A stored photo of a shelf, as input for a library.
public struct ShelvedPhoto: Sendable {
    /// Its ID in the history.
    public var entry: String
    /// Its name.
    public var title: String
    /// The time at which it was read, in seconds since 1970.
    public var time: Int
    public var place: ShelfPlace?
    /// The result, including the user's corrections.
    public var shelf: Shelf

    public init(entry: String, title: String, time: Int, place: ShelfPlace? = nil, shelf: Shelf) {
        self.entry = entry
        self.title = title
        self.time = time
        self.place = place
        self.shelf = shelf
    }
}

/// One sighting of a book in a photo.
public struct BookSighting: Sendable, Equatable {
    /// A spine of a photo.
    public struct ID: Hashable, Sendable {
        public let entry: String
        public let spine: Int

        public init(entry: String, spine: Int) { (self.entry, self.spine) = (entry, spine) }

        /// `ENTRY.SPINE`
        public init?(_ text: some StringProtocol) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let spine = Int(parts[1]), spine > 0 else { return nil }
            self.init(entry: String(parts[0]), spine: spine)
        }

        public var text: String { "\(entry).\(spine)" }
    }

    public var id: ID
    /// Name of the photo.
    public var photo: String
    /// The time at which the photo was read, in seconds since 1970.
    public var time: Int
    public var place: ShelfPlace?
    /// The board in the photo, and the position on it, from 0.
    public var row: Int
    public var position: Int
    /// The book as far as it is known: from the user's list, or else with the text of the spine as its title.
    public var book: Catalog.Book
    /// Probability that the title is right, 0...1.
    public var textConfidence: Double
    /// Probability that this is the same book as in the photo before, 0...1; nil at its first sighting there.
    public var confidence: Double?

    /// Whether the title needs no review.
    public var isSure: Bool { textConfidence >= Shelf.Reading.sure }
}

extension ShelvedPhoto {
    /// The sightings of spines with text, by spine number.
    var sightings: [(spine: Int, sighting: BookSighting)] {
        var (row, position) = (-1, 0)
        return shelf.spines.compactMap { spine in
            position = spine.row == row ? position + 1 : 0
            row = spine.row
            guard let (book, confidence) = spine.named else { return nil }
            return (
                spine.id,
                BookSighting(
                    id: .init(entry: entry, spine: spine.id), photo: title, time: time, place: place, row: row,
                    position: position, book: book, textConfidence: confidence)
            )
        }
    }
}

extension Shelf.Spine {
    /// The book by the text on the spine, certain or not; nil without words.
    fileprivate var named: (book: Catalog.Book, confidence: Double)? {
        if let found = reading?.book {
            let book = Catalog.Book(title: found.title, author: found.author, isbn: isbn ?? found.isbn)
            return (book, max(found.confidence, reading?.confidence ?? 0))
        }
        let text = reading?.text ?? ""
        let isWord = Tokens.of(text).contains { $0.count >= 3 }
        guard isWord || isbn != nil else { return nil }
        return (Catalog.Book(title: isWord ? text : "", isbn: isbn), isWord ? reading?.confidence ?? 0 : 1)
    }
}

/// The place of a shelf, from the room down: `Study / Case 2 / Shelf 3`. Comparison ignores case.
public struct ShelfPlace: Sendable {
    /// The names from the largest part to the smallest, none of them empty.
    public let parts: [String]
    /// The key for comparison, stored because places are compared for every book.
    private let key: [String]

    /// Maximum number of parts in a place.
    public static let mostParts = 8
    /// Maximum length of a place in UTF-8 bytes.
    public static let longest = 200

    /// - Parameter text: parts separated by slashes. Returns nil if there are none, too many, or control characters.
    public init?(_ text: String) {
        let parts = text.split(separator: "/").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
        guard text.utf8.count <= Self.longest, (1...Self.mostParts).contains(parts.count),
            parts.allSatisfy({ !$0.unicodeScalars.contains { $0.isControl } })
        else { return nil }
        self.parts = parts
        key = parts.map { $0.lowercased() }
    }

    public var text: String { parts.joined(separator: " / ") }

    /// Whether the other place is this one or inside it: a shelf is inside its room.
    public func holds(_ other: ShelfPlace) -> Bool { other.key.starts(with: key) }
}

extension ShelfPlace: Hashable {
    public static func == (one: ShelfPlace, other: ShelfPlace) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ShelfPlace: Comparable {
    /// Orders numbers numerically: shelf 2 before shelf 10.
    public static func < (one: ShelfPlace, other: ShelfPlace) -> Bool {
        for (a, b) in zip(one.key, other.key) where a != b {
            return a.compare(b, options: .numeric) == .orderedAscending
        }
        return one.parts.count < other.parts.count
    }
}

extension ShelfPlace: Codable {
    public init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        guard let place = ShelfPlace(try box.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "not a valid place")
        }
        self = place
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}
