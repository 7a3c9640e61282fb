import EspyPixels
import EspyTestSupport
import Testing

@Suite struct CanvasTests {
    private func blank(_ width: Int = 40, _ height: Int = 30, gray: UInt8 = 0) -> Canvas {
        Canvas(RGBImage(width: width, height: height, red: gray, green: gray, blue: gray))
    }

    /// Sum of the red channel, in whole pixels of full red.
    private func redArea(_ canvas: Canvas) -> Double {
        let image = canvas.image
        return stride(from: 0, to: image.pixels.count, by: 3).reduce(0) { $0 + Double(image.pixels[$1]) } / 255
    }

    @Test func drawingLeavesTheOriginal() {
        let original = Pictures.gradient()
        var canvas = Canvas(original)
        canvas.fill(Rect(x: 0, y: 0, width: 10, height: 10), .black)
        #expect(canvas.image != original)
        #expect(original == Pictures.gradient())
        #expect(canvas.width == 64)
        #expect(canvas.height == 48)
    }

    @Test func fillsCoverTheirArea() {
        let red = Color(hex: 0xFF0000)
        var rect = blank()
        rect.fill(Rect(x: 5, y: 6, width: 10, height: 8), red)
        #expect(redArea(rect) == 80)
        #expect(rect.image.color(5, 6) == [255, 0, 0])
        #expect(rect.image.color(15, 6) == [0, 0, 0])
        var tilted = blank()
        let quad = Quad(Rect(x: 10, y: 8, width: 15, height: 12)).rotated(byDegrees: 27)
        tilted.fill(quad, red)
        #expect(redArea(tilted).isNear(180, within: 3))
        var circle = blank()
        circle.fillCircle(center: Point(x: 20, y: 15), radius: 9, red)
        #expect(redArea(circle).isNear(254.5, within: 4))
    }

    @Test func halfCoveredPixelsAreHalfColored() {
        var canvas = blank()
        canvas.fill(Rect(x: 5.5, y: 6, width: 3, height: 1), Color(hex: 0xFF0000))
        #expect(canvas.image.color(5, 6)[0] == 128)
        #expect(canvas.image.color(6, 6)[0] == 255)
        #expect(canvas.image.color(8, 6)[0] == 128)
    }

    @Test func opacityBlends() {
        var canvas = blank(gray: 100)
        canvas.fill(Rect(x: 0, y: 0, width: 4, height: 4), Color.white.opacity(0.2))
        #expect(canvas.image.color(1, 1) == [131, 131, 131])
        canvas.fill(Rect(x: 0, y: 0, width: 4, height: 4), Color.black.opacity(0))
        #expect(canvas.image.color(1, 1) == [131, 131, 131])
        canvas.fill(Rect(x: 0, y: 0, width: 4, height: 4), Color.black.opacity(7))
        #expect(canvas.image.color(1, 1) == [0, 0, 0])
    }

    @Test(arguments: [1.0, 2, 5])
    func linesHaveTheirThickness(_ thickness: Double) {
        let stroke = Stroke(color: Color(hex: 0xFF0000), thickness: thickness, rim: nil)
        for end in [Point(x: 32, y: 15), Point(x: 8, y: 27), Point(x: 30, y: 25)] {
            var canvas = blank()
            let start = Point(x: 8, y: 8)
            canvas.line(from: start, to: end, stroke)
            // A rectangle and two half circles.
            let expected = start.distance(to: end) * thickness + thickness * thickness * .pi / 4
            #expect(redArea(canvas).isNear(expected, within: expected * 0.08 + 1))
        }
    }

    @Test func rimsShowOnAGroundOfTheSameColor() {
        let green = Color(hex: 0x00C853)
        var canvas = Canvas(RGBImage(width: 60, height: 60, red: 0, green: 0xC8, blue: 0x53))
        canvas.outline(Quad(Rect(x: 10, y: 10, width: 40, height: 40)), Stroke(color: green, thickness: 3))
        let colors = Set((0..<20).map { canvas.image.color($0, 30)[1] })
        #expect(colors.contains { $0 < 40 })
        #expect(green.contrasting == .black)
        #expect(Color.black.contrasting == .white)
        #expect(canvas.image.color(30, 30) == [0, 0xC8, 0x53])
    }

    @Test func outlinesCloseOnlyWhereTold() {
        let stroke = Stroke(color: .white, thickness: 1, rim: nil)
        let corners = [Point(x: 5, y: 5), Point(x: 25, y: 5), Point(x: 25, y: 25)]
        var open = blank()
        open.outline(corners, closed: false, stroke)
        var closed = blank()
        closed.outline(corners, closed: true, stroke)
        #expect(open.image.color(15, 15)[0] == 0)
        #expect(closed.image.color(15, 15)[0] > 100)
    }

    @Test func circlesAreRings() {
        var canvas = blank(60, 60)
        canvas.circle(center: Point(x: 30, y: 30), radius: 20, Stroke(color: .white, thickness: 2, rim: nil))
        #expect(redArea(canvas).isNear(2 * .pi * 20 * 2, within: 8))
        #expect(canvas.image.color(30, 30) == [0, 0, 0])
        #expect(canvas.image.color(50, 30)[0] > 200)
    }

    @Test func shapesBeyondTheEdgesAreCutOff() {
        var canvas = blank()
        let stroke = Stroke(color: .white, thickness: 3)
        canvas.line(from: Point(x: -1e6, y: -1e6), to: Point(x: 1e6, y: 1e6), stroke)
        #expect(canvas.image.color(20, 20) == [255, 255, 255])
        canvas.fill(Rect(x: -100, y: -100, width: 110, height: 110), Color(hex: 0xFF0000))
        #expect(canvas.image.color(0, 0) == [255, 0, 0])
        #expect(canvas.image.color(12, 5)[2] == 0)
        canvas.fillCircle(center: Point(x: 500, y: 500), radius: 50, .white)
        canvas.circle(center: Point(x: 20, y: 15), radius: 1_000, stroke)
    }

    @Test func degenerateShapesDrawNothingOrADot() {
        let black = blank().image
        var canvas = blank()
        let stroke = Stroke(color: .white, thickness: 3, rim: nil)
        canvas.outline([], closed: true, stroke)
        canvas.fill([Point(x: 1, y: 1), Point(x: 9, y: 9)], .white)
        canvas.fill([Point(x: .nan, y: 1), Point(x: 9, y: 9), Point(x: 3, y: 1)], .white)
        canvas.line(from: Point(x: .nan, y: 0), to: Point(x: 5, y: .infinity), stroke)
        canvas.fillCircle(center: Point(x: 5, y: 5), radius: .nan, .white)
        #expect(canvas.image == black)
        canvas.outline([Point(x: 10, y: 10)], closed: true, stroke)
        #expect(canvas.image != black)
        var nothing = Canvas(RGBImage(width: 0, height: 0, pixels: []))
        nothing.fill(Rect(x: 0, y: 0, width: 10, height: 10), .white)
        #expect(nothing.image.pixels.isEmpty)
    }
}
