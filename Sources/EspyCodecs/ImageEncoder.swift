import CPNG
import CTurboJPEG
public import EspyPixels

/// Encodes pixels as image files.
public enum ImageEncoder {
    /// The color resolution of a JPEG.
    public enum ChromaSampling: String, Sendable, Hashable, Codable {
        /// Color at half the resolution in both directions: the usual choice for photos.
        case half
        /// Color at full resolution: for thin colored lines and text.
        case full
    }

    /// Encodes JPEG in color.
    ///
    /// - Parameters:
    ///   - quality: 1 (smallest) to 100 (best); values outside are clamped.
    ///   - isProgressive: a tenth smaller with the same pixels, but slower to write and to read.
    public static func jpeg(
        _ image: RGBImage, quality: Int = 90, chroma: ChromaSampling = .half, isProgressive: Bool = false
    ) throws(ImageError) -> [UInt8] {
        try JPEGWriter(quality: quality, chroma: chroma, isProgressive: isProgressive).write(Raster(image))
    }

    /// Encodes JPEG in gray.
    public static func jpeg(_ image: GrayImage, quality: Int = 90) throws(ImageError) -> [UInt8] {
        try JPEGWriter(quality: quality, chroma: .full, isProgressive: false).write(Raster(image))
    }

    /// Encodes lossless PNG in color.
    ///
    /// - Parameter fast: accept a somewhat larger file to save much time.
    public static func png(_ image: RGBImage, fast: Bool = false) throws(ImageError) -> [UInt8] {
        try PNGWriter(fast: fast).write(Raster(image))
    }

    /// Encodes lossless PNG in gray.
    public static func png(_ image: GrayImage, fast: Bool = false) throws(ImageError) -> [UInt8] {
        try PNGWriter(fast: fast).write(Raster(image))
    }
}

private struct JPEGWriter {
    let quality: Int
    let chroma: ImageEncoder.ChromaSampling
    let isProgressive: Bool

    private static let maxSide = 65_535

    func write(_ raster: Raster) throws(ImageError) -> [UInt8] {
        let sides = 1...Self.maxSide
        guard sides.contains(raster.width), sides.contains(raster.height) else {
            throw .sizeNotEncodable(.jpeg, width: raster.width, height: raster.height)
        }
        guard let handle = tjInitCompress() else { throw .encodingFailed(.jpeg, reason: "no compressor") }
        defer { tjDestroy(handle) }
        let isGray = raster.layout == .gray
        let sampling = isGray ? TJSAMP_GRAY : chroma == .half ? TJSAMP_420 : TJSAMP_444
        var size = tjBufSize(Int32(raster.width), Int32(raster.height), Int32(sampling.rawValue))
        var status: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, initialized in
            var target = buffer.baseAddress
            status = tjCompress2(
                handle, raster.pixels, Int32(raster.width), 0, Int32(raster.height),
                Int32(isGray ? TJPF_GRAY.rawValue : TJPF_RGB.rawValue), &target, &size, Int32(sampling.rawValue),
                Int32(min(max(quality, 1), 100)), TJFLAG_NOREALLOC | (isProgressive ? TJFLAG_PROGRESSIVE : 0))
            initialized = status == 0 ? Int(size) : 0
        }
        guard status == 0 else {
            let text = tjGetErrorStr2(handle).map { String(cString: $0) }
            throw .encodingFailed(.jpeg, reason: text ?? "unknown")
        }
        return bytes
    }
}

private struct PNGWriter {
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
