import CPNG
import EspyPixels

struct PNGWriter {
    let fast: Bool

    /// The largest side that libpng writes.
    private static let maxSide = 1_000_000

    func write(_ raster: Raster) throws(ImageError) -> [UInt8] {
        let sides = 1...Self.maxSide
        guard sides.contains(raster.width), sides.contains(raster.height) else {
            throw .sizeNotEncodable(.png, width: raster.width, height: raster.height)
        }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(raster.width)
        image.height = UInt32(raster.height)
        image.format = raster.layout == .gray ? 0 : UInt32(PNG_FORMAT_FLAG_COLOR)
        image.flags = fast ? UInt32(PNG_IMAGE_FLAG_FAST) : 0
        defer { png_image_free(&image) }
        var size = Self.largestFile(raster)
        var succeeded = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            succeeded =
                png_image_write_to_memory(&image, buffer.baseAddress, &size, 0, raster.pixels, 0, nil) != 0
            initialized = succeeded ? size : 0
        }
        guard succeeded else { throw .encodingFailed(.png, reason: PNGCodec.message(image)) }
        return bytes
    }

    /// An upper bound of the file size: each row with its filter byte, deflate's worst growth, and chunk headers.
    private static func largestFile(_ raster: Raster) -> Int {
        let data = (raster.width * raster.layout.channels + 1) * raster.height
        let deflated = data + data >> 12 + data >> 14 + data >> 25 + 64
        return deflated + deflated / 8_192 * 12 + 1_024
    }
}
