import Espy
import Foundation

/// Fills a new history and lists it.
struct HistoryBench {
    private let file: String
    private let photo: String

    init(_ arguments: inout Arguments) throws {
        file = try arguments.required()
        photo = try arguments.required()
    }

    struct Line: Encodable {
        let entries: Int
        let bytes: Int
        let add: Times
        let list: Times

        private enum CodingKeys: String, CodingKey {
            case entries, bytes
            case add = "ms_add"
            case list = "ms_list"
        }
    }

    func run() async throws {
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: URL(fileURLWithPath: photo))))
        let history = try History(path: file)
        let clock = ContinuousClock()
        var adding: [Duration] = []
        for number in 0..<History.limit {
            let count = Self.count(number, on: image)
            adding.append(
                try await clock.measure {
                    try await history.add(
                        count, CountOptions(), of: image, title: "tray.jpg", at: 1_700_000_000 + number)
                })
        }
        var listing: [Duration] = []
        var entries = 0
        for _ in 0..<9 {
            listing.append(
                try await clock.measure {
                    let listed = try await history.entries()
                    entries = try await history.thumbnails(of: listed).count
                })
        }
        let line = Line(entries: entries, bytes: Self.size(of: file), add: Times(adding), list: Times(listing))
        try Arguments([]).print(line)
    }

    /// A count of 100 things whose main one is elsewhere each time, so that no two thumbnails are the same.
    private static func count(_ number: Int, on image: RGBImage) -> Count {
        let side = Double(min(image.width, image.height)) / 10
        let detections = (0..<100).map { index in
            let (row, column) = (Double(index / 10), Double(index % 10))
            return Count.Detection(
                x: column * side, y: row * side, width: side, height: side, confidence: 0.9, cluster: 0,
                main: index == number % 100)
        }
        return Count(
            width: image.width, height: image.height, count: 100, range: .init(low: 98, high: 101),
            clusters: [.init(id: 0, count: 100)], detections: detections,
            model: .init(detector: "espy-detector", embedder: "espy-embedder"), parameters: CountOptions())
    }

    /// Includes the files that SQLite keeps beside it.
    private static func size(of file: String) -> Int {
        ["", "-wal", "-shm"].reduce(0) { sum, ending in
            let attributes = try? FileManager.default.attributesOfItem(atPath: file + ending)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }
}
