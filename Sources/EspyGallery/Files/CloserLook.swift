import EspyCodecs
import EspyPixels

/// A second look at a photo, in a larger picture.
enum CloserLook {
    /// The upright photo, with a long side of `side` or less.
    static func image(_ bytes: [UInt8], side: Int, _ options: DecodingOptions) throws(ImageError) -> RGBImage {
        var decoding = options
        decoding.minimumLongSide = side
        return try ImageDecoder(options: decoding).decodePhoto(bytes).image.fitted(longSide: side)
    }

    /// The analysis after the second look, if there is a reason for one.
    static func analysis(
        _ bytes: [UInt8], after first: PhotoAnalysis, by analyzer: some PhotoAnalyzing
    ) throws -> PhotoAnalysis {
        guard let side = analyzer.closerSide(first) else { return first }
        return try analyzer.lookCloser(at: image(bytes, side: side, DecodingOptions()), after: first)
    }
}
