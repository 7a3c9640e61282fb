import Espy
import EspyPixels
import Foundation
import Testing

/// Finds the given spines in every picture.
private struct FixedDetector: SpineDetector {
    var spines: [DetectedSpine]

    func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        if Task.isCancelled { throw CancellationError() }
        return spines
    }
}

@Suite struct ShelfReaderTests {
    private let image = RGBImage(width: 200, height: 100, red: 90, green: 90, blue: 90)

    private func spine(_ x: Double, row: Int = 0, confidence: Double = 0.9) -> DetectedSpine {
        DetectedSpine(
            quad: Quad(Rect(x: x, y: 10, width: 20.04, height: 80)), row: row, confidence: confidence)
    }

    @Test func spinesAreNumberedAndRounded() async throws {
        let detector = FixedDetector(spines: [spine(10), spine(40, confidence: 0.12345), spine(10, row: 1)])
        let shelf = try await ShelfReader(options: ShelfOptions(confidence: 0), detector: detector).read(image)
        #expect(shelf.spines.map(\.id) == [1, 2, 3])
        #expect(shelf.spines.map(\.row) == [0, 0, 1])
        #expect(shelf.spines[0].quad.topRight == Point(x: 30, y: 10))
        #expect(shelf.spines[1].confidence == 0.123)
        #expect((shelf.width, shelf.height, shelf.outcome) == (200, 100, .processed))
        #expect(shelf.timings == Shelf.Timings())
    }

    @Test func unsureOnesAreLeftOut() async throws {
        let detector = FixedDetector(spines: [spine(10, confidence: 0.29), spine(40, confidence: 0.3)])
        let shelf = try await ShelfReader(detector: detector).read(image)
        #expect(shelf.spines.map(\.quad.topLeft.x) == [40])
        #expect(shelf.spines[0].id == 1)
    }

    /// Books of one level between surroundings of another.
    private func warnings(books: UInt8, around: UInt8, detector: FixedDetector) async throws -> [Shelf.Warning] {
        var image = RGBImage(width: 200, height: 100, red: around, green: around, blue: around)
        for y in 10..<90 {
            for x in 10..<90 {
                image.pixels.replaceSubrange(3 * (200 * y + x)..<3 * (200 * y + x + 1), with: [books, books, books])
            }
        }
        return try await ShelfReader(detector: detector).read(image).warnings
    }

    @Test func badLightOnTheBooksIsTold() async throws {
        let books = FixedDetector(spines: [spine(10), spine(40), spine(69)])
        #expect(try await warnings(books: 20, around: 200, detector: books) == [.dark])
        #expect(try await warnings(books: 255, around: 0, detector: books) == [.bright])
        #expect(try await warnings(books: 100, around: 255, detector: books) == [])
        #expect(try await warnings(books: 100, around: 0, detector: books) == [])
        // Hardly any books do not show where the others are.
        let few = FixedDetector(spines: [spine(10), spine(40)])
        #expect(try await warnings(books: 20, around: 20, detector: few) == [.dark])
        #expect(try await warnings(books: 20, around: 200, detector: few) == [])
        #expect(try await warnings(books: 100, around: 255, detector: FixedDetector(spines: [])) == [.bright])
    }

    @Test func blurOnTheBooksIsTold() async throws {
        // Letters: bars that pass into each other over this many pixels.
        func warnings(ramp: Int) async throws -> [Shelf.Warning] {
            let line = (0..<800).flatMap { x -> [UInt8] in
                let share = x % 20 < 10 ? Double(x % 20) / Double(ramp) : 1 - Double(x % 20 - 10) / Double(ramp)
                return [UInt8](repeating: UInt8(40 + 160 * min(max(share, 0), 1)), count: 3)
            }
            let image = RGBImage(width: 800, height: 400, pixels: (0..<400).flatMap { _ in line })
            return try await ShelfReader(detector: FixedDetector(spines: [])).read(image).warnings
        }
        #expect(try await warnings(ramp: 2) == [])
        #expect(try await warnings(ramp: 5) == [.blurred])
    }

    @Test func timeIsTakenFromTheClock() async throws {
        let reader = ShelfReader(detector: FixedDetector(spines: []), clock: ContinuousClock())
        let timings = try await reader.read(image).timings
        #expect(timings.spines > 0)
        #expect(timings.total >= timings.spines)
    }

    @Test func pictureWithoutPixels() async {
        let empty = RGBImage(width: 0, height: 5, pixels: [])
        await #expect(throws: ShelfError.emptyImage(width: 0, height: 5)) { try await ShelfReader().read(empty) }
        let shelf = await ShelfReader().look(at: empty, frame: 7, time: 0.5)
        #expect(shelf.outcome == .failed(.emptyImage(width: 0, height: 5)))
        #expect((shelf.frame, shelf.time, shelf.spines) == (7, 0.5, []))
    }

    @Test func pictureThatNobodyWantsAnyMoreIsSkipped() async {
        let reader = ShelfReader(detector: FixedDetector(spines: [spine(10)]))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await reader.look(at: image, frame: 1, time: 0)
        }
        #expect(await task.value.outcome == .skipped)
    }

    @Test(arguments: [(1, 1), (3, 2), (2, 900), (900, 2), (63, 64), (320, 240)])
    func blankPicturesHaveNoSpines(width: Int, height: Int) async throws {
        let blank = RGBImage(width: width, height: height, red: 200, green: 180, blue: 160)
        #expect(try await ShelfReader().read(blank).spines.isEmpty)
    }

    @Test func outcomesSurviveJSON() throws {
        let outcomes: [Shelf.Outcome] = [.processed, .skipped, .failed(.emptyImage(width: 0, height: 3))]
        for outcome in outcomes {
            let shelf = Shelf(frame: 3, time: 1.5, width: 10, height: 20, outcome: outcome)
            let data = try JSONEncoder().encode(shelf)
            #expect(try JSONDecoder().decode(Shelf.self, from: data) == shelf)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Shelf.Outcome].self, from: Data(#"["done"]"#.utf8))
        }
    }
}
