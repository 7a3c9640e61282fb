import Espy
import EspyPixels
import Testing

struct PictureLookTests {
    /// Black and white squares of four pixels, in a part of the picture.
    private static func board(_ side: Int, _ part: Range<Int>) -> GrayImage {
        var pixels = [UInt8](repeating: 128, count: side * side)
        for y in part {
            for x in part { pixels[y * side + x] = (x / 4 + y / 4) % 2 == 0 ? 20 : 235 }
        }
        return GrayImage(width: side, height: side, pixels: pixels)
    }

    private static func look(_ image: GrayImage) throws -> PhotoAnalysis {
        let colored = RGBImage(
            width: image.width, height: image.height, pixels: image.pixels.flatMap { [$0, $0, $0] })
        return try PhotoAnalyzer().analyze(colored, metadata: PhotoMetadata())
    }

    @Test func detailIsSharpAndPlainIsNot() throws {
        #expect(try Self.look(Self.board(512, 0..<512)).sharpness > 1_000)
        let plain = GrayImage(width: 512, height: 512, pixels: Array(repeating: 90, count: 512 * 512))
        #expect(try Self.look(plain).sharpness < 1)
    }

    @Test func oneSharpPartIsEnough() throws {
        #expect(try Self.look(Self.board(512, 128..<384)).sharpness > 1_000)
    }

    @Test func smallerCopiesAreLessSharp() throws {
        // Blurred by shrinking to an eighth and enlarging again.
        let sharp = Self.board(512, 0..<512)
        let blurred = sharp.resized(width: 64, height: 64).resized(width: 512, height: 512)
        #expect(try Self.look(blurred).sharpness < Self.look(sharp).sharpness / 20)
    }

    @Test(arguments: [1, 2, 3, 7])
    func tinyPicturesHaveALook(side: Int) throws {
        let image = GrayImage(width: side, height: side, pixels: Array(repeating: 200, count: side * side))
        let look = try Self.look(image)
        #expect(look.sharpness >= 0)
        #expect(look.kind == .photo)
    }

    /// Marks of 5 x 8 pixels in lines on paper, like print seen from a distance.
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

    @Test func linesOfPrintMakeAPage() throws {
        #expect(try Self.look(Self.page(lines: 20)).kind == .document)
    }

    @Test func fewMarksMakeNoPage() throws {
        for image in [Self.page(lines: 2), Self.page(lines: 20, ink: 225), Self.board(600, 0..<600)] {
            #expect(try Self.look(image).kind == .photo)
        }
    }
}
