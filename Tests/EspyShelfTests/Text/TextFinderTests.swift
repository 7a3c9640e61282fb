import Espy
import EspyPixels
import EspySamples
import Testing

@Suite struct TextFinderTests {
    /// The fraction of a quad's points inside one of the regions.
    private func covered(_ quad: Quad, by regions: [Shelf.TextRegion]) -> Double {
        let points = (1..<20).map { step in
            let share = Double(step) / 20
            return quad.topLeft * (0.5 - share / 2) + quad.topRight * (0.5 - share / 2)
                + (quad.bottomLeft + quad.bottomRight) * (share / 2)
        }
        return Double(points.count { point in regions.contains { $0.quad.contains(point) } }) / Double(points.count)
    }

    @Test(arguments: [BookCover.Line.Setting.down, .up], [false, true])
    func titlesAreFoundAndBareSpinesAreNot(setting: BookCover.Line.Setting, isLight: Bool) {
        let shelf = TextShelf(setting, isLight: isLight)
        let regions = TextFinder().find(in: shelf.image.gray)
        for quad in shelf.quads { #expect(covered(quad, by: regions) > 0.3) }
        let elsewhere = Quad(Rect(x: 790, y: 100, width: 100, height: 500))
        #expect(covered(elsewhere, by: regions) == 0)
        #expect(regions.allSatisfy { $0.quad.isConvex && 0...1 ~= $0.confidence })
    }

    @Test func regionsLieAlongTheWords() throws {
        let shelf = TextShelf()
        let best = try #require(TextFinder().find(in: shelf.image.gray).first)
        #expect(best.quad.meanWidth > 2 * best.quad.meanHeight)
        let along = best.quad.topRight - best.quad.topLeft
        #expect(abs(along.y) > 5 * abs(along.x))
    }

    /// If the spines are known, each line of text is assigned to its own, and runs along it.
    @Test(arguments: [BookCover.Line.Setting.down, .up])
    func linesStayOnTheirSpines(setting: BookCover.Line.Setting) throws {
        let shelf = TextShelf(setting)
        let image = shelf.image.gray
        let spines = (0..<8).map { Quad(Rect(x: 100 * Double($0), y: 0, width: 100, height: Double(image.height))) }
        let regions = TextFinder().find(in: image, spines: spines)
        #expect(!regions.isEmpty)
        for region in regions {
            let owners = spines.filter { $0.contains(region.quad.center) }
            let owner = try #require(owners.first)
            let inner = owner.bounds
            #expect(region.quad.corners.allSatisfy { $0.x > inner.x - 5 && $0.x < inner.maxX + 5 })
            #expect(
                abs(region.quad.topRight.y - region.quad.topLeft.y)
                    > abs(region.quad.topRight.x - region.quad.topLeft.x))
        }
        for quad in shelf.quads { #expect(covered(quad, by: regions) > 0.3) }
    }

    @Test(arguments: [(1, 1), (8, 8), (3, 400), (400, 3), (17, 33), (640, 480)])
    func blankAndTinyPicturesHaveNone(width: Int, height: Int) {
        let blank = GrayImage(width: width, height: height, pixels: .init(repeating: 200, count: width * height))
        #expect(TextFinder().find(in: blank).isEmpty)
    }

    @Test func edgesAndGratingsAreNoText() {
        var pixels = [UInt8](repeating: 40, count: 400 * 300)
        for y in 0..<300 {
            for x in 0..<400 where x > 200 || (x / 4) % 2 == 0 && y > 100 { pixels[y * 400 + x] = 220 }
        }
        let regions = TextFinder().find(in: GrayImage(width: 400, height: 300, pixels: pixels))
        #expect(!regions.contains { $0.quad.contains(Point(x: 100, y: 220)) })
        #expect(!regions.contains { $0.quad.contains(Point(x: 300, y: 150)) })
    }
}
