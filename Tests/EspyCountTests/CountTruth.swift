import Espy
import EspyTestSupport
import Foundation

/// The truth of a photo: how many things count, and where they are.
struct CountTruth {
    struct Thing {
        let center: Point
        /// Geometric mean of width and height in pixels.
        let size: Double
    }

    let count: Int
    let things: [Thing]

    /// Returns the largest number of marks that can be paired one to one with things within half their size.
    func hits(_ marks: [Point]) -> Int {
        let near = marks.map { mark in
            things.indices.filter { things[$0].center.distance(to: mark) <= 0.5 * things[$0].size }
        }
        var owners = [Int?](repeating: nil, count: things.count)
        func place(_ mark: Int, _ tried: inout Set<Int>) -> Bool {
            for thing in near[mark] where tried.insert(thing).inserted {
                guard let owner = owners[thing] else {
                    owners[thing] = mark
                    return true
                }
                if place(owner, &tried) {
                    owners[thing] = mark
                    return true
                }
            }
            return false
        }
        return marks.indices.count { mark in
            var tried: Set<Int> = []
            return place(mark, &tried)
        }
    }
}

extension CountTruth {
    private struct Sidecar: Decodable {
        struct Thing: Decodable {
            let kind: Int
            let center: Point
            let box: Rect
        }

        let count: Int
        let things: [Thing]
    }

    static let trays = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Samples/count")
        .standardized

    /// Loads a rendered tray and its truth: the kind with the most things; in a tie, the first.
    static func tray(_ name: String) throws -> (photo: [UInt8], truth: CountTruth) {
        let file = trays.appendingPathComponent(name)
        let all = try JSONDecoder().decode(Sidecar.self, from: Data(contentsOf: file.appendingPathExtension("json")))
        let sizes = Dictionary(all.things.map { ($0.kind, 1) }, uniquingKeysWith: +)
        let main = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let things = all.things.filter { $0.kind == main }.map {
            Thing(center: $0.center, size: $0.box.area.squareRoot())
        }
        let photo = try Data(contentsOf: file.appendingPathExtension("jpg"))
        return ([UInt8](photo), CountTruth(count: all.count, things: things))
    }
}

extension CountTruth {
    /// An entry of `count/truth.json` in the folder of photos.
    private struct Entry: Decodable {
        let count: Int
        let mainClassCount: Int?
        let centres: [[Double]]
        let approxSize: [Double]?
        let approxSizePerObject: [[Double]]?
    }

    /// Returns the photos with one kind of things. With several kinds, the truth does not say which is where.
    static func photos() throws -> [(file: String, truth: CountTruth)] {
        let bytes = try PhotoSets.bytes("count/truth.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let entries = try decoder.decode([String: Entry].self, from: Data(bytes))
        return entries.sorted { $0.key < $1.key }.compactMap { file, entry in
            guard entry.mainClassCount == nil else { return nil }
            let sizes = entry.approxSizePerObject ?? entry.centres.map { _ in entry.approxSize ?? [0, 0] }
            let things = zip(entry.centres, sizes).map {
                Thing(center: Point(x: $0[0], y: $0[1]), size: ($1[0] * $1[1]).squareRoot())
            }
            return (file, CountTruth(count: entry.count, things: things))
        }
    }
}
