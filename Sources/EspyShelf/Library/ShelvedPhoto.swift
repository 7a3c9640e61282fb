import Foundation

/// A photo of a shelf that was kept, as a library takes it.
public struct ShelvedPhoto: Sendable {
    /// What it goes by in the history.
    public var entry: String
    /// Its name.
    public var title: String
    /// When it was read, in seconds since 1970.
    public var time: Int
    public var place: ShelfPlace?
    /// What was read, with what a person corrected.
    public var shelf: Shelf

    public init(entry: String, title: String, time: Int, place: ShelfPlace? = nil, shelf: Shelf) {
        self.entry = entry
        self.title = title
        self.time = time
        self.place = place
        self.shelf = shelf
    }
}

/// One book as it was seen in one photo.
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
    /// When the photo was read, in seconds since 1970.
    public var time: Int
    public var place: ShelfPlace?
    /// The board in the photo, and the place on it, from 0.
    public var row: Int
    public var position: Int
    /// What is known of the book: from the user's list, or else what was read on the spine as its title.
    public var book: Catalogue.Book
    /// How likely the title is right, 0...1.
    public var textConfidence: Double
    /// How likely this is the same book as the one in the photo before, 0...1; nil where it was seen there first.
    public var confidence: Double?

    /// Whether a person need not look at the title.
    public var isSure: Bool { textConfidence >= Shelf.Reading.sure }
}

extension ShelvedPhoto {
    /// The spines that say something, by their numbers.
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
    /// What the spine says, sure or not; nil where that is no word.
    fileprivate var named: (book: Catalogue.Book, confidence: Double)? {
        if let found = reading?.book {
            let book = Catalogue.Book(title: found.title, author: found.author, isbn: isbn ?? found.isbn)
            return (book, max(found.confidence, reading?.confidence ?? 0))
        }
        let text = reading?.text ?? ""
        let isWord = Tokens.of(text).contains { $0.count >= 3 }
        guard isWord || isbn != nil else { return nil }
        return (Catalogue.Book(title: isWord ? text : "", isbn: isbn), isWord ? reading?.confidence ?? 0 : 1)
    }
}

/// Where a shelf stands, from the room down: `Study / Case 2 / Shelf 3`. Two are the same whatever letters are capitals.
public struct ShelfPlace: Sendable {
    /// From the largest to the smallest, each with something in it.
    public let parts: [String]
    /// What it is compared by: places are compared for every book.
    private let key: [String]

    /// Of one place.
    public static let mostParts = 8
    /// UTF-8 bytes of a place.
    public static let longest = 200

    /// - Parameter text: parts with slashes between them. Nil where there are none, too many, or characters for control.
    public init?(_ text: String) {
        let parts = text.split(separator: "/").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
        guard text.utf8.count <= Self.longest, (1...Self.mostParts).contains(parts.count),
            parts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
        else { return nil }
        self.parts = parts
        key = parts.map { $0.lowercased() }
    }

    public var text: String { parts.joined(separator: " / ") }

    /// Whether another place is this one, or in it: a shelf is in its room.
    public func holds(_ other: ShelfPlace) -> Bool { other.key.starts(with: key) }
}

extension ShelfPlace: Hashable {
    public static func == (one: ShelfPlace, other: ShelfPlace) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ShelfPlace: Comparable {
    /// As people count: shelf 2 before shelf 10.
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
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "this is no place")
        }
        self = place
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}
