import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct WebPContainerTests {
    let decoder = ImageDecoder()
    let picture = Pictures.quarters()

    @Test func exifMayCarryTheMarkOfJPEG() throws {
        let exif = Array("Exif\0\0".utf8) + EXIFBlocks.tiff(orientation: 5, littleEndian: false)
        let file = WebPs.extended(WebPs.lossless(picture), width: 48, height: 32, exif: exif)
        #expect(try decoder.info(of: file).orientation == .transpose)
        #expect(try decoder.decode(file) == picture.oriented(.transpose))
    }

    @Test func infoNeedsOnlyTheHeader() throws {
        let file = WebPs.lossy(Pictures.gradient(width: 300, height: 200))
        let info = try decoder.info(of: Array(file[..<100]))
        #expect(info.width == 300)
        #expect(info.height == 200)
        #expect(info.format == .webp)
    }

    @Test func brokenContainersAreCorrupt() throws {
        var file = WebPs.extended(WebPs.lossless(picture), width: 48, height: 32, exif: [1])
        // The canvas size differs from that of the picture inside.
        file[24] = 99
        #expect(throws: ImageError.self) { try decoder.decode(file) }
        let named = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WEBP".utf8)
        #expect(throws: ImageError.self) { try decoder.decode(named) }
    }
}

@Suite struct HEIFContainerTests {
    let decoder = ImageDecoder()
    let picture = Pictures.quarters(width: 64, height: 48)

    /// Some editors drop the container's rotation, and leave it only in EXIF.
    @Test(arguments: Orientation.allCases)
    func exifCountsWhereTheContainerIsSilent(_ orientation: Orientation) throws {
        let exif = EXIFBlocks.tiff(orientation: orientation.rawValue)
        let file = try #require(HEIFs(exif: exif).file(picture))
        let info = try decoder.info(of: file)
        #expect(info.orientation == orientation)
        #expect(info.storedWidth == 64)
        #expect(Pictures.distance(try decoder.decode(file), picture.oriented(orientation)) < 6)
    }

    @Test func emptyEXIFMeansUpright() throws {
        let file = try #require(HEIFs(exif: [1, 2, 3]).file(picture))
        #expect(try decoder.info(of: file).orientation == .identity)
        #expect(Pictures.distance(try decoder.decode(file), picture) < 6)
    }

    @Test func brandsBesideTheMainOneCount() throws {
        var file = try #require(HEIFs().file(picture))
        #expect(String(decoding: file[8..<12], as: UTF8.self) == "heic")
        file.replaceSubrange(8..<12, with: Array("mif1".utf8))
        #expect(try decoder.info(of: file).format == .heic)
    }

    @Test func boxesThatLieAboutTheirLengthAreErrors() throws {
        let file = try #require(HEIFs(container: .rotate90).file(picture))
        for index in stride(from: 16, to: min(file.count, 500), by: 1) {
            var damaged = file
            damaged[index] = 0xFF
            guard let info = try? decoder.info(of: damaged), info.width * info.height < 1 << 20 else { continue }
            guard let image = try? decoder.decode(damaged) else { continue }
            #expect(image.width == info.width)
            #expect(image.height == info.height)
        }
    }

    @Test func oddSizesDecode() throws {
        for (width, height) in [(17, 33), (65, 20)] {
            let odd = Pictures.gradient(width: width, height: height)
            let file = try #require(HEIFs().file(odd))
            #expect(Pictures.distance(try decoder.decode(file), odd) < 6)
        }
    }
}
