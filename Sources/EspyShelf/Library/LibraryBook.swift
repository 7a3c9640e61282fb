public import EspyBarcode

/// A book of a library: all that was seen of it in all photos.
public struct LibraryBook: Sendable, Equatable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// In the newest photo of its place.
        case seen
        /// At its place stands something that could not be read in the newest photo.
        case unread
        /// In a photo of its place before, and not in the newest one that shows where it stood.
        case missing
    }

    /// One place where it was seen.
    public struct Whereabouts: Sendable, Equatable {
        public var status: Status
        /// How likely ``status`` is so, 0...1.
        public var confidence: Double
        /// The newest sighting there.
        public var sighting: BookSighting
    }

    /// Of its oldest sighting: stays the same as more photos come.
    public let id: BookSighting.ID
    public let title: String
    public let author: String?
    public let isbn: ISBN?
    /// Whether title or number were read surely in any photo.
    public let isSure: Bool
    /// The newest first.
    public let sightings: [BookSighting]
    /// Each place once, where it is now before where it was.
    public let places: [Whereabouts]
    /// Other books of the library that are called the same: perhaps the same book, perhaps another copy.
    public internal(set) var alike: [BookSighting.ID] = []

    public var status: Status { places.first?.status ?? .seen }
    /// Where it was seen last.
    public var last: BookSighting { sightings[0] }
    /// How likely all sightings are one book, 0...1.
    public var confidence: Double { sightings.compactMap(\.confidence).min() ?? 1 }

    public var book: Catalogue.Book { Catalogue.Book(title: title, author: author, isbn: isbn) }

    /// - Parameters:
    ///   - sightings: at least one, the oldest first.
    ///   - places: in any order.
    init(_ sightings: [BookSighting], places: [Whereabouts]) {
        id = sightings[0].id
        let ordered = Array(sightings.reversed())
        self.sightings = ordered
        // A title of a list, with its author, goes before one that was read; else the surest.
        let best = ordered.max { Self.worth($0) < Self.worth($1) } ?? ordered[0]
        title = best.book.title
        author = best.book.author
        isbn = ordered.lazy.compactMap(\.book.isbn).first
        isSure = isbn != nil || best.isSure
        self.places = places.sorted {
            ($0.status.rank, -$0.sighting.time, $0.sighting.id.text)
                < ($1.status.rank, -$1.sighting.time, $1.sighting.id.text)
        }
    }

    private static func worth(_ sighting: BookSighting) -> Double {
        (sighting.book.author == nil ? 0 : 1) + (sighting.book.title.isEmpty ? -2 : 0) + sighting.textConfidence
    }
}

extension LibraryBook.Status {
    fileprivate var rank: Int {
        switch self {
        case .seen: 0
        case .unread: 1
        case .missing: 2
        }
    }
}
