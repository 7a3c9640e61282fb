import Espy
import EspyPixels
import Testing

@Suite struct BoxFinderTests {
    let seen = CellRange(rows: 2...4, cols: 0...8)

    func lines(_ rows: [Int: Double], _ cols: [Int: Double] = [-1: -3, 9: -3]) -> BoxLines {
        BoxLines(rows: rows, cols: cols)
    }

    @Test func takesTheRowsThatLookLikeTheBox() {
        let place = BoxFinder.place(rows: 5, cols: 9, around: seen, lines: lines([0: -2, 1: -2, 5: 3, 6: 2, 7: -3]))
        #expect(place.cells == CellRange(rows: 2...6, cols: 0...8))
        #expect(place.lead > 1.5)
    }

    @Test func canSplitTheMissingRows() {
        let place = BoxFinder.place(rows: 5, cols: 9, around: seen, lines: lines([0: -2, 1: 4, 5: 3, 6: -2]))
        #expect(place.cells.rows == 1...5)
    }

    @Test func likenessOnBothSidesLeavesNoLead() {
        let place = BoxFinder.place(rows: 4, cols: 9, around: seen, lines: lines([1: 2, 5: 2]))
        #expect(place.lead < 0.1)
    }

    @Test func aBoxThatIsFullHasOnePlace() {
        let place = BoxFinder.place(rows: 3, cols: 9, around: seen, lines: lines([:]))
        #expect(place.cells == seen)
        #expect(place.lead == .infinity)
    }

    @Test func findsTheSizeWhereWallsAreClear() {
        let cols = [-2: -3.0, -1: -3, 9: -3, 10: -3]
        let rows = [-2: -3.0, -1: -3, 0: 4, 1: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: -3, 10: -3]
        let place = BoxFinder.place(around: seen, lines: lines(rows, cols))
        #expect(place.cells == CellRange(rows: 0...8, cols: 0...8))
        #expect(place.lead > 2.5)
        #expect(BoxFinder.isUsual(place.cells))
    }

    @Test func oddSizesAreNotUsual() {
        #expect(!BoxFinder.isUsual(CellRange(rows: 0...2, cols: 0...8)))
        #expect(BoxFinder.isUsual(CellRange(rows: 0...7, cols: 0...11)))
        #expect(BoxFinder.isUsual(CellRange(rows: 0...11, cols: 0...7)))
    }

    @Test func boardIsStraightHoweverThePictureIsTurned() throws {
        // A chessboard, turned and tilted: every cell of the image has one color.
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
        let rectified = RectifiedImage(image, map: map, cells: CellRange(rows: 0...4, cols: 0...4))
        for place in rectified.cells.places {
            let corner = rectified.corner(of: place)
            let middle = rectified.pixels[(corner.y + 8) * rectified.width + corner.x + 8]
            #expect(abs(middle.x - ((place.row + place.col).isMultiple(of: 2) ? 1 : 0)) < 0.05)
        }
    }

    @Test func boardKnowsWhatLiesOutsideThePicture() {
        let image = RGBImage(width: 50, height: 50, red: 255, green: 255, blue: 255)
        let map = Homography(a: 50, b: 0, c: 25, d: 0, e: 50, f: 25, g: 0, h: 0, i: 1)
        let rectified = RectifiedImage(image, map: map, cells: CellRange(rows: 0...1, cols: -1...0))
        #expect(rectified.luminance(20, 5) > 0.99)
        #expect(rectified.luminance(5, 5).isNaN)
        #expect(rectified.luminance(20, 25).isNaN)
        #expect(rectified.luminance(-1, 0).isNaN)
    }
}
