import Espy
import EspyPixels
import Testing

@Suite struct RectifiedImageTests {
    @Test func boardIsStraightHoweverThePictureIsTurned() throws {
        // A rotated and tilted chessboard: every cell of the image has one color.
        let map = Homography(a: 60, b: -25, c: 300, d: 20, e: 55, f: 200, g: 0.01, h: 0.02, i: 1)
        let back = try #require(map.inverse)
        var image = RGBImage(width: 900, height: 900, red: 0, green: 0, blue: 0)
        for y in 0..<900 {
            for x in 0..<900 {
                let cell = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                let sum = Int(cell.x.rounded()) + Int(cell.y.rounded())
                if sum.isMultiple(of: 2) { image.pixels[3 * (y * 900 + x)] = 255 }
            }
        }
        let rectified = RectifiedImage(SplitImage(image), map: map, cells: CellRange(rows: 0...4, cols: 0...4))
        for place in rectified.cells.places {
            let corner = rectified.corner(of: place)
            let middle = rectified.pixels[(corner.y + 8) * rectified.width + corner.x + 8]
            #expect(abs(middle.x - ((place.row + place.col).isMultiple(of: 2) ? 1 : 0)) < 0.05)
        }
    }

    @Test func boardKnowsWhatLiesOutsideThePicture() {
        let image = RGBImage(width: 50, height: 50, red: 255, green: 255, blue: 255)
        let map = Homography(a: 50, b: 0, c: 25, d: 0, e: 50, f: 25, g: 0, h: 0, i: 1)
        let rectified = RectifiedImage(SplitImage(image), map: map, cells: CellRange(rows: 0...1, cols: -1...0))
        #expect(rectified.luminance(20, 5) > 0.99)
        #expect(rectified.luminance(5, 5).isNaN)
        #expect(rectified.luminance(20, 25).isNaN)
        #expect(rectified.luminance(-1, 0).isNaN)
    }
}
