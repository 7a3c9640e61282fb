import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct PNGStructureTests {
    let decoder = ImageDecoder()
    let picture = Pictures.gradient()

    @Test func orientationMayFollowThePixels() throws {
        let png = try ImageEncoder.png(picture)
        let exif = PNGs.chunk("eXIf", EXIFBlocks.tiff(orientation: 8))
        let late = Array(png.dropLast(12)) + exif + png.suffix(12)
        #expect(try decoder.info(of: late).orientation == .rotate270)
        #expect(try decoder.decode(late) == picture.oriented(.rotate270))
    }

    @Test func missingEndChunkCostsNoPixel() throws {
        let png = try ImageEncoder.png(picture)
        #expect(try decoder.decode(Array(png.dropLast(12))) == picture)
    }

    @Test func wrongChecksumOfPixelsIsCorrupt() throws {
        var png = try ImageEncoder.png(picture)
        // The checksum of the pixel chunk precedes the twelve bytes of the end chunk.
        png[png.count - 13] ^= 1
        let error = #expect(throws: ImageError.self) { try decoder.decode(png) }
        guard case .corrupt(.png, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func headerMustComeFirstAndHoldASize() {
        let empty = PNGs.signature + PNGs(width: 0, height: 5).header + PNGs.chunk("IEND", [])
        #expect(throws: ImageError.corrupt(.png, reason: "no image header")) { try decoder.info(of: empty) }
        let none = PNGs.signature + PNGs.chunk("IDAT", [1, 2, 3, 4, 5, 6, 7, 8, 9]) + PNGs.chunk("IEND", [])
        #expect(throws: ImageError.corrupt(.png, reason: "no image header")) { try decoder.info(of: none) }
    }

    @Test func secondHeaderDoesNotPassTheLimit() throws {
        let small = PNGs(width: 2, height: 2).header
        let large = PNGs(width: 5_000, height: 5_000)
        let body = large.file(pixel: [1, 2, 3])
        let strict = ImageDecoder(options: DecodingOptions(maxPixels: 100))
        #expect(throws: ImageError.self) { try strict.decode(PNGs.signature + small + body[8...]) }
    }

    @Test func oneTransparentColor() throws {
        let file = PNGs(width: 2, height: 1, extras: [("tRNS", [0, 10, 0, 20, 0, 30])])
        #expect(try decoder.decode(file.file(rows: [[10, 20, 30, 10, 20, 31]])).pixels == [255, 255, 255, 10, 20, 31])
        let gray = PNGs(width: 2, height: 1, colorType: 0, extras: [("tRNS", [0, 9])])
        #expect(try decoder.decodeGray(gray.file(rows: [[9, 8]])).pixels == [255, 8])
    }

    @Test(arguments: [1, 2, 4])
    func fewBitsAreSpreadOverTheWholeRange(_ bits: Int) throws {
        let file = PNGs(width: 8 / bits, height: 1, bitDepth: UInt8(bits), colorType: 0)
        let pixels = try decoder.decodeGray(file.file(rows: [[0xF0]])).pixels
        #expect(pixels.first == 255)
        #expect(pixels.last == 0)
    }

    @Test func unknownChunksAreSkipped() throws {
        let png = try ImageEncoder.png(picture)
        let extras = [("teSt", [UInt8](repeating: 1, count: 1_000)), ("tEXt", Array("Title\0x".utf8))]
        #expect(try decoder.decode(PNGs.inserting(extras, into: png)) == picture)
    }

    @Test func plainGammaOfSRGBChangesNothing() throws {
        let png = try ImageEncoder.png(picture)
        #expect(try decoder.decode(PNGs.inserting([("gAMA", PNGs.big(45_455))], into: png)) == picture)
    }

    @Test func profileThatInflatesWithoutEndIsIgnored() throws {
        let bomb = PNGs.profileChunk([UInt8](repeating: 0, count: 20 << 20))
        let png = PNGs.inserting([bomb], into: try ImageEncoder.png(picture))
        #expect(try decoder.decode(png) == picture)
    }
}
