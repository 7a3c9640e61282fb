import EspyPixels
import Testing

struct EdgeWidthTests {
    /// Bars that pass into each other over this many pixels.
    private func bars(
        ramp: Int, levels: (Double, Double) = (60, 200), width: Int = 800, isLevel: Bool = false
    ) -> RGBImage {
        let period = 60
        // One profile for each line: up over the ramp, flat, down over the ramp, flat.
        let profile = (0..<width).map { place -> UInt8 in
            let inside = place % period
            let share =
                inside < period / 2 ? Double(inside) / Double(ramp) : 1 - Double(inside - period / 2) / Double(ramp)
            return UInt8(levels.0 + (levels.1 - levels.0) * min(max(share, 0), 1))
        }
        let pixels = (0..<width * width / 2).flatMap { pixel -> [UInt8] in
            [UInt8](repeating: profile[isLevel ? pixel / width : pixel % width], count: 3)
        }
        return RGBImage(width: width, height: width / 2, pixels: pixels)
    }

    @Test(arguments: [2, 3, 4, 6])
    func isTheWidthOfTheRamp(_ ramp: Int) throws {
        let found = try #require(EdgeWidth.ofFrame(bars(ramp: ramp)))
        #expect(abs(found - Double(ramp)) < 0.5)
    }

    @Test func doesNotDependOnContrast() throws {
        let (strong, weak) = (bars(ramp: 5, levels: (0, 250)), bars(ramp: 5, levels: (100, 150)))
        #expect(try abs(#require(EdgeWidth.ofFrame(strong)) - #require(EdgeWidth.ofFrame(weak))) < 0.5)
    }

    @Test func photoIsAsBlurredAsInItsWorseDirection() throws {
        #expect(EdgeWidth.ofFrame(bars(ramp: 5, isLevel: true)) == nil)
        let level = try #require(EdgeWidth.ofPhoto(bars(ramp: 5, isLevel: true)))
        let upright = try #require(EdgeWidth.ofPhoto(bars(ramp: 5)))
        #expect(abs(level - 5) < 0.5)
        #expect(abs(upright - 5) < 0.5)
    }

    @Test func largePhotosAreMeasuredShrunk() throws {
        let found = try #require(EdgeWidth.ofPhoto(bars(ramp: 10, width: 4096)))
        #expect(abs(found - 5) < 0.7)
    }

    @Test func onlyThePartThatMattersIsLookedAt() throws {
        var image = bars(ramp: 6)
        let sharp = bars(ramp: 2)
        for y in 0..<200 {
            let row = 3 * 800 * y..<3 * 800 * (y + 1)
            image.pixels.replaceSubrange(row, with: sharp.pixels[row])
        }
        let upper = try #require(EdgeWidth.ofPhoto(image, in: Rect(x: 0, y: 0, width: 800, height: 195)))
        let lower = try #require(EdgeWidth.ofPhoto(image, in: Rect(x: 0, y: 205, width: 800, height: 500)))
        #expect(upper < 3)
        #expect(lower > 5)
    }

    @Test func nothingToMeasure() {
        #expect(EdgeWidth.ofPhoto(RGBImage(width: 900, height: 700, red: 90, green: 90, blue: 90)) == nil)
        #expect(EdgeWidth.ofPhoto(RGBImage(width: 1, height: 1, red: 9, green: 9, blue: 9)) == nil)
        #expect(EdgeWidth.ofFrame(RGBImage(width: 1, height: 1, red: 9, green: 9, blue: 9)) == nil)
    }
}
