import EspyPixels

/// One file format. What comes out is as stored: not turned, not color-converted, with its transparency.
protocol Codec {
    /// - Parameter page: of those that have several, from 1. Whether there is such a page, others check.
    static func info(of bytes: [UInt8], page: Int) throws(ImageError) -> ImageInfo
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded
}

struct DecodeRequest {
    /// The header, already read and checked against the limits.
    let info: ImageInfo
    let minimumLongSide: Int?
    /// From 1.
    let page: Int
    /// Only luminance is needed; a codec that cannot give it cheaper may give color.
    let wantsGray: Bool
}

struct Decoded {
    var raster: Raster
    /// The embedded ICC profile.
    var profile: [UInt8]?
    /// What is still to be applied.
    var orientation: Orientation
    /// Why the picture is not whole.
    var damage: Damage?

    /// What is wrong with a file, of which the rest shows nevertheless.
    struct Damage {
        let error: ImageError
        /// Rows of the raster that show.
        let rows: Int
    }
}

extension [UInt8] {
    /// An array that `body` fills completely; it is not zeroed first, which shows on large pictures.
    static func filled(
        count: Int, by body: (UnsafeMutablePointer<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) -> [UInt8] {
        var failure: ImageError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Swift.max(count, 1)) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            do throws(ImageError) {
                try body(base)
                initialized = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
