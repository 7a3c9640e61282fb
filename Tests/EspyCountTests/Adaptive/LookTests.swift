import Espy
import EspyCount
import EspyPixels
import Testing

struct LookTests {
    private func looker(_ detector: ZoomDetector, width: Int = 512, height: Int = 384) -> ScaleDetector {
        ScaleDetector(detector: detector, image: RGBImage(width: width, height: height, red: 90, green: 90, blue: 90))
    }

    @Test(arguments: ScaleDetector.zooms) func everyThingIsSeenOnceAndWhole(zoom: Double) async throws {
        // Spread over the whole picture, so that many cross the edges of tiles.
        let things = (0..<120).map {
            Rect(x: 5 + 41 * Double($0 % 12), y: 4 + 37 * Double($0 / 12), width: 20, height: 20)
        }
        let seen = try looker(ZoomDetector(things) { _ in 0.8 }).look(zoom: zoom).candidates.map(\.rect)
        #expect(seen.count == things.count)
        #expect(things.allSatisfy(seen.contains))
    }

    @Test func whatIsTooLargeForATileIsNotSeen() async throws {
        let large = Rect(x: 100, y: 80, width: 300, height: 250)
        let looker = looker(ZoomDetector([large]) { _ in 0.8 })
        #expect(try looker.look(zoom: 1).candidates.map(\.rect) == [large])
        #expect(try looker.look(zoom: 4).candidates.isEmpty)
    }

    @Test func boxesEndAtTheBorderOfThePicture() async throws {
        let detector = TensorDetector.fake([
            Rect(x: -10, y: 20, width: 40, height: 40), Rect(x: 600, y: 20, width: 40, height: 40),
        ])
        let image = RGBImage(width: 512, height: 384, red: 90, green: 90, blue: 90)
        let seen = try ScaleDetector(detector: detector, image: image).look(zoom: 1).candidates
        #expect(seen.map(\.rect) == [Rect(x: 0, y: 20, width: 30, height: 40)])
    }

    /// The cost of a look is its number of tiles.
    @Test(arguments: [
        (4000, 3000, [1, 2, 4, 6, 12]), (3024, 4032, [1, 2, 4, 6, 12]), (1920, 1080, [1, 2, 2, 6, 12]),
        (416, 416, [1, 4, 4, 9, 16]),
    ])
    func scalesAreWhatFewTilesHold(width: Int, height: Int, tiles: [Int]) async throws {
        let detector = ZoomDetector([]) { _ in 0 }
        for zoom in ScaleDetector.zooms.suffix(5) {
            _ = try looker(detector, width: width, height: height).look(zoom: zoom)
        }
        #expect(detector.log.tiles.map(\.count) == tiles)
    }

    @Test(arguments: [(512, 384), (1, 1), (1, 5000), (5000, 3), (640, 640)])
    func tilesCoverThePictureAndFit(width: Int, height: Int) async throws {
        for zoom in ScaleDetector.zooms {
            let detector = ZoomDetector([]) { _ in 0 }
            _ = try looker(detector, width: width, height: height).look(zoom: zoom)
            let tiles = try #require(detector.log.tiles.first)
            var (columns, rows) = (Set<Int>(), Set<Int>())
            for tile in tiles {
                columns.formUnion(tile.part.columns)
                rows.formUnion(tile.part.rows)
                let side = max(tile.part.width, tile.part.height)
                #expect(side == 1 || Double(side) * (tile.scale ?? 1) <= 64.001)
            }
            #expect(columns == Set(0..<width))
            #expect(rows == Set(0..<height))
            #expect(tiles.count <= 49)
        }
    }

    private func evidence(_ scores: [Double], side: Double = 9) -> Double {
        let box = Rect(x: 0, y: 0, width: side, height: side)
        return ScaleDetections(zoom: 1, candidates: scores.map { Candidate(rect: box, objectness: $0) }).evidence
    }

    @Test func manyWellSeenThingsSpeakForAScale() {
        #expect(evidence([]) == -.infinity)
        #expect(evidence([0.9, 0.9]) > evidence([0.9]))
        #expect(evidence([0.9, 0.8]) > evidence([0.9, 0.8, 0.55]), "poor things speak against it")
        #expect(evidence([0.9, 0.8]) == evidence([0.9, 0.8, 0.4]), "what is hardly seen says nothing")
    }

    @Test func wholeThingsOutweighTheirParts() {
        // Three parts, each a third of the length, are as strong as the thing that they belong to.
        #expect(evidence([0.9], side: 30) > evidence([0.9, 0.9], side: 10))
        #expect(evidence([0.9], side: 30) < evidence([0.9, 0.9, 0.9, 0.9], side: 10))
    }

    @Test func aPictureIsLookedAtOnceAtEachScale() async throws {
        let detector = ZoomDetector([Rect(x: 100, y: 80, width: 30, height: 25)]) { _ in 0.8 }
        let memory = DetectionMemory()
        func look(_ gray: UInt8, _ zoom: Double) async throws -> ScaleDetections {
            let image = RGBImage(width: 512, height: 384, red: gray, green: gray, blue: gray)
            return try ScaleDetector(detector: detector, image: image, memory: memory).look(zoom: zoom)
        }
        let first = try await look(90, 1)
        #expect(try await look(90, 1) == first)
        #expect(first.candidates.count == 1)
        #expect(detector.log.tiles.count == 1)
        _ = try await look(90, 2)
        _ = try await look(91, 1)
        #expect(detector.log.tiles.count == 3)
        // The latest four are remembered.
        for gray in 92...94 { _ = try await look(UInt8(gray), 1) }
        _ = try await look(94, 1)
        #expect(detector.log.tiles.count == 6)
        _ = try await look(90, 1)
        #expect(detector.log.tiles.count == 7)
    }
}
