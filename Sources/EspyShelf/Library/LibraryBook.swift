public import EspyBarcode
public import EspyBase
import Foundation

/// A book of a library, with all its sightings in all photos.
public struct LibraryBook: Sendable, Equatable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Seen in the newest photo of its place.
        case seen
        /// At its place, the newest photo shows a spine that could not be read.
        case unread
        /// Seen in an earlier photo of its place, but not in the newest one that shows where it was.
        case missing
    }

    /// A place where the book was seen.
    public struct Sighting: Sendable, Equatable {
        public var status: Status
        /// Probability that ``status`` is right, 0...1.
        public var confidence: Double
        /// The newest sighting at this place.
        public var sighting: BookSighting
    }

    /// The ID of its oldest sighting, which does not change as photos are added.
    public let id: BookSighting.ID
    public let title: String
    public let author: String?
    public let isbn: ISBN?
    /// Whether the title or number was read reliably in any photo.
    public let isSure: Bool
    /// All sightings, newest first.
    public let sightings: [BookSighting]
    /// Each place once, the present one before earlier ones.
    public let places: [Sighting]
    /// Other books of the library with the same title: perhaps the same book, perhaps another copy.
    public internal(set) var alike: [BookSighting.ID] = []

    public var status: Status { places.first?.status ?? .seen }
    /// The newest sighting.
    public var last: BookSighting { sightings[0] }
    /// Probability that all sightings are one book, 0...1.
    public var confidence: Double { sightings.compactMap(\.confidence).min() ?? 1 }

    public var book: Catalog.Book { Catalog.Book(title: title, author: author, isbn: isbn) }

    /// - Parameters:
    ///   - sightings: at least one, the oldest first.
    ///   - places: in any order.
    init(_ sightings: [BookSighting], places: [Sighting]) {
        id = sightings[0].id
        let ordered = Array(sightings.reversed())
        self.sightings = ordered
        // A title from a list, with its author, is preferred to one that was read; otherwise the most certain one.
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

extension Sequence where Element == LibraryBook {
    /// Returns one line per book: what it is, where it is, whether it was seen there last, and the evidence for that.
    public func table() -> CSVTable {
        CSVTable(
            columns: [
                "title", "author", "isbn", "place", "status", "lastSeen", "photo", "row", "position", "confidence",
                "sure",
                "id",
            ],
            rows: map { book in
                let at = book.places.first?.sighting ?? book.last
                return [
                    CSV.defused(book.title), CSV.defused(book.author ?? ""), book.isbn?.value ?? "",
                    CSV.defused(at.place?.text ?? ""), book.status.rawValue, at.date, CSV.defused(at.photo),
                    String(at.row), String(at.position), CSV.fraction(book.confidence), String(book.isSure),
                    book.id.text,
                ]
            })
    }

    /// Returns the table in the format of a catalog.
    public func table(_ form: BookTableForm) -> BookTable {
        var table = BookTable(form)
        for book in self {
            let place = (book.places.first?.sighting ?? book.last).place?.text ?? ""
            table.add(book.isSure ? book.book : nil, place: place)
        }
        return table
    }
}

extension BookSighting {
    /// The time at which the photo was read, in UTC: `2026-02-20T14:30:22Z`.
    public var date: String { Date(timeIntervalSince1970: Double(time)).ISO8601Format() }
}

extension BookSighting.ID: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}

extension BookSighting: Encodable {
    private enum Key: String, CodingKey {
        case entry, spine, photo, time, date, place, row, position, title, author, isbn, textConfidence, confidence
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id.entry, forKey: .entry)
        try box.encode(id.spine, forKey: .spine)
        try box.encode(photo, forKey: .photo)
        try box.encode(time, forKey: .time)
        try box.encode(date, forKey: .date)
        try box.encodeIfPresent(place, forKey: .place)
        try box.encode(row, forKey: .row)
        try box.encode(position, forKey: .position)
        try box.encode(book.title, forKey: .title)
        try box.encodeIfPresent(book.author, forKey: .author)
        try box.encodeIfPresent(book.isbn, forKey: .isbn)
        try box.encode(textConfidence, forKey: .textConfidence)
        try box.encodeIfPresent(confidence, forKey: .confidence)
    }
}

extension LibraryBook.Sighting: Encodable {
    private enum Key: String, CodingKey {
        case status, confidence, entry, spine, photo, time, date, place, row, position
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(status, forKey: .status)
        try box.encode(confidence, forKey: .confidence)
        try box.encode(sighting.id.entry, forKey: .entry)
        try box.encode(sighting.id.spine, forKey: .spine)
        try box.encode(sighting.photo, forKey: .photo)
        try box.encode(sighting.time, forKey: .time)
        try box.encode(sighting.date, forKey: .date)
        try box.encodeIfPresent(sighting.place, forKey: .place)
        try box.encode(sighting.row, forKey: .row)
        try box.encode(sighting.position, forKey: .position)
    }
}

/// The JSON that all parts of Espy output.
extension LibraryBook: Encodable {
    private enum Key: String, CodingKey {
        case id, title, author, isbn, sure, status, confidence, places, sightings, alike
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(title, forKey: .title)
        try box.encodeIfPresent(author, forKey: .author)
        try box.encodeIfPresent(isbn, forKey: .isbn)
        try box.encode(isSure, forKey: .sure)
        try box.encode(status, forKey: .status)
        try box.encode(confidence, forKey: .confidence)
        try box.encode(places, forKey: .places)
        try box.encode(sightings, forKey: .sightings)
        try box.encode(alike, forKey: .alike)
    }
}
