import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

struct TIFFTests {
    let decoder = ImageDecoder()

    /// Red on the left, blue on the right, darker toward the bottom.
    private func pixel(_ x: Int, _ y: Int) -> [UInt8] { [x < 4 ? 200 : 0, UInt8(y * 10), x < 4 ? 0 : 200] }

    @Test(arguments: [true, false])
    func bothByteOrders(isLittle: Bool) throws {
        let file = TIFFs(isLittle: isLittle).picture(width: 8, height: 6, pixel: pixel)
        let info = try decoder.info(of: file)
        #expect(info.format == .tiff)
        #expect(info.width == 8)
        #expect(info.height == 6)
        let image = try decoder.decode(file)
        #expect(Array(image.pixels[..<3]) == [200, 0, 0])
        #expect(Array(image.pixels.suffix(3)) == [0, 50, 200])
    }

    @Test func standsUpright() throws {
        // Stored sideways: a clockwise quarter turn makes the left edge the top.
        let file = TIFFs().picture(width: 8, height: 6, extra: [(274, .shorts([6]))], pixel: pixel)
        let image = try decoder.decode(file)
        #expect(image.width == 6)
        #expect(image.height == 8)
        #expect(Array(image.pixels[..<3]) == [200, 50, 0])
    }

    @Test func whatIsTransparentIsWhite() throws {
        let pixels: [UInt8] = [200, 0, 0, 255] + [200, 0, 0, 0]
        let file = TIFFs().file([
            (256, .longs([2])), (257, .longs([1])), (258, .shorts([8, 8, 8, 8])), (259, .shorts([1])),
            (262, .shorts([2])), (273, .blob(pixels)), (277, .shorts([4])), (278, .longs([1])), (279, .longs([8])),
            (338, .shorts([2])),
        ])
        #expect(try decoder.decode(file).pixels == [200, 0, 0, 255, 255, 255])
    }

    @Test func cutShort() throws {
        let file = TIFFs().picture(width: 8, height: 6, pixel: pixel)
        #expect(throws: ImageError.truncated(.tiff)) { try decoder.decode(Array(file.dropLast(40))) }
        #expect(throws: ImageError.truncated(.tiff)) { try decoder.decode(Array(file[..<9])) }
        #expect(throws: (any Error).self) { try decoder.decode(Array(file[..<60])) }
    }

    @Test func hugeSizesAreRefused() {
        let file = TIFFs().file([(256, .longs([0xFFFF_FFFF])), (257, .longs([0xFFFF_FFFF]))])
        #expect(throws: (any Error).self) { try decoder.decode(file) }
        let none = TIFFs().file([(256, .longs([4]))])
        #expect(throws: ImageError.corrupt(.tiff, reason: "no size")) { try decoder.info(of: none) }
    }

    /// Raw sensor data is not developed, and a thumbnail is not mistaken for the photo.
    @Test func cameraRawIsNamed() {
        let file = TIFFs().picture(
            width: 8, height: 6, extra: [(254, .longs([1])), (330, .directory([(254, .longs([0]))]))], pixel: pixel)
        #expect(throws: ImageError.unsupportedVariant(.tiff, detail: "raw sensor data")) {
            try decoder.decode(file)
        }
    }
}

struct DNGTests {
    let decoder = ImageDecoder()

    private func file(_ jpegs: [[UInt8]]) -> [UInt8] {
        let below = jpegs.map { jpeg -> (Int, TIFFs.Value) in
            (
                330,
                .directory([
                    (254, .longs([1])), (259, .shorts([7])), (262, .shorts([6])), (273, .blob(jpeg)),
                    (279, .longs([jpeg.count])),
                ])
            )
        }
        return TIFFs().file(
            [(256, .longs([2])), (257, .longs([2])), (274, .shorts([8]))] + below + [(50706, .bytes([1, 4, 0, 0]))])
    }

    @Test func showsItsPreviewUpright() throws {
        let preview = try ImageEncoder.jpeg(Pictures.quarters(width: 48, height: 32), quality: 95, chroma: .full)
        let info = try decoder.info(of: file([preview]))
        #expect(info.format == .dng)
        #expect(info.width == 32)
        #expect(info.height == 48)
        let shown = try decoder.decode(file([preview]))
        let turned = try ImageDecoder().decode(
            JPEGs.inserting([JPEGs.exif(EXIFBlocks.tiff(orientation: 8))], into: preview))
        #expect(shown == turned)
    }

    @Test func withoutAPreviewItSaysSo() {
        let expected = ImageError.unsupportedVariant(.dng, detail: "no preview in it")
        #expect(throws: expected) { try decoder.decode(file([])) }
        #expect(throws: expected) { try decoder.decode(file([[1, 2, 3, 4, 5]])) }
    }
}
