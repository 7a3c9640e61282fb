import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// A photo that is decoded in planes has the pixels of one that is decoded as a whole.
@Suite struct SplitTests {
    /// Colors that change from pixel to pixel, so that every rule for enlarging planes shows.
    private static func colorful(_ width: Int, _ height: Int) -> RGBImage {
        var state: UInt32 = 1
        let pixels = (0..<3 * width * height).map { place -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: UInt32(place) / 5 &+ state >> 27)
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    private func check(_ file: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let whole = try ImageDecoder().decodePhoto(file)
        let (split, source) = try ImageDecoder().decodeSplit(file)
        #expect(source == whole.source, sourceLocation: sourceLocation)
        #expect(split.rgb == whole.image, sourceLocation: sourceLocation)
        for side in [7, 40, max(split.width, split.height) / 2, 9_999] {
            #expect(
                split.fitted(longSide: side) == whole.image.fitted(longSide: side), sourceLocation: sourceLocation)
        }
        // Rounding, and colors that the planes have but RGB has not.
        #expect(Pictures.distance(split.gray, whole.image.gray) < 2, sourceLocation: sourceLocation)
    }

    @Test(arguments: [JPEGs.Sampling.full, .halfWide, .half, .quarterWide])
    func pixelsAreThoseOfTheWholePicture(_ sampling: JPEGs.Sampling) throws {
        for (width, height) in [(1, 1), (2, 3), (4, 5), (5, 4), (16, 16), (97, 63), (98, 64), (130, 47)] {
            try check(JPEGs.sampled(Self.colorful(width, height), sampling))
        }
    }

    @Test(arguments: Orientation.allCases)
    func turnedPhotosAreUpright(_ orientation: Orientation) throws {
        let exif = JPEGs.exif(EXIFBlocks.tiff(orientation: orientation.rawValue))
        for sampling in [JPEGs.Sampling.halfWide, .half] {
            for size in [(51, 38), (50, 37), (51, 37)] {
                try check(JPEGs.inserting([exif], into: JPEGs.sampled(Self.colorful(size.0, size.1), sampling)))
            }
        }
    }

    @Test func everyFileIsSplit() throws {
        let picture = Self.colorful(60, 44)
        let jpeg = JPEGs.sampled(picture, .half)
        try check(JPEGs.progressive(picture))
        for profile in [Profiles.sRGB(), Profiles.wide()] {
            try check(JPEGs.inserting(JPEGs.profile(profile), into: jpeg))
        }
        try check(JPEGs.cmyk(width: 20, height: 10, inverted: [10, 200, 30, 255]))
        try check(ImageEncoder.png(picture))
        try check(Array(jpeg.dropLast(jpeg.count / 5)))
        try check(JPEGs.several([jpeg, jpeg], kind: 0x2_0002))
    }

    @Test func grayPhotosHaveNoColor() throws {
        let file = JPEGs.gray(Self.colorful(33, 21).gray)
        try check(file)
        let split = try ImageDecoder().decodeSplit(file).image
        #expect(split.gray == (try ImageDecoder().decodeGray(file)))
    }

    @Test func brightnessIsThatOfTheFile() throws {
        let file = JPEGs.sampled(Self.colorful(64, 48), .half)
        #expect(try ImageDecoder().decodeSplit(file).image.gray == ImageDecoder().decodeGray(file))
    }
}
