import Espy
import EspyPixels
import Testing

@Suite struct CountAnnotatorTests {
    private let green: UInt32 = 0x1F9591
    private let blue: UInt32 = 0x207DBB
    private let amber: UInt32 = 0xEA6D29

    private func gray(_ width: Int = 600, _ height: Int = 400) -> RGBImage {
        RGBImage(width: width, height: height, red: 128, green: 128, blue: 128)
    }

    /// The number of pixels close to a color in a part of the picture.
    private func pixels(_ hex: UInt32, in image: RGBImage, _ part: Rect? = nil) -> Int {
        let wanted = [Int(hex >> 16 & 255), Int(hex >> 8 & 255), Int(hex & 255)]
        let part = part ?? Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
        var count = 0
        for y in max(Int(part.y), 0)..<min(Int(part.maxY), image.height) {
            for x in max(Int(part.x), 0)..<min(Int(part.maxX), image.width) {
                let index = 3 * (y * image.width + x)
                if (0..<3).allSatisfy({ abs(Int(image.pixels[index + $0]) - wanted[$0]) < 24 }) { count += 1 }
            }
        }
        return count
    }

    private func around(_ x: Double, _ y: Double, _ reach: Double = 40) -> Rect {
        Rect(x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach)
    }

    /// Counted things in rows, from (20, 20).
    private func grid(_ count: Int, columns: Int, step: Int, side: Double) -> [Count.Detection] {
        (0..<count).map { index in
            let (x, y) = (20 + step * (index % columns), 20 + step * (index / columns))
            return Count.Detection(at: Double(x), Double(y), side: side)
        }
    }

    private let mixed = Count.made([
        .init(at: 100, 100, side: 60), .init(at: 300, 100, side: 60, cluster: 1, main: false),
        .init(at: 500, 100, side: 60, doubt: 0.8), .init(at: 100, 300, side: 60, cluster: 1, main: false, doubt: 0.8),
    ])

    @Test func colorsSayWhatCounts() {
        let drawn = CountAnnotator().annotate(mixed, on: gray())
        #expect(pixels(green, in: drawn, around(100, 100)) > 300)
        #expect(pixels(blue, in: drawn, around(100, 100)) == 0)
        #expect(pixels(blue, in: drawn, around(300, 100)) > 300)
        #expect(pixels(green, in: drawn, around(300, 100)) == 0)
        #expect(pixels(amber, in: drawn, around(500, 100)) > 200)
        #expect(pixels(green, in: drawn, around(500, 100)) == 0)
        #expect(pixels(blue, in: drawn, around(100, 300)) > 100)
        // Only what counts has a number.
        #expect(pixels(0xFFFFFF, in: drawn, around(100, 300, 25)) == 0)
        #expect(pixels(0xFFFFFF, in: drawn, around(500, 100, 25)) > 0)
    }

    @Test func manyThingsThatDoNotCountAreLeftOut() {
        func drawn(_ others: Int) -> RGBImage {
            let rest = (0..<others).map { index in
                Count.Detection(at: Double(24 + 45 * index), 300, side: 44, cluster: 1, main: false)
            }
            return CountAnnotator().annotate(.made([.init(at: 100, 100, side: 60)] + rest), on: gray())
        }
        let row = Rect(x: 0, y: 275, width: 600, height: 50)
        #expect(pixels(blue, in: drawn(12), row) > 100)
        #expect(pixels(0x808080, in: drawn(13), row) == Int(row.area))
    }

    @Test func barLeavesOutARangeThatDoesNotHelp() {
        func bar(_ low: Int, _ high: Int) -> Int {
            var count = mixed
            count.range = .init(low: low, high: high)
            let drawn = CountAnnotator().annotate(count, on: gray())
            return pixels(0xD5DCE2, in: drawn, Rect(x: 0, y: 400, width: 600, height: 60))
        }
        #expect(bar(1, 3) > bar(2, 2))
        #expect(bar(0, 90) == bar(2, 2))
    }

    @Test func looksHaveOtherMarks() {
        var count = Count.made([.init(at: 100, 100, side: 60), .init(at: 300, 100, side: 60)])
        count.detections[1].isAdded = true
        func drawn(_ look: CountAnnotator.Look) -> RGBImage {
            CountAnnotator(look: look).annotate(count, on: gray())
        }
        func white(_ look: CountAnnotator.Look, _ x: Double) -> Int {
            pixels(0xFFFFFF, in: drawn(look), around(x, 100, 25))
        }
        #expect(drawn(.numbers) == CountAnnotator().annotate(count, on: gray()))
        // A percentage is wider than a number; a thing that the user added has none.
        #expect(white(.confidence, 100) > white(.numbers, 100))
        #expect(white(.numbers, 300) > 0)
        #expect(white(.confidence, 300) == 0)
        #expect(white(.boxes, 100) == 0)
        #expect(pixels(green, in: drawn(.boxes), around(100, 100)) > 300)
        let edge = Rect(x: 70, y: 68, width: 60, height: 6)
        #expect(pixels(green, in: drawn(.boxes), edge) > 50)
        #expect(pixels(green, in: drawn(.dots), edge) == 0)
        #expect(pixels(green, in: drawn(.dots), around(100, 100, 10)) > 100)
        #expect(drawn(.none).pixels.prefix(600 * 400 * 3).allSatisfy { $0 == 128 })
    }

    @Test func kindsHaveColorsAndLetters() {
        let things: [Count.Detection] = [.init(at: 100, 100, side: 60), .init(at: 300, 100, side: 60, cluster: 1)]
        var count = Count.made(things)
        let alike = CountAnnotator().annotate(count, on: gray())
        count.recipes = ["tart", "bun"].map { .init(name: $0, things: .init("\($0)s", one: $0)) }
        let drawn = CountAnnotator().annotate(count, on: gray())
        let purple: UInt32 = 0x775F9A
        #expect(pixels(green, in: drawn, around(100, 100)) > 300)
        #expect(pixels(purple, in: drawn, around(100, 100)) == 0)
        #expect(pixels(purple, in: drawn, around(300, 100)) > 300)
        #expect(pixels(green, in: drawn, around(300, 100)) == 0)
        // The letter makes the mark wider, and both appear in the bar, too.
        #expect(pixels(0xFFFFFF, in: drawn, around(100, 100, 25)) > pixels(0xFFFFFF, in: alike, around(100, 100, 25)))
        let bar = Rect(x: 0, y: 400, width: 600, height: 60)
        #expect(pixels(0xD5DCE2, in: drawn, bar) > pixels(0xD5DCE2, in: alike, bar))
    }

    @Test func doubtfulBoxesAreDashed() {
        let drawn = CountAnnotator().annotate(mixed, on: gray())
        // The upper edge of both boxes: one whole, one with gaps.
        let whole = pixels(green, in: drawn, Rect(x: 70, y: 68, width: 60, height: 6))
        let dashed = pixels(amber, in: drawn, Rect(x: 470, y: 68, width: 60, height: 6))
        #expect(Double(dashed) < 0.8 * Double(whole))
        #expect(Double(dashed) > 0.3 * Double(whole))
    }

    @Test func barIsBelowAndThePhotoKeepsItsSize() {
        let drawn = CountAnnotator(caption: .init(name: "a.jpg", moment: "2026-02-20 14:30"))
            .annotate(mixed, on: gray())
        #expect(drawn.width == 600)
        #expect(drawn.height > 415)
        #expect(drawn.height < 460)
        let bar = Rect(x: 0, y: 400, width: 600, height: 60)
        #expect(pixels(0xFFFFFF, in: drawn, bar) > 20)
        #expect(pixels(0x1F2933, in: drawn, bar) > 5000)
        // Name and time are on the right.
        #expect(pixels(0xD5DCE2, in: drawn, Rect(x: 420, y: 400, width: 180, height: 60)) > 30)
        let bare = CountAnnotator().annotate(mixed, on: gray())
        #expect(pixels(0xD5DCE2, in: bare, Rect(x: 420, y: 400, width: 180, height: 60)) == 0)
    }

    @Test func nothingFoundIsSaidBelow() {
        let drawn = CountAnnotator().annotate(.made([Count.Detection]()), on: gray())
        #expect(drawn.pixels.prefix(600 * 400 * 3).allSatisfy { $0 == 128 })
        #expect(pixels(0xD5DCE2, in: drawn) > 30)
    }

    @Test func middleOfALargeThingIsLeftToSee() {
        let large = Count.made([.init(at: 300, 200, side: 300)])
        let drawn = CountAnnotator().annotate(large, on: gray())
        let inside = Rect(x: 170, y: 70, width: 260, height: 260)
        let changed = Int(inside.area) - pixels(0x808080, in: drawn, inside)
        #expect(changed > 0)
        #expect(Double(changed) < 0.12 * inside.area)
    }

    @Test func smallThingsAreEnlargedUntilTheirNumberCanBeRead() {
        let count = Count.made(grid(20, columns: 10, step: 28, side: 20), width: 300, height: 80)
        let drawn = CountAnnotator().annotate(count, on: gray(300, 80))
        #expect(drawn.width == 900)
    }

    @Test func crowdedTinyThingsGetDots() {
        // Six pixels in a picture that is not enlarged further.
        let count = Count.made(grid(400, columns: 40, step: 12, side: 6), width: 2000, height: 400)
        let drawn = CountAnnotator().annotate(count, on: gray(2000, 400))
        #expect(drawn.width == 2000)
        let dots = pixels(green, in: drawn, Rect(x: 0, y: 0, width: 2000, height: 400))
        #expect(dots > 400)
        #expect(dots < 400 * 20)
    }

    @Test func resultMayBeOfALargerPicture() {
        let large = Count.made([.init(at: 1000, 1000, side: 600)], width: 6000, height: 4000)
        let drawn = CountAnnotator().annotate(large, on: gray())
        #expect(pixels(green, in: drawn, around(100, 100)) > 300)
        #expect(pixels(green, in: drawn, Rect(x: 200, y: 0, width: 400, height: 400)) == 0)
    }

    @Test func whereNothingCountsIsDark() {
        let region = [(100.0, 100.0), (500, 100), (500, 300), (100, 300)].map { Point(x: $0.0, y: $0.1) }
        let hole = [(300.0, 150.0), (400, 150), (400, 250), (300, 250)].map { Point(x: $0.0, y: $0.1) }
        let options = CountOptions(region: region, exclusions: [hole])
        let drawn = CountAnnotator().annotate(.made([Count.Detection](), options: options), on: gray())
        func value(_ x: Int, _ y: Int) -> UInt8 { drawn.pixels[3 * (y * 600 + x)] }
        #expect(value(50, 50) < 70)
        #expect(value(590, 390) < 70)
        #expect(value(200, 200) == 128)
        // Hatched: lines lighter than the background between them.
        let row = (301..<399).map { value($0, 200) }
        #expect(row.contains { $0 < 85 })
        #expect(row.contains { $0 > 95 })
    }

    @Test func tinyAndThinPictures() {
        for (width, height) in [(1, 1), (1, 5000), (5000, 1), (3, 3)] {
            let count = Count.made([.init(at: 0.5, 0.5, side: 1)], width: width, height: height)
            let drawn = CountAnnotator(caption: .init(name: "x")).annotate(count, on: gray(width, height))
            #expect(drawn.width >= width)
            #expect(drawn.height >= height)
        }
    }

    @Test func strangeNumbersDoNoHarm() {
        let odd = Count.made([
            .init(x: .nan, y: 0, width: 10, height: 10, confidence: 1, cluster: 0, main: true),
            .init(x: 0, y: 0, width: .infinity, height: 10, confidence: 1, cluster: 0, main: true),
            .init(x: -1e9, y: 0, width: 2e9, height: -4, confidence: 1, cluster: 0, main: false),
        ])
        #expect(CountAnnotator().annotate(odd, on: gray()).width >= 600)
    }
}
