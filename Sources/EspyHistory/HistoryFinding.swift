public import EspyCount
import EspyPixels
public import EspyRack
public import EspyShelf

/// What was found in a photo and what it was asked for with: all that a history keeps, but for the photo.
public enum HistoryFinding: Sendable, Equatable {
    case count(Count)
    case rack(Rack, RackOptions)
    case shelf(Shelf, ShelfOptions)

    /// Whether anything was found: nothing is not worth an entry of its own.
    public var isWorthKeeping: Bool {
        switch self {
        case .count(let count): count.count > 0
        case .rack(let rack, _): !rack.vials.isEmpty || !rack.outside.isEmpty
        case .shelf(let shelf, _): !shelf.spines.isEmpty
        }
    }

    public var result: HistoryResult {
        switch self {
        case .count(let count): .count(count)
        case .rack(let rack, _): .rack(rack)
        case .shelf(let shelf, _): .shelf(shelf)
        }
    }

    /// - Parameter thumbnail: as JPEG.
    func entry(title: String, at time: Int, thumbnail: [UInt8]) throws(HistoryError) -> NewEntry {
        switch self {
        case .count(let count):
            NewEntry(
                kind: .count, time: time, title: title, count: count.count, range: count.range,
                parameters: .count(count.parameters), result: try ResultRow(count), thumbnail: thumbnail)
        case .rack(let rack, let options):
            NewEntry(
                kind: .rack, time: time, title: title, count: rack.vials.count, rows: rack.rows, cols: rack.cols,
                parameters: .rack(options), result: try ResultRow(rack), thumbnail: thumbnail)
        case .shelf(let shelf, let options):
            NewEntry(
                kind: .shelf, time: time, title: title, count: shelf.spines.count, parameters: .shelf(options),
                result: try ResultRow(shelf), thumbnail: thumbnail)
        }
    }

    /// What the small picture shows, in pixels of the photo: what a count stands for, the whole box, all spines.
    ///
    /// - Parameter image: the photo, at any size.
    func subject(in image: RGBImage) -> Rect? {
        switch self {
        case .count(let count):
            count.representative?.rect.scaled(
                x: Double(image.width) / Double(count.width), y: Double(image.height) / Double(count.height))
        case .rack(let rack, _): rack.outline?.bounds
        case .shelf(let shelf, _): shelf.bounds
        }
    }
}
