import Espy
import EspyCodecs
import EspyPixels
import EspySamples
import Foundation
import Testing

/// Rendered shelves in the repository. Floors are only ever raised, and ceilings only ever lowered.
@Suite struct ShelfSampleTests {
    struct Floor: Sendable, CustomTestStringConvertible {
        let name: String
        /// Outlines that overlap a spine by at least half, and outlines of nothing.
        let hits: Int
        let wrong: Int

        var testDescription: String { name }
    }

    static let floors = [
        Floor(name: "library-row", hits: 12, wrong: 0), Floor(name: "leaning", hits: 13, wrong: 5),
        Floor(name: "two-rows", hits: 33, wrong: 4), Floor(name: "dark-series", hits: 15, wrong: 1),
        Floor(name: "empty", hits: 0, wrong: 0),
    ]

    private struct Truth: Decodable {
        struct Spine: Decodable {
            let quad: [[Double]]
            let row: Int
        }

        let spines: [Spine]
    }

    private static let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../Samples/shelf").standardized

    @Test(arguments: floors)
    func outlinesASample(floor: Floor) async throws {
        let file = Self.folder.appendingPathComponent(floor.name)
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: file.appendingPathExtension("jpg"))))
        let truth = try JSONDecoder().decode(
            Truth.self, from: Data(contentsOf: file.appendingPathExtension("json")))
        let shelf = try await ShelfReader().read(image)
        var open = truth.spines
        var wrong = 0
        for spine in shelf.spines {
            let fits = open.map { Self.overlap(spine.quad, Self.quad($0.quad)) }
            if let best = fits.indices.max(by: { fits[$0] < fits[$1] }), fits[best] >= 0.5 {
                #expect(open[best].row == spine.row)
                open.remove(at: best)
            } else {
                wrong += 1
            }
        }
        let hits = truth.spines.count - open.count
        #expect(hits >= floor.hits, "\(hits) of \(truth.spines.count), \(wrong) wrong")
        #expect(wrong <= floor.wrong, "\(hits) of \(truth.spines.count), \(wrong) wrong")
    }

    private static func quad(_ corners: [[Double]]) -> Quad {
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    /// Intersection over union, counted in points two pixels apart.
    private static func overlap(_ one: Quad, _ other: Quad) -> Double {
        guard one.bounds.intersection(other.bounds) != nil else { return 0 }
        let bounds = one.bounds.union(other.bounds)
        var (shared, all) = (0.0, 0.0)
        for y in stride(from: bounds.y + 1, to: bounds.maxY, by: 2) {
            for x in stride(from: bounds.x + 1, to: bounds.maxX, by: 2) {
                let inside = (one.contains(Point(x: x, y: y)), other.contains(Point(x: x, y: y)))
                if inside.0 && inside.1 { shared += 1 }
                if inside.0 || inside.1 { all += 1 }
            }
        }
        return all > 0 ? shared / all : 0
    }

    /// The files match the output of this version of the renderer, as far as positions are concerned.
    @Test(arguments: CommittedBookshelf.all.map(\.name))
    func sidecarIsTheTruthOfTheScene(name: String) throws {
        let scene = try #require(CommittedBookshelf.all.first { $0.name == name }).scene
        let file = Self.folder.appendingPathComponent(name).appendingPathExtension("json")
        #expect(try String(contentsOf: file, encoding: .utf8) == scene.truth.json())
    }
}
