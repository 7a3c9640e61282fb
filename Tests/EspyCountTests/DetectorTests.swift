import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Testing

struct DetectorTests {
    private let image = RGBImage(width: 128, height: 64, red: 9, green: 9, blue: 9)
    private var whole: Tile { Tile(part: PixelRect(width: 128, height: 64)) }

    private func detector(_ entry: ModelEntry, rows: [Float]) throws -> TensorDetector {
        try TensorDetector(
            Model(entry: entry) { input throws(InferenceError) in
                let shape = entry.output.shape(batch: input.shape[0])
                return [Tensor(shape: shape, values: Array(repeating: rows, count: input.shape[0]).flatMap(\.self))]
            })
    }

    @Test func decodedRowsAreBroughtToThePicture() async throws {
        let detector = try detector(
            FakeEntry.detectorEntry(rows: 2, columns: 7),
            rows: [10, 12, 4, 6, 0.9, 0.2, 0.6, 30, 12, 4, 6, 0.1, 1, 1])
        let found = try detector.candidates(in: image, minimumScore: 0.5)
        #expect(found.count == 1)
        #expect(found.first?.rect == Rect(x: 16, y: 18, width: 8, height: 12))
        #expect(found.first.map { Float($0.objectness) } == 0.9)
        #expect(found.first.map { Float($0.classScore) } == 0.6)
    }

    /// 8 × 8 cells of 8 pixels, 4 × 4 of 16, 2 × 2 of 32.
    @Test func rawRowsAreOffsetsInTheirCells() async throws {
        var rows = [Float](repeating: 0, count: 84 * 5)
        func set(_ row: Int, _ numbers: [Float]) { rows.replaceSubrange((row * 5)..<(row * 5 + 5), with: numbers) }
        set(8 * 3 + 2, [0.5, 0.25, 0, 0, 0.9])
        set(64 + 4 * 1 + 3, [0, 0, 0, 0, 0.8])
        set(80 + 2 * 1 + 1, [0, 0, 1, 0, 0.7])
        let entry = FakeEntry.detectorEntry(kind: .yoloxRaw, rows: 84, strides: [8, 16, 32])
        let found = try detector(entry, rows: rows).candidates(in: image, minimumScore: 0.5)
        #expect(found.map { $0.rect.center } == [Point(x: 40, y: 52), Point(x: 96, y: 32), Point(x: 64, y: 64)])
        #expect(found.map(\.rect.height) == [16, 32, 64])
        #expect(abs(found[2].rect.width - 64 * 2.718281828) < 1e-4)
        #expect(found.allSatisfy { $0.classScore == 1 })
    }

    @Test(arguments: [(416, 3549), (640, 8400)]) func rowsOfUsualSizesFit(side: Int, rows: Int) throws {
        let entry = FakeEntry.detectorEntry(
            kind: .yoloxRaw, rows: rows, columns: 85, strides: [8, 16, 32], side: side)
        #expect(throws: Never.self) { try HeadDecoder(entry: entry) }
        var other = entry
        other.output.rows = rows + 1
        #expect(throws: InferenceError.self) { try HeadDecoder(entry: other) }
    }

    @Test func answersOfAnotherShapeAreRefused() throws {
        let decoder = try HeadDecoder(entry: FakeEntry.detectorEntry(rows: 2))
        let placement = Placement(PixelRect(width: 64, height: 64), in: FakeEntry.detectorEntry(rows: 2).input)
        let answers = [
            Tensor(shape: [1, 3, 5], values: .init(repeating: 0, count: 15)),
            Tensor(shape: [1, 2, 5], values: [0]), Tensor(shape: [2, 2, 5], values: .init(repeating: 0, count: 20)),
        ]
        for answer in answers {
            #expect(throws: InferenceError.self) {
                try decoder.candidates(in: answer, placements: [placement], minimumScore: 0)
            }
        }
    }

    @Test func boxesThatAreNotFiniteAreLeftOut() async throws {
        let entry = FakeEntry.detectorEntry(kind: .yoloxRaw, rows: 4, strides: [32])
        var rows = [Float](repeating: 0, count: 20)
        for row in 0..<4 { rows[row * 5 + 4] = 1 }
        rows[2] = 500
        rows[7] = -500
        let found = try detector(entry, rows: rows).candidates(in: image, minimumScore: 0.5)
        #expect(found.count == 2)
    }

    /// Center and size are finite, but the corners are not, or are far from any pixel; one row is valid.
    @Test func boxesThatOverflowAreLeftOut() async throws {
        let huge = Float.greatestFiniteMagnitude
        let rows: [[Float]] = [
            [huge, 0, huge, 1, 1], [0, -huge, 1, huge, 1], [1e20, 9, 4, 4, 1], [9, 9, 1e20, 4, 1],
            [1e5, 9, 1e-4, 4, 1],
            [9, 9, 4, 4, .infinity], [9, 9, 4, 4, .nan], [9, 9, .nan, 4, 1], [9, 9, 4, 4, 7],
        ]
        let entry = FakeEntry.detectorEntry(rows: rows.count)
        let found = try detector(entry, rows: rows.flatMap(\.self)).candidates(in: image, minimumScore: 0.5)
        #expect(found == [Candidate(rect: Rect(x: 14, y: 14, width: 8, height: 8), objectness: 1)])
    }

    @Test func infiniteClassScoresAreLeftOut() async throws {
        let entry = FakeEntry.detectorEntry(rows: 3, columns: 7)
        let rows: [Float] = [9, 9, 4, 4, 1, .infinity, 0.5, 9, 9, 4, 4, 1, .nan, 0.5, 9, 9, 4, 4, 1, 3, 0.5]
        let found = try detector(entry, rows: rows).candidates(in: image, minimumScore: 0.5)
        #expect(found.map(\.classScore) == [0.5, 1])
    }

    @Test func tilesGiveBoxesOfThePictureAndWhereTheyAreCut() async throws {
        let detector = try detector(
            FakeEntry.detectorEntry(rows: 2), rows: [32, 32, 10, 10, 0.9, 60, 32, 10, 10, 0.9])
        let tiles = [
            Tile(part: PixelRect(columns: 0..<64, rows: 0..<64)), Tile(part: PixelRect(columns: 0..<0, rows: 0..<9)),
            Tile(part: PixelRect(columns: 64..<128, rows: 0..<64)),
            Tile(part: PixelRect(columns: 96..<128, rows: 0..<32), scale: 1),
        ]
        let found = try detector.candidates(in: image, tiles: tiles, sampling: .smooth, minimumScore: 0.5)
        #expect(found.map(\.tile) == [0, 0, 2, 2, 3, 3])
        #expect(found.map { $0.candidate.rect.center.x } == [32, 60, 96, 124, 128, 156])
        #expect(found[0].cut.isEmpty)
        #expect(found[1].cut == .right)
        #expect(found[3].cut.isEmpty)
        #expect(found[4].cut == .bottom)
    }

    @Test func gridsOfTilesCoverThePicture() {
        let tiles = Tile.grid(width: 1000, height: 700, side: 400, overlap: 100)
        #expect(tiles.count == 6)
        #expect(tiles.allSatisfy { $0.part.width == 400 && $0.part.height == 400 })
        #expect(tiles[0].part.columns == 0..<400)
        #expect(tiles[1].part.columns == 300..<700)
        #expect(tiles[2].part.columns == 600..<1000)
        #expect(tiles[5].part.rows == 300..<700)
        #expect(Tile.grid(width: 50, height: 700, side: 400, overlap: 500).last?.part.rows == 300..<700)
        #expect(Tile.grid(width: 0, height: 700, side: 400, overlap: 0).isEmpty)
    }

    @Test func modelsForSomethingElseAreRefused() {
        let embedder = Model(entry: FakeEntry.embedderEntry(columns: 4)) { _ throws(InferenceError) in [] }
        let detector = Model(entry: FakeEntry.detectorEntry(rows: 2)) { _ throws(InferenceError) in [] }
        #expect(throws: InferenceError.wrongTask(id: "fake-embedder", expected: .detector, found: .embedder)) {
            try TensorDetector(embedder)
        }
        #expect(throws: InferenceError.wrongTask(id: "fake", expected: .embedder, found: .detector)) {
            try TensorEmbedder(detector)
        }
    }

    @Test func errorsOfTheModelAreHandedOn() async throws {
        let failing = Model(entry: FakeEntry.detectorEntry(rows: 2)) { _ throws(InferenceError) in
            throw .notFinite(id: "fake")
        }
        let silent = Model(entry: FakeEntry.detectorEntry(rows: 2)) { _ throws(InferenceError) in [] }
        #expect(throws: CountError.model(.notFinite(id: "fake"))) {
            try TensorDetector(failing).candidates(in: image, minimumScore: 0.5)
        }
        #expect(throws: CountError.self) {
            try TensorDetector(silent).candidates(in: image, minimumScore: 0.5)
        }
    }
}
