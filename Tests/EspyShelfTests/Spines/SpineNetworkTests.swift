import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Testing

struct SpineNetworkTests {
    @Test func otherModelsAreRefused() {
        let detector = Model(entry: FakeEntry.detectorEntry(rows: 8)) { _ throws(InferenceError) in [] }
        #expect(throws: InferenceError.wrongTask(id: "fake", expected: .spines, found: .detector)) {
            try SpineNetwork(detector)
        }
        var entry = FakeSpineNetwork.entry
        entry.output.kind = .embedding
        let vector = Model(entry: entry) { _ throws(InferenceError) in [] }
        #expect(throws: InferenceError.self) { try SpineNetwork(vector) }
    }

    @Test func shortAnswersAreRefused() throws {
        let runner = Model(entry: FakeSpineNetwork.entry) { _ throws(InferenceError) in
            [Tensor(shape: [1, 2, 3], values: [Float](repeating: 0, count: 6))]
        }
        let image = RGBImage(width: 20, height: 20, red: 0, green: 0, blue: 0)
        #expect(throws: InferenceError.wrongShape(id: "fake-spines", expected: "1 x 512 x 3", found: "1 x 2 x 3")) {
            try SpineNetwork(runner).maps(of: image)
        }
    }

    @Test(arguments: [1, 100, 128, 129, 200, 640, 2_000])
    func partsCoverAShelf(width: Int) {
        let starts = SpineNetwork.starts(width, 128, 2)
        #expect(starts.first == 0)
        #expect(starts.allSatisfy { $0 % 2 == 0 })
        #expect(starts == starts.sorted())
        for (one, next) in zip(starts, starts.dropFirst()) {
            #expect(next <= one + 128 - 64)
            #expect(next > one)
        }
        #expect((starts.last ?? 0) + 128 + 1 >= width)
    }

    /// A ramp from left to right: every cell encodes its position, whichever part it comes from.
    @Test(arguments: [90, 128, 300, 512])
    func mapsLieWhereTheShelfDoes(width: Int) throws {
        var pixels: [UInt8] = []
        for y in 0..<64 {
            for x in 0..<width { pixels += [UInt8(255 * x / width), UInt8(4 * y), 255] }
        }
        let image = RGBImage(width: width, height: 64, pixels: pixels)
        let maps = try SpineNetwork(FakeSpineNetwork.colors).maps(of: image)
        #expect(maps.rows == 8)
        #expect(maps.columns == width / 2)
        #expect(maps.cell == Point(x: 2, y: 8))
        for row in 0..<8 {
            for column in 0..<maps.columns {
                let value = maps.values[row * maps.columns + column]
                #expect(abs(value[SpineMaps.Part.left] - Float(2 * column) / Float(width)) < 0.01)
                #expect(abs(value[SpineMaps.Part.right] - Float(32 * row) / 255) < 0.01)
                #expect(value[SpineMaps.Part.inside] == 1)
            }
        }
    }

    @Test func cellsAreInPixelsOfTheShelf() throws {
        let image = RGBImage(width: 600, height: 128, red: 9, green: 9, blue: 9)
        let maps = try SpineNetwork(FakeSpineNetwork.blind).maps(of: image)
        #expect(maps.columns == 150)
        #expect(maps.cell == Point(x: 4, y: 16))
    }
}
