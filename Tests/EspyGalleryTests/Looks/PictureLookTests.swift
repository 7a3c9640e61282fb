import Espy
import EspyPixels
import Testing

struct PictureLookTests {
    /// Squares of four pixels, black and white, in a part of the picture.
    private static func board(_ side: Int, _ part: Range<Int>) -> GrayImage {
        var pixels = [UInt8](repeating: 128, count: side * side)
        for y in part {
            for x in part { pixels[y * side + x] = (x / 4 + y / 4) % 2 == 0 ? 20 : 235 }
        }
        return GrayImage(width: side, height: side, pixels: pixels)
    }

    @Test func detailIsSharpAndPlainIsNot() {
        #expect(Sharpness.measure(Self.board(512, 0..<512)) > 1_000)
        #expect(
            Sharpness.measure(GrayImage(width: 512, height: 512, pixels: Array(repeating: 90, count: 512 * 512))) < 1)
    }

    @Test func oneSharpPartIsEnough() {
        #expect(Sharpness.measure(Self.board(512, 128..<384)) > 1_000)
    }

    @Test func smallerCopiesAreLessSharp() {
        // Blurred by going down to an eighth and up again.
        let sharp = Self.board(512, 0..<512)
        let blurred = sharp.resized(width: 64, height: 64).resized(width: 512, height: 512)
        #expect(Sharpness.measure(blurred) < Sharpness.measure(sharp) / 20)
    }

    @Test(arguments: [1, 2, 3, 7])
    func tinyPicturesHaveALook(side: Int) {
        let image = GrayImage(width: side, height: side, pixels: Array(repeating: 200, count: side * side))
        #expect(Sharpness.measure(image) >= 0)
        #expect(!PageLook(image).isPage)
    }

    /// Marks of 5 x 8 pixels in lines on paper, as print looks from afar.
    private static func page(lines: Int, ink: UInt8 = 40) -> GrayImage {
        var pixels = [UInt8](repeating: 232, count: 600 * 800)
        for line in 0..<lines {
            for mark in 0..<40 where mark % 6 != 5 {
                for y in 0..<8 {
                    for x in 0..<5 where (x + y * mark) % 3 != 0 || x == 0 {
                        pixels[(60 + 20 * line + y) * 600 + 60 + 12 * mark + x] = ink
                    }
                }
            }
        }
        return GrayImage(width: 600, height: 800, pixels: pixels)
    }

    @Test func linesOfPrintMakeAPage() {
        #expect(PageLook(Self.page(lines: 20)).isPage)
    }

    @Test func fewMarksMakeNoPage() {
        #expect(!PageLook(Self.page(lines: 2)).isPage)
        #expect(!PageLook(Self.page(lines: 20, ink: 225)).isPage)
        #expect(!PageLook(Self.board(600, 0..<600)).isPage)
    }
}
