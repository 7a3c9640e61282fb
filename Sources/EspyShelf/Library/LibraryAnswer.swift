import EspyBarcode
public import EspyBase
import Foundation

extension Sequence where Element == LibraryBook {
    /// One line for each book: what it is, where it is, whether it was seen there last, and what that is known by.
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

    /// The same in the form of a catalogue.
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
    /// When the photo was read, in universal time: `2026-02-20T14:30:22Z`.
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

extension LibraryBook.Whereabouts: Encodable {
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

/// As every face of Espy tells it.
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
