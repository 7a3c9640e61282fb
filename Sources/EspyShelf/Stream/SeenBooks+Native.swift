// Not in the browser: it has no `Codable`.

import EspyBarcode
import EspyPixels

/// `{"id", "row", "firstSeen", "lastSeen", "frame", "time", "quad": [[x, y]…], "confidence", "sightings", "text",
/// "textConfidence", "state", "unknownWords", "callNumber", "book", "isbn"}`.
extension SeenBook: Encodable {
    private enum Key: String, CodingKey {
        case id, row, firstSeen, lastSeen, frame, time, quad, confidence, sightings, text, textConfidence, state
        case unknownWords, callNumber, book, isbn
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
        try box.encodeIfPresent(reading?.state, forKey: .state)
        try box.encodeIfPresent(reading?.unknownWords, forKey: .unknownWords)
        try box.encodeIfPresent(reading?.label?.text, forKey: .callNumber)
        try box.encodeIfPresent(reading?.book, forKey: .book)
        try box.encodeIfPresent(isbn ?? reading?.book?.isbn, forKey: .isbn)
    }
}
