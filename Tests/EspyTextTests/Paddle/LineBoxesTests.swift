import EspyPixels
import EspyText
import Testing

/// Boxes around marked areas of a map.
@Suite struct LineBoxesTests {
    /// A map with 0.9 inside quads, and 0 elsewhere.
    private static func map(_ quads: [Quad], width: Int = 200, height: Int = 160, value: Float = 0.9) -> TextMap {
        var values = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                if quads.contains(where: { $0.contains(middle) }) { values[y * width + x] = value }
            }
        }
        return TextMap(width: width, height: height, values: values)
    }

    private static func bar(_ degrees: Double) -> Quad {
        Quad(Rect(x: 50, y: 74, width: 100, height: 12)).rotated(byDegrees: degrees)
    }

    @Test func levelBarGrowsOnAllSides() throws {
        let boxes = LineBoxes.boxes(of: Self.map([Self.bar(0)]))
        #expect(boxes.count == 1)
        let bounds = try #require(boxes.first).quad.bounds
        // 1.6 times 100 x 12, divided by the perimeter.
        let growth = 1.6 * 1200 / 224
        #expect(abs(bounds.x - (50 - growth)) < 2)
        #expect(abs(bounds.maxX - (150 + growth)) < 2)
        #expect(abs(bounds.y - (74 - growth)) < 2)
        #expect(abs(bounds.maxY - (86 + growth)) < 2)
        #expect(0.8...0.9 ~= boxes[0].confidence)
    }

    @Test(arguments: [-60.0, -30, -8, 5, 20, 40, 70, 90])
    func tiltedBarsHaveTiltedBoxes(degrees: Double) throws {
        let boxes = LineBoxes.boxes(of: Self.map([Self.bar(degrees)]))
        #expect(boxes.count == 1)
        let quad = try #require(boxes.first).quad
        #expect(quad.center.distance(to: Point(x: 100, y: 80)) < 1.5)
        let (long, short) = (max(quad.meanWidth, quad.meanHeight), min(quad.meanWidth, quad.meanHeight))
        #expect(abs(long - 117) < 4)
        #expect(abs(short - 29) < 4)
        // The side closer to horizontal comes first, from left to right.
        #expect(quad.topRight.x > quad.topLeft.x)
        #expect(quad.signedArea > 0)
        #expect((quad.meanWidth > quad.meanHeight) == (abs(degrees) < 45))
    }

    @Test func barsThatTouchAtACornerAreOne() {
        // One is much larger: for two equal ones, more than half of a box around both would be empty.
        let quads = [Quad(Rect(x: 20, y: 20, width: 60, height: 12)), Quad(Rect(x: 80, y: 32, width: 8, height: 5))]
        #expect(LineBoxes.boxes(of: Self.map(quads)).count == 1)
        let apart = [Quad(Rect(x: 20, y: 20, width: 30, height: 8)), Quad(Rect(x: 20, y: 60, width: 30, height: 8))]
        #expect(LineBoxes.boxes(of: Self.map(apart)).count == 2)
    }

    @Test func weakAndTinySpotsAreNone() {
        #expect(LineBoxes.boxes(of: Self.map([Self.bar(0)], value: 0.4)).isEmpty)
        #expect(LineBoxes.boxes(of: Self.map([Quad(Rect(x: 9, y: 9, width: 2, height: 2))])).isEmpty)
        #expect(LineBoxes.boxes(of: TextMap(width: 0, height: 0, values: [])).isEmpty)
        #expect(LineBoxes.boxes(of: TextMap(width: 3, height: 1, values: [1, 1, 1])).isEmpty)
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity, 2, -1])
    func numbersThatMeanNothingDoNoHarm(value: Float) {
        var map = Self.map([Self.bar(10)]).values
        for index in stride(from: 0, to: map.count, by: 7) { map[index] = value }
        for box in LineBoxes.boxes(of: TextMap(width: 200, height: 160, values: map)) {
            #expect(0...1 ~= box.confidence)
            #expect(box.quad.area.isFinite)
        }
    }
}
