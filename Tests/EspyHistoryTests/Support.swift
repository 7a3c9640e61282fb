import Espy
import Foundation

/// A folder for the history of one test, removed after the test.
final class HistoryFolder: Sendable {
    let path: String
    /// The path of the history.
    var file: String { path + "/history.sqlite" }

    init() throws {
        path = NSTemporaryDirectory() + "espy-history-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }

    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }
}

/// Small results for tests that do not depend on their content.
enum Results {
    static let image = RGBImage(width: 40, height: 30, red: 200, green: 40, blue: 20)

    static func count(_ number: Int = 3) -> Count {
        let found = (0..<number).map { index in
            Count.Detection(
                x: 4.5 + Double(index), y: 5, width: 8, height: 8.25, confidence: 0.875, cluster: 1, main: true,
                doubt: 0.1)
        }
        return Count(
            width: 40, height: 30, count: number, range: .init(low: number, high: number + 1),
            clusters: [.init(id: 1, count: number)], detections: found, stages: [.init(name: "detecting", ms: 1.5)],
            model: .init(detector: "d", embedder: "e"), parameters: CountOptions(confidence: 0.25, similarity: 0.8),
            warnings: [.dark])
    }

    static let rack = Rack(
        width: 40, height: 30, rows: 1, cols: 2, origin: .box, layout: .given,
        cells: [0, 1].map { Rack.Cell(place: .init(row: 0, col: $0), status: .empty, center: Point(x: 10, y: 10)) },
        vials: [])
}

extension History {
    /// Adds one count for each number in the range, with the number as its title.
    func fill(_ range: Range<Int>) throws -> [HistoryEntry] {
        try range.map { try add(Results.count($0 + 1), of: Results.image, title: "\($0)", at: 1_000 + $0) }
    }
}

extension HistoryAuthor {
    static let tester = HistoryAuthor(via: "a test", time: 1)
}

extension History {
    /// Adds a count with the options that it records.
    @discardableResult
    func add(
        _ count: Count, of image: RGBImage, title: String, at time: Int, replacing old: String? = nil,
        place: ShelfPlace? = nil, photos: HistoryPhotos = .none, by author: HistoryAuthor? = nil
    ) throws(HistoryError) -> HistoryEntry {
        try add(
            count, count.parameters, of: image, title: title, at: time, replacing: old, place: place, photos: photos,
            by: author)
    }
}
