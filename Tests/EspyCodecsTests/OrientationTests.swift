import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Where the first row and the first column of the stored picture belong according to EXIF (2.32, tag 0x0112): the
/// corner of
/// the upright picture where the first stored pixel ends up, and whether rows become columns.
private let firstPixelGoesTo: [Orientation: (right: Bool, bottom: Bool, swaps: Bool)] = [
    .identity: (false, false, false), .flipHorizontal: (true, false, false), .rotate180: (true, true, false),
    .flipVertical: (false, true, false), .transpose: (false, false, true), .rotate90: (true, false, true),
    .transverse: (true, true, true), .rotate270: (false, true, true),
]

@Suite struct OrientationTests {
    @Test(arguments: Orientation.allCases)
    func firstPixelLandsWhereEXIFSays(_ orientation: Orientation) throws {
        let rule = try #require(firstPixelGoesTo[orientation])
        var stored = RGBImage(width: 5, height: 3, red: 0, green: 0, blue: 0)
        stored.pixels[0] = 255
        stored.pixels[3] = 100
        let upright = stored.oriented(orientation)
        #expect(upright.width == (rule.swaps ? 3 : 5))
        #expect(upright.height == (rule.swaps ? 5 : 3))
        let x = rule.right ? upright.width - 1 : 0
        let y = rule.bottom ? upright.height - 1 : 0
        #expect(upright.color(x, y)[0] == 255)
        // The second pixel of the first row is next to it, along the row or the column.
        let inwardX = rule.swaps ? x : x + (rule.right ? -1 : 1)
        let inwardY = rule.swaps ? y + (rule.bottom ? -1 : 1) : y
        #expect(upright.color(inwardX, inwardY)[0] == 100)
    }

    @Test(arguments: Orientation.allCases)
    func inverseUndoes(_ orientation: Orientation) {
        let picture = Pictures.gradient(width: 71, height: 45)
        #expect(picture.oriented(orientation).oriented(orientation.inverse) == picture)
        #expect(picture.gray.oriented(orientation).oriented(orientation.inverse) == picture.gray)
        #expect(picture.oriented(orientation).gray == picture.gray.oriented(orientation))
    }

    @Test(arguments: Orientation.allCases, [true, false])
    func jpegStandsUpright(_ orientation: Orientation, littleEndian: Bool) throws {
        let picture = Pictures.quarters()
        let exif = EXIFBlocks.tiff(orientation: orientation.rawValue, littleEndian: littleEndian)
        let file = JPEGs.inserting([JPEGs.exif(exif)], into: try ImageEncoder.jpeg(picture, quality: 95))
        try expectUpright(file, picture, orientation, format: .jpeg)
    }

    @Test(arguments: Orientation.allCases)
    func pngStandsUpright(_ orientation: Orientation) throws {
        let picture = Pictures.quarters()
        let exif = EXIFBlocks.tiff(orientation: orientation.rawValue)
        let file = PNGs.inserting([("eXIf", exif)], into: try ImageEncoder.png(picture))
        try expectUpright(file, picture, orientation, format: .png)
    }

    @Test(arguments: Orientation.allCases)
    func webpStandsUpright(_ orientation: Orientation) throws {
        let picture = Pictures.quarters()
        let exif = EXIFBlocks.tiff(orientation: orientation.rawValue)
        let file = WebPs.extended(WebPs.lossless(picture), width: 48, height: 32, exif: exif)
        try expectUpright(file, picture, orientation, format: .webp)
    }

    /// Phones store the rotation twice, in the container and in EXIF; it must be applied once.
    @Test(arguments: Orientation.allCases)
    func heicTurnsOnce(_ orientation: Orientation) throws {
        let picture = Pictures.quarters(width: 64, height: 48)
        let exif = EXIFBlocks.tiff(orientation: orientation.rawValue)
        let file = try #require(HEIFs(container: orientation, exif: exif).file(picture))
        let upright = try ImageDecoder().decode(file)
        #expect(Pictures.distance(upright, picture.oriented(orientation)) < 6)
        let info = try ImageDecoder().info(of: file)
        #expect(info.format == .heic)
        #expect(info.width == upright.width)
        #expect(info.height == upright.height)
    }

    @Test func avifContainerOutranksEXIF() throws {
        let picture = Pictures.quarters(width: 64, height: 48)
        let exif = EXIFBlocks.tiff(orientation: 3)
        let file = try #require(HEIFs(isAVIF: true, container: .rotate90, exif: exif).file(picture))
        #expect(Pictures.distance(try ImageDecoder().decode(file), picture.oriented(.rotate90)) < 6)
        #expect(try ImageDecoder().info(of: file).format == .avif)
    }

    private func expectUpright(
        _ file: [UInt8], _ picture: RGBImage, _ orientation: Orientation, format: ImageFormat
    ) throws {
        let expected = picture.oriented(orientation)
        #expect(Pictures.distance(try ImageDecoder().decode(file), expected) < 4)
        #expect(Pictures.distance(try ImageDecoder().decodeGray(file), expected.gray) < 4)
        let info = try ImageDecoder().info(of: file)
        #expect(info.format == format)
        #expect(info.orientation == orientation)
        #expect(info.storedWidth == 48)
        #expect(info.storedHeight == 32)
        #expect(info.width == expected.width)
        #expect(info.height == expected.height)
    }
}

@Suite struct EXIFTests {
    @Test func findsTheFieldAmongOthers() throws {
        #expect(try orientation(EXIFBlocks.tiff(orientation: 8, entriesBefore: 12)) == .rotate270)
        #expect(try orientation(EXIFBlocks.tiff(orientation: 8, littleEndian: false, entriesBefore: 0)) == .rotate270)
    }

    @Test(arguments: [0, 9, 65_535])
    func nonsenseValuesMeanUpright(_ value: Int) throws {
        #expect(try orientation(EXIFBlocks.tiff(orientation: value)) == .identity)
    }

    @Test func cutBlocksMeanUpright() throws {
        let whole = EXIFBlocks.tiff(orientation: 6)
        // The value ends six bytes before the end of the block: four bytes of padding and the directory's end follow.
        for length in 0..<(whole.count - 6) {
            #expect(try orientation(Array(whole[..<length])) == .identity)
        }
    }

    @Test func directoryBeyondTheEndMeansUpright() throws {
        var block = EXIFBlocks.tiff(orientation: 6)
        block.replaceSubrange(4..<8, with: [0xF0, 0xFF, 0xFF, 0xFF])
        #expect(try orientation(block) == .identity)
    }

    @Test func wrongByteOrderMarkMeansUpright() throws {
        var block = EXIFBlocks.tiff(orientation: 6)
        block[0] = 0x58
        #expect(try orientation(block) == .identity)
    }

    private func orientation(_ tiff: [UInt8]) throws -> Orientation {
        let jpeg = try ImageEncoder.jpeg(Pictures.quarters())
        return try ImageDecoder().info(of: JPEGs.inserting([JPEGs.exif(tiff)], into: jpeg)).orientation
    }
}
