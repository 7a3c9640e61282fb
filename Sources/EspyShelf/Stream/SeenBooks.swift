public import EspyBarcode
public import EspyPixels

/// A book seen in a stream, with its best view.
public struct SeenBook: Sendable, Equatable, Identifiable {
    /// Its number in the stream.
    public let id: Int
    /// The shelf that it is on, from 0 at the top of everything seen.
    public var row: Int
    /// Seconds since the first picture.
    public var firstSeen: Double
    public var lastSeen: Double
    /// The picture with the best view, and its time.
    public var frame: Int
    public var time: Double
    /// The outline in that picture, in pixels.
    public var quad: Quad
    /// The confidence in that picture, 0...1.
    public var confidence: Double
    /// Number of pictures in which it was found.
    public var sightings: Int
    public var reading: Shelf.Reading?
    public var isbn: ISBN?
}

/// All books seen in a stream so far, combined into one long shelf.
struct SeenBooks: Sendable {
    /// Maximum number of books.
    private static let most = 5000

    private struct Entry {
        var book: SeenBook
        /// Its center in the picture, minus the motion of the picture up to then.
        var place: Point
        var width: Double
        var height: Double
        var isWhole: Bool
    }

    private var entries: [Int: Entry] = [:]

    /// Adds the books found in a picture.
    ///
    /// - Parameters:
    ///   - shelf: the spines shown.
    ///   - found: numbers of the spines found in this very picture.
    ///   - moved: the motion of the picture since the first one.
    mutating func add(_ shelf: Shelf, found: Set<Int>, moved: Point) {
        for spine in shelf.spines where found.contains(spine.id) {
            let bounds = spine.quad.bounds
            let isWhole =
                bounds.x > 1 && bounds.y > 1 && bounds.maxX < Double(shelf.width) - 1
                && bounds.maxY < Double(shelf.height) - 1
            guard var entry = entries[spine.id] else {
                guard entries.count < Self.most else { continue }
                let book = SeenBook(
                    id: spine.id, row: spine.row, firstSeen: shelf.time, lastSeen: shelf.time, frame: shelf.frame,
                    time: shelf.time, quad: spine.quad, confidence: spine.confidence, sightings: 1,
                    reading: spine.reading, isbn: spine.isbn)
                entries[spine.id] = Entry(
                    book: book, place: spine.quad.center - moved, width: spine.quad.meanWidth,
                    height: spine.quad.meanHeight, isWhole: isWhole)
                continue
            }
            entry.book.lastSeen = shelf.time
            entry.book.sightings += 1
            entry.book.isbn = spine.isbn ?? entry.book.isbn
            if let reading = spine.reading, reading.confidence >= entry.book.reading?.confidence ?? 0 {
                entry.book.reading = reading
            }
            let isBetter = isWhole == entry.isWhole ? spine.confidence > entry.book.confidence : isWhole
            if isBetter {
                (entry.book.frame, entry.book.time) = (shelf.frame, shelf.time)
                (entry.book.quad, entry.book.confidence) = (spine.quad, spine.confidence)
                entry.place = spine.quad.center - moved
                (entry.width, entry.height) = (spine.quad.meanWidth, spine.quad.meanHeight)
                entry.isWhole = isWhole
            }
            entries[spine.id] = entry
        }
    }

    /// Removes books in whose place another one was seen more often: books that got a second number, or two that were
    /// taken for one for a while.
    private static func distinct(_ entries: [Entry]) -> [Entry] {
        var kept: [Entry] = []
        for entry in entries.sorted(by: { ($0.book.sightings, $1.book.id) > ($1.book.sightings, $0.book.id) }) {
            // The centers of neighbors are half of both widths apart.
            let isTaken = kept.contains {
                abs($0.place.x - entry.place.x) < 0.3 * ($0.width + entry.width)
            }
            if !isTaken { kept.append(entry) }
        }
        return kept
    }

    /// Returns the books, row by row from the top, each from left to right.
    ///
    /// - Parameter least: minimum number of pictures in which a book was found.
    func list(least: Int) -> [SeenBook] {
        let entries = entries.values.filter { $0.book.sightings >= least }.sorted { $0.place.y < $1.place.y }
        guard !entries.isEmpty else { return [] }
        let height = entries.map { $0.height }.sorted()[entries.count / 2]
        var rows: [[Entry]] = []
        var last = -Double.infinity
        for entry in entries {
            // Centers on one shelf differ by less than half a book; the next shelf is farther away.
            if entry.place.y - last > 0.45 * height { rows.append([]) }
            rows[rows.count - 1].append(entry)
            last = entry.place.y
        }
        return rows.enumerated().flatMap { row, entries in
            Self.distinct(entries).sorted { $0.place.x < $1.place.x }.map { entry in
                var book = entry.book
                book.row = row
                return book
            }
        }
    }
}
