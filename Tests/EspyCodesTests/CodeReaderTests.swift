import EspyCodes
import EspyPixels
import EspySamples
import Testing

struct CodeReaderTests {
    private static func squares(_ image: GrayImage) -> [ScannedCode] {
        CodeReader.squares(flat(image), width: image.width, height: image.height)
    }

    private static func bars(_ image: GrayImage) -> [ScannedCode] {
        CodeReader.bars(flat(image), width: image.width, height: image.height)
    }

    private static func flat(_ image: GrayImage) -> [UInt8] { image.pixels.map { $0 < 128 ? 0 : 255 } }

    @Test(arguments: [2, 3, 7])
    func codesAreRead(module: Int) {
        let (qr, bars) = (
            PrintedCodes.image(PrintedCodes.qr, module: module),
            PrintedCodes.image(PrintedCodes.code128, module: module, rows: 30)
        )
        for turn in [Orientation.identity, .rotate90, .rotate180, .rotate270] {
            #expect(
                Self.squares(qr.oriented(turn))
                    == [ScannedCode(symbology: .qr, value: "https://example.org/guest?table=7")], "\(turn)")
        }
        for turn in [Orientation.identity, .rotate180] {
            #expect(Self.bars(bars.oriented(turn)) == [ScannedCode(symbology: .code128, value: "CJ1PM02")], "\(turn)")
        }
    }

    @Test(arguments: [(1, 1), (3, 500), (500, 2), (64, 64)])
    func plainPicturesHaveNoCodes(width: Int, height: Int) {
        for shade: UInt8 in [0, 255] {
            let pixels = Array(repeating: shade, count: width * height)
            #expect(CodeReader.squares(pixels, width: width, height: height).isEmpty)
            #expect(CodeReader.bars(pixels, width: width, height: height).isEmpty)
        }
    }

    @Test func whatIsNotAskedForIsNotRead() {
        #expect(Self.bars(PrintedCodes.image(PrintedCodes.qr, module: 3)).isEmpty)
        #expect(Self.squares(PrintedCodes.image(PrintedCodes.code128, module: 3, rows: 30)).isEmpty)
    }

    @Test func sizesThatDoNotFitAreNotRead() {
        #expect(CodeReader.squares([1, 2, 3], width: 2, height: 2).isEmpty)
        #expect(CodeReader.squares([], width: 0, height: 0).isEmpty)
        #expect(CodeReader.squares([], width: -1, height: -1).isEmpty)
        #expect(CodeReader.squares([0], width: .max, height: .max).isEmpty)
    }
}
