import CPNG
import EspyPixels

/// PNG through libpng's simplified API, which keeps its long jumps to itself.
enum PNGCodec: Codec {
    static func info(of bytes: [UInt8]) throws(ImageError) -> ImageInfo {
        let chunks = try PNGChunks(bytes)
        return ImageInfo(
            format: .png, storedWidth: chunks.width, storedHeight: chunks.height, orientation: chunks.orientation)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let chunks = try PNGChunks(bytes)
        let profile = request.wantsGray ? nil : chunks.profile
        let raster = try pixels(profile == nil ? bytes : chunks.withoutColor(bytes), request, chunks)
        return Decoded(raster: raster, profile: profile, orientation: chunks.orientation)
    }

    private static func pixels(
        _ bytes: [UInt8], _ request: DecodeRequest, _ chunks: PNGChunks
    ) throws(ImageError) -> Raster {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw failure(image, chunks)
        }
        let width = Int(image.width)
        let height = Int(image.height)
        guard width == request.info.storedWidth, height == request.info.storedHeight else {
            throw .corrupt(.png, reason: "two image headers")
        }
        // Without this, 16-bit samples would count as linear light, which no camera or scanner writes.
        image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        let layout = layout(image.format)
        image.format = format(layout)
        let pixels = try [UInt8].filled(count: width * height * layout.channels) { (target) throws(ImageError) in
            guard png_image_finish_read(&image, nil, target, 0, nil) != 0 else { throw failure(image, chunks) }
        }
        return Raster(layout: layout, width: width, height: height, pixels: pixels)
    }

    private static func layout(_ format: UInt32) -> Raster.Layout {
        let hasColor = format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0
        let hasAlpha = format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        return switch (hasColor, hasAlpha) {
        case (false, false): .gray
        case (false, true): .grayAlpha
        case (true, false): .rgb
        case (true, true): .rgba
        }
    }

    private static func format(_ layout: Raster.Layout) -> UInt32 {
        switch layout {
        case .gray: 0
        case .grayAlpha: UInt32(PNG_FORMAT_FLAG_ALPHA)
        case .rgba: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        default: UInt32(PNG_FORMAT_FLAG_COLOR)
        }
    }

    private static func failure(_ image: png_image, _ chunks: PNGChunks) -> ImageError {
        guard chunks.isComplete else { return .truncated(.png) }
        return .corrupt(.png, reason: message(image))
    }

    /// The text that libpng leaves in the structure.
    static func message(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
