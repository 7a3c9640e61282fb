import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Files other than TIFF that contain several pictures: which are pages, which are frames, and which are neither.
struct SeveralPicturesTests {
    private func source(_ file: [UInt8], page: Int = 1) throws -> PictureSource {
        try ImageDecoder(options: DecodingOptions(page: page)).decodePhoto(file).source
    }

    private let first = Pictures.quarters(width: 48, height: 32)
    private let second = Pictures.gradient(width: 48, height: 32)

    @Test(arguments: [0x02_0002, 0x02_0001, 0x02_0003, 0])
    func jpegsInOneFileArePages(kind: Int) throws {
        let pair = try [first, second].map { try ImageEncoder.jpeg($0, quality: 95) }
        let file = JPEGs.several(pair, kind: kind)
        #expect(try source(file) == PictureSource(page: 1, pages: 2))
        let other = try ImageDecoder(options: DecodingOptions(page: 2)).decodePhoto(file)
        #expect(other.source == PictureSource(page: 2, pages: 2))
        #expect(try other.image == ImageDecoder().decode(pair[1]))
        #expect(throws: ImageError.noSuchPage(3, pages: 2, frames: 1)) { try source(file, page: 3) }
    }

    /// Previews, and pictures of unknown kind with another size, such as depth and brightness maps.
    @Test func whatCamerasPutBesideAPhotoIsNoPage() throws {
        let photo = try ImageEncoder.jpeg(first)
        let small = try ImageEncoder.jpeg(Pictures.quarters(width: 24, height: 16))
        #expect(try source(JPEGs.several([photo, photo], kind: 0x01_0001)) == PictureSource())
        #expect(try source(JPEGs.several([photo, small], kind: 0)) == PictureSource())
        let map = JPEGs.inserting(
            [JPEGs.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version=\"1.0\"/>".utf8))], into: photo)
        #expect(try source(JPEGs.several([photo, map], kind: 0)) == PictureSource())
    }

    /// The second picture does not say how the camera was held.
    @Test func theSecondLiesAsTheFirst() throws {
        let turned = JPEGs.inserting([JPEGs.exif(EXIFBlocks.tiff(orientation: 6))], into: try ImageEncoder.jpeg(first))
        let file = JPEGs.several([turned, try ImageEncoder.jpeg(second)], kind: 0x02_0002)
        let decoder = ImageDecoder(options: DecodingOptions(page: 2))
        #expect(try decoder.info(of: file).width == 32)
        #expect(try decoder.decode(file).width == 32)
    }

    /// An index that points beyond the file, or to something that is not a picture.
    @Test func aWrongIndexIsNoCrash() throws {
        let pair = try [first, second].map { try ImageEncoder.jpeg($0) }
        let file = JPEGs.several(pair, kind: 0x02_0002)
        let cut = Array(file[..<(pair[0].count + 120)])
        #expect(throws: ImageError.self) { try source(cut, page: 2) }
        #expect(try source(cut).pages == 2)
        let alike = JPEGs.several(pair, kind: 0)
        #expect(try source(Array(alike[..<(pair[0].count + 120)])) == PictureSource())
    }

    @Test func framesOfAnimationsAreNoPages() throws {
        let simple = WebPs.lossless(first)
        let webP = WebPs.animation([simple, simple, simple], width: 48, height: 32)
        let png = PNGs.inserting(
            [("acTL", PNGs.big(5) + PNGs.big(0))], into: try ImageEncoder.png(first))
        for (file, frames) in [(webP, 3), (png, 5)] {
            #expect(try source(file) == PictureSource(frames: frames))
            #expect(throws: ImageError.noSuchPage(2, pages: 1, frames: frames)) { try source(file, page: 2) }
        }
        #expect(try source(simple) == PictureSource())
    }

    @Test func picturesOfAHEIFFileArePages() throws {
        let file = try #require(HEIFs().file([first, second]))
        #expect(try source(file) == PictureSource(page: 1, pages: 2))
        let other = try ImageDecoder(options: DecodingOptions(page: 2)).decode(file)
        #expect(Pictures.distance(other, second) < 6)
        #expect(throws: ImageError.noSuchPage(3, pages: 2, frames: 1)) { try source(file, page: 3) }
        #expect(try source(try #require(HEIFs().file(first))) == PictureSource())
    }

    @Test(arguments: [10, 12])
    func lowBitsOfAPNGAreStretched(bits: Int) throws {
        let white = (1 << bits) - 1
        let gray = [0, white / 2 + 1, white].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let file = PNGs(width: 3, height: 1, bitDepth: 16, colorType: 0).file(rows: [gray])
        let pixels = try ImageDecoder().decodeGray(file).pixels
        #expect(pixels == [0, 128, 255])
        let color = [0, 0, 0, white / 2 + 1, 0, white].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let file2 = PNGs(width: 2, height: 1, bitDepth: 16).file(rows: [color])
        #expect(try ImageDecoder().decode(file2).pixels == [0, 0, 0, 128, 0, 255])
    }

    /// All 16 bits are used, or the picture is dark in eight bits as well.
    @Test func otherPNGsOf16BitsStay() throws {
        func levels(_ samples: [Int]) throws -> [UInt8] {
            let row = samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            return try ImageDecoder().decodeGray(
                PNGs(width: samples.count, height: 1, bitDepth: 16, colorType: 0).file(rows: [row])
            ).pixels
        }
        #expect(try levels([0, 32_768, 65_535]) == [0, 128, 255])
        #expect(try levels([0, 20_000]) == [0, 78])
        let dark = try levels([0, 40])
        #expect(dark == [0, 40])
    }

    @Test(.enabled(if: PhotoSets.has("reports/endings/stereo.mpo")))
    func theSharedPairHasTwoPages() throws {
        let file = try PhotoSets.bytes("reports/endings/stereo.mpo")
        #expect(try source(file).pages == 2)
        #expect(try source(file, page: 2).page == 2)
    }

    @Test(.enabled(if: PhotoSets.has("reports/two-pages.tif")))
    func theSharedScansAreRead() throws {
        #expect(try source(PhotoSets.bytes("reports/two-pages.tif")).pages == 2)
        for name in ["ten-bits.tif", "big.tif", "fourth-channel.tif"] {
            let image = try ImageDecoder().decode(PhotoSets.bytes("reports/\(name)"))
            // Disks that contrast with their background.
            let (dark, light) = (image.pixels.count { $0 < 100 }, image.pixels.count { $0 > 150 })
            #expect(dark > 5_000, "\(name)")
            #expect(light > 5_000, "\(name)")
        }
    }
}
