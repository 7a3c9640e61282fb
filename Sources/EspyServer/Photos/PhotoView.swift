import Espy
import EspyHTTP

/// A picture that is made of a photo to be shown: an upright JPEG.
package struct PhotoView: Hashable, Sendable {
    /// The longer side is at most this, in pixels; nil for the whole size.
    let side: Int?

    /// - Parameter side: as the client wrote it.
    init(side: String?) throws(HTTPProblem) {
        guard let side else {
            self.side = Self.usual
            return
        }
        guard let number = Int(side), Self.sides.contains(number) else {
            throw .badRequest("side is a number from \(Self.sides.lowerBound) to \(Self.sides.upperBound)")
        }
        self.side = number
    }

    private init(whole: Void) { side = nil }

    package static let whole = PhotoView(whole: ())
    static let usual = 2_048
    static let sides = 16...16_384

    /// The picture as JPEG.
    func jpeg(of photo: Photo, _ limits: PhotoLimits) throws(HTTPProblem) -> [UInt8] {
        let bytes = try photo.bytes()
        do throws(ImageError) {
            let options = DecodingOptions(
                maxBytes: limits.bytes, maxPixels: limits.pixels, minimumLongSide: side, page: photo.page)
            let image = try ImageDecoder(options: options).decodePhoto(bytes).image
            return try ImageEncoder.jpeg(side.map { image.fitted(longSide: $0) } ?? image, quality: 88)
        } catch {
            throw HTTPProblem(error)
        }
    }
}
