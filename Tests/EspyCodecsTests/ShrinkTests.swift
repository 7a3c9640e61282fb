import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct ShrinkTests {
    let picture = Pictures.gradient(width: 403, height: 301)

    private func decode(_ file: [UInt8], least: Int) throws -> RGBImage {
        try ImageDecoder(options: DecodingOptions(minimumLongSide: least)).decode(file)
    }

    /// JPEG halves as often as the long side permits, and rounds up.
    @Test(arguments: [
        (1, 51), (50, 51), (51, 51), (52, 101), (101, 101), (102, 202), (202, 202), (203, 403), (9_999, 403),
    ])
    func jpegTakesTheSmallestScaleThatIsLongEnough(_ least: Int, _ width: Int) throws {
        let image = try decode(ImageEncoder.jpeg(picture, quality: 95), least: least)
        #expect(image.width == width)
        #expect(image.height == [51: 38, 101: 76, 202: 151, 403: 301][width])
        let expected = picture.resized(width: image.width, height: image.height)
        #expect(Pictures.distance(image, expected) < 4)
    }

    @Test(arguments: [1, 50, 100, 402, 403, 800])
    func webpShrinksExactly(_ least: Int) throws {
        let image = try decode(WebPs.lossy(picture), least: least)
        #expect(image.width == min(least, 403))
        guard least >= 50 else { return }
        let expected = picture.resized(width: image.width, height: image.height)
        #expect(Pictures.distance(image, expected) < 4)
    }

    @Test func otherFormatsKeepTheirSize() throws {
        #expect(try decode(ImageEncoder.png(picture), least: 10) == picture)
    }

    @Test func shrunkPicturesAreUprightToo() throws {
        let exif = JPEGs.exif(EXIFBlocks.tiff(orientation: 6))
        let file = JPEGs.inserting([exif], into: try ImageEncoder.jpeg(picture, quality: 95))
        let image = try decode(file, least: 100)
        #expect(image.width == 76)
        #expect(image.height == 101)
        let gray = try ImageDecoder(options: DecodingOptions(minimumLongSide: 100)).decodeGray(file)
        #expect(Pictures.distance(gray, image.gray) < 2)
    }

    @Test func zeroAndBelowMeanAsSmallAsPossible() throws {
        #expect(try decode(ImageEncoder.jpeg(picture), least: 0).width == 51)
        #expect(try decode(ImageEncoder.jpeg(picture), least: -5).width == 51)
        #expect(try decode(WebPs.lossy(picture), least: 0).width == 1)
    }
}
