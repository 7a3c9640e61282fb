import EspyCodes
import EspyImage
import EspySamples
import Testing

struct CodeReaderTests {
    private static func read(_ image: GrayImage) -> [ScannedCode] {
        CodeReader.read(image.pixels, width: image.width, height: image.height)
    }

    @Test(arguments: [2, 3, 7])
    func codesAreReadAtAnyTurn(module: Int) {
        let (qr, bars) = (
            PrintedCodes.image(PrintedCodes.qr, module: module),
            PrintedCodes.image(PrintedCodes.code128, module: module, rows: 30)
        )
        for turn in [Orientation.identity, .rotate90, .rotate180, .rotate270] {
            #expect(
                Self.read(qr.oriented(turn))
                    == [ScannedCode(symbology: .qr, value: "https://example.org/guest?table=7")], "\(turn)")
            let alone = qr.oriented(turn)
            #expect(
                CodeReader.read(alone.pixels, width: alone.width, height: alone.height, symbologies: [.qr]).count == 1)
            #expect(Self.read(bars.oriented(turn)) == [ScannedCode(symbology: .code128, value: "CJ1PM02")], "\(turn)")
        }
    }

    @Test(arguments: [(1, 1), (3, 500), (500, 2), (64, 64)])
    func plainPicturesHaveNoCodes(width: Int, height: Int) {
        #expect(CodeReader.read(Array(repeating: 128, count: width * height), width: width, height: height).isEmpty)
    }

    @Test func whatIsNotAskedForIsNotRead() {
        let (qr, bars) = (
            PrintedCodes.image(PrintedCodes.qr, module: 3),
            PrintedCodes.image(PrintedCodes.code128, module: 3, rows: 30)
        )
        #expect(CodeReader.read(qr.pixels, width: qr.width, height: qr.height, symbologies: [.code128]).isEmpty)
        #expect(CodeReader.read(bars.pixels, width: bars.width, height: bars.height, symbologies: [.qr]).isEmpty)
        #expect(CodeReader.read(qr.pixels, width: qr.width, height: qr.height, symbologies: []).isEmpty)
    }

    @Test func sizesThatDoNotFitAreNotRead() {
        #expect(CodeReader.read([1, 2, 3], width: 2, height: 2).isEmpty)
        #expect(CodeReader.read([], width: 0, height: 0).isEmpty)
        #expect(CodeReader.read([], width: -1, height: -1).isEmpty)
        #expect(CodeReader.read([0], width: .max, height: .max).isEmpty)
    }
}
