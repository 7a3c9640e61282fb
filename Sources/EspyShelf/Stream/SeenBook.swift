public import EspyBarcode
public import EspyPixels

/// A book that was seen in a stream, as it was seen best.
public struct SeenBook: Sendable, Equatable, Identifiable {
    /// The number that it had in the stream.
    public let id: Int
    /// Which shelf it stands on, counted from 0 at the top of all that was seen.
    public var row: Int
    /// Seconds since the first picture.
    public var firstSeen: Double
    public var lastSeen: Double
    /// The picture in which it was seen best, and its time.
    public var frame: Int
    public var time: Double
    /// Where it was in that picture, in its pixels.
    public var quad: Quad
    /// In that picture, 0...1.
    public var confidence: Double
    /// In how many pictures it was found.
    public var sightings: Int
    public var reading: Shelf.Reading?
    public var isbn: ISBN?
}

/// `{"id", "row", "firstSeen", "lastSeen", "frame", "time", "quad": [[x, y]…], "confidence", "sightings", "text",
/// "textConfidence", "isbn"}`.
extension SeenBook: Encodable {
    private enum Key: String, CodingKey {
        case id, row, firstSeen, lastSeen, frame, time, quad, confidence, sightings, text, textConfidence, book, isbn
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(row, forKey: .row)
        try box.encode(firstSeen, forKey: .firstSeen)
        try box.encode(lastSeen, forKey: .lastSeen)
        try box.encode(frame, forKey: .frame)
        try box.encode(time, forKey: .time)
        try box.encode(quad.corners.map { [$0.x, $0.y] }, forKey: .quad)
        try box.encode(confidence, forKey: .confidence)
        try box.encode(sightings, forKey: .sightings)
        try box.encodeIfPresent(reading?.text, forKey: .text)
        try box.encodeIfPresent(reading?.confidence, forKey: .textConfidence)
        try box.encodeIfPresent(reading?.book, forKey: .book)
        try box.encodeIfPresent(isbn ?? reading?.book?.isbn, forKey: .isbn)
    }
}
