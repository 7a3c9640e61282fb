import CPNG
import EspyPixels

/// PNG through libpng's simplified API, which keeps its long jumps to itself.
enum PNGCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws(ImageError) -> ImageInfo {
        let chunks = try PNGChunks(bytes)
        return ImageInfo(
            format: .png, storedWidth: chunks.width, storedHeight: chunks.height, orientation: chunks.orientation,
            frames: chunks.frames)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let chunks = try PNGChunks(bytes)
        let profile = request.wantsGray ? nil : chunks.profile
        let file = profile == nil ? bytes : chunks.withoutColor(bytes)
        var decoded: Decoded
        do throws(ImageError) {
            decoded = Decoded(
                raster: try pixels(file, chunks), profile: profile, orientation: chunks.orientation)
        } catch {
            // Of an interlaced picture the rows that are there lie all over it.
            guard !chunks.isInterlaced else { throw error }
            var rows = 0
            let raster = try pixels(chunks.isComplete ? file : PNGChunks.closed(file), chunks, reached: &rows)
            decoded = Decoded(raster: raster, profile: profile, orientation: chunks.orientation)
            decoded.damage = .init(error: error, rows: rows)
        }
        if chunks.bitsPerSample == 16 { try stretch(&decoded.raster, bytes, chunks) }
        return decoded
    }

    private static func pixels(_ bytes: [UInt8], _ chunks: PNGChunks) throws(ImageError) -> Raster {
        try read(bytes, chunks) { (image, layout, target) throws(ImageError) in
            guard png_image_finish_read(&image, nil, target, 0, nil) != 0 else { throw failure(image, chunks) }
        }
    }

    /// Of a damaged file.
    /// - Parameter rows: becomes how many of them were reached.
    private static func pixels(
        _ bytes: [UInt8], _ chunks: PNGChunks, reached rows: inout Int
    ) throws(ImageError) -> Raster {
        var reached = 0
        let raster = try read(bytes, chunks) { (image, layout, target) throws(ImageError) in
            let marks = RowMarks(layout, width: chunks.width)
            marks.fill(target, height: chunks.height)
            _ = png_image_finish_read(&image, nil, target, 0, nil)
            reached = marks.finish(target, height: chunks.height)
        }
        rows = reached
        return raster
    }

    /// - Parameter work: reads the pixels of the open picture into the target.
    private static func read(
        _ bytes: [UInt8], _ chunks: PNGChunks,
        _ work: (inout png_image, Raster.Layout, UnsafeMutablePointer<UInt8>) throws(ImageError) -> Void
    ) throws(ImageError) -> Raster {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        // The library keeps the address of the bytes until it has read them.
        defer { withExtendedLifetime(bytes) { png_image_free(&image) } }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw failure(image, chunks)
        }
        let (width, height) = (Int(image.width), Int(image.height))
        guard width == chunks.width, height == chunks.height else {
            throw .corrupt(.png, reason: "two image headers")
        }
        // Without this, 16-bit samples would count as linear light, which no camera or scanner writes.
        image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        let layout = layout(image.format)
        image.format = format(layout)
        let pixels = try [UInt8].filled(count: width * height * layout.channels) { (target) throws(ImageError) in
            try work(&image, layout, target)
        }
        return Raster(layout: layout, width: width, height: height, pixels: pixels)
    }

    /// Makes a picture of all its levels where a camera has filled only the low bits of 16.
    private static func stretch(
        _ raster: inout Raster, _ bytes: [UInt8], _ chunks: PNGChunks
    ) throws(ImageError) {
        let layout = raster.layout
        // What is dark in 8 bits may have levels below them. What is premultiplied has lost them.
        guard layout == .gray || layout == .rgb, let most = raster.pixels.max(), most <= SampleRange.mostOfLowBits >> 8
        else { return }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // Without a color space the values come as they are.
        let plain = chunks.withoutColor(bytes)
        var samples = [UInt16](repeating: 0, count: raster.pixels.count)
        // The library reads from the same bytes in both calls.
        let isRead = plain.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else { return false }
            image.format = format(layout) | UInt32(PNG_FORMAT_FLAG_LINEAR)
            return png_image_finish_read(&image, nil, &samples, 0, nil) != 0
        }
        guard isRead, let most = samples.max(), most > 0 else { return }
        let white = SampleRange.white(most: Int(most))
        for (index, sample) in samples.enumerated() {
            raster.pixels[index] = UInt8((Int(sample) * 255 + white / 2) / white)
        }
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
