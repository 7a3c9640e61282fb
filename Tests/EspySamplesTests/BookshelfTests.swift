import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct BookshelfTests {
    /// One red book, seen straight from the front: 10 pixels for a centimeter.
    private func scene(lean: Double = 0, isLying: Bool = false) -> BookshelfScene {
        var scene = BookshelfScene(
            seed: 1, width: 400, height: 300, area: SIMD2(40, 30),
            camera: SampleCamera(distance: 5000, fill: 1), optics: SampleOptics(blur: 0, vignette: 0, noise: 0),
            boards: [25])
        let cover = BookCover(color: SampleColor(0.9, 0.1, 0.1), roundness: 0, grain: 0)
        scene.books = [
            SampleBook(
                row: 0, foot: SIMD2(18, 25), thickness: 4, length: 15, recess: 0, lean: lean, isLying: isLying,
                cover: cover)
        ]
        return scene
    }

    /// The smallest rectangle around everything red.
    private func redBounds(_ image: RGBImage) -> Rect {
        var (low, high) = (SIMD2(Int.max, Int.max), SIMD2(0, 0))
        for y in 0..<image.height {
            for x in 0..<image.width {
                let place = 3 * (y * image.width + x)
                guard image.pixels[place] > 70, image.pixels[place] > 2 * image.pixels[place + 1] else { continue }
                low = SIMD2(min(low.x, x), min(low.y, y))
                high = SIMD2(max(high.x, x + 1), max(high.y, y + 1))
            }
        }
        return Rect(
            x: Double(low.x), y: Double(low.y), width: Double(high.x - low.x), height: Double(high.y - low.y))
    }

    @Test(arguments: [(0.0, false), (0.2, false), (-0.15, false), (0, true)])
    func truthIsWhereTheBookIs(lean: Double, isLying: Bool) throws {
        let (image, truth) = scene(lean: lean, isLying: isLying).rendered()
        let spine = try #require(truth.spines.first)
        let (seen, told) = (redBounds(image), spine.quad.bounds)
        #expect(abs(seen.x - told.x) < 3)
        #expect(abs(seen.maxX - told.maxX) < 3)
        #expect(abs(seen.y - told.y) < 3)
        #expect(abs(seen.maxY - told.maxY) < 3)
        #expect(spine.quad.isConvex)
        #expect(spine.quad.signedArea > 0)
        #expect(spine.isLying == isLying)
        #expect(!spine.isCut)
        let (width, height) = isLying ? (150.0, 40.0) : (40, 150)
        #expect(abs(spine.quad.meanWidth - width) < 2)
        #expect(abs(spine.quad.meanHeight - height) < 2)
    }

    @Test func everyBookStandsOnItsBoard() throws {
        for lean in [0.2, 0, -0.15] {
            let quad = try #require(scene(lean: lean).truth.spines.first).quad
            #expect(abs(quad.bounds.maxY - 250) < 1)
        }
    }

    @Test func randomShelvesAreTheSameEachTimeAndHoldManyKinds() {
        var (lying, leaning, rows) = (0, 0, Set<Int>())
        for seed in 0..<60 {
            let scene = BookshelfScene.random(seed: UInt64(seed))
            #expect(scene == BookshelfScene.random(seed: UInt64(seed)))
            lying += scene.books.count(where: \.isLying)
            leaning += scene.books.count { abs($0.lean) > 0.04 }
            rows.formUnion(scene.books.map(\.row))
            for book in scene.books {
                #expect(book.length > 0)
                #expect(book.thickness > 0)
                #expect(book.reach > 0)
            }
        }
        #expect(lying > 20)
        #expect(leaning > 20)
        #expect(rows == [0, 1, 2])
    }
}
