import CPNG
import EspyPixels
import EspySystem

/// PNG with libpng's simplified API, which handles its long jumps internally.
enum PNGCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws -> ImageInfo {
        let chunks = try PNGChunks(bytes)
        return ImageInfo(
            format: .png, storedWidth: chunks.width, storedHeight: chunks.height, orientation: chunks.orientation,
            frames: chunks.frames)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let chunks = try PNGChunks(bytes)
        let profile = request.wantsGray ? nil : chunks.profile
        let file = profile == nil ? bytes : chunks.withoutColor(bytes)
        var decoded: Decoded
        do {
            decoded = Decoded(
                raster: try pixels(file, chunks), profile: profile, orientation: chunks.orientation)
        } catch let error as ImageError {
            // In an interlaced picture, the rows that exist are spread over it.
            guard !chunks.isInterlaced else { throw error }
            var rows = 0
            let raster = try pixels(chunks.isComplete ? file : PNGChunks.closed(file), chunks, reached: &rows)
            decoded = Decoded(raster: raster, profile: profile, orientation: chunks.orientation)
            decoded.damage = .init(error: error, rows: rows)
        }
        if chunks.bitsPerSample == 16 { try stretch(&decoded.raster, bytes, chunks) }
        return decoded
    }

    private static func pixels(_ bytes: [UInt8], _ chunks: PNGChunks) throws -> Raster {
        try read(bytes, chunks) { image, layout, target in
            guard png_image_finish_read(&image, nil, target, 0, nil) != 0 else { throw failure(image, chunks) }
        }
    }

    /// Decodes a damaged file.
    /// - Parameter rows: receives the number of rows that were reached.
    private static func pixels(
        _ bytes: [UInt8], _ chunks: PNGChunks, reached rows: inout Int
    ) throws -> Raster {
        var reached = 0
        let raster = try read(bytes, chunks) { image, layout, target in
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
        _ work: (inout png_image, Raster.Layout, UnsafeMutablePointer<UInt8>) throws -> Void
    ) throws -> Raster {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        // The library keeps the address of the bytes until it has read them.
        defer { withExtendedLifetime(bytes) { png_image_free(&image) } }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
            throw failure(image, chunks)
        }
        let (width, height) = (Int(image.width), Int(image.height))
        guard width == chunks.width, height == chunks.height else {
            throw ImageError.corrupt(.png, reason: "two image headers")
        }
        // Otherwise 16-bit samples would count as linear light, which no camera or scanner writes.
        image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        let layout = layout(image.format)
        image.format = format(layout)
        let pixels = try [UInt8].filled(count: width * height * layout.channels) { target in
            try work(&image, layout, target)
        }
        return Raster(layout: layout, width: width, height: height, pixels: pixels)
    }

    /// Uses the full range of levels if a camera has filled only the low bits of 16.
    private static func stretch(
        _ raster: inout Raster, _ bytes: [UInt8], _ chunks: PNGChunks
    ) throws {
        let layout = raster.layout
        // A picture that is dark in 8 bits may have more levels below them. Premultiplied ones have lost them.
        guard layout == .gray || layout == .rgb, let most = raster.pixels.max(), most <= SampleRange.mostOfLowBits >> 8
        else { return }
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        // Without a color space the values are unchanged.
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

/// The relevant chunks of a PNG file besides its pixels (PNG third edition, section 5.3).
private struct PNGChunks {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bitsPerSample = 8
    private(set) var isInterlaced = false
    private(set) var orientation = Orientation.identity
    /// Frames of an animation (PNG third edition, 11.3.6.1).
    private(set) var frames = 1
    /// Whether the last chunk is the end chunk.
    private(set) var isComplete = false
    private var compressedProfile: ArraySlice<UInt8>?
    private var colorRanges: [Range<Int>] = []

    /// Chunks that describe the color space of the pixels to a decoder.
    private static let colorTypes: Set<String> = ["iCCP", "gAMA", "cHRM", "sRGB", "cICP"]

    init(_ bytes: [UInt8]) throws {
        let reader = ByteReader(bytes[...])
        var offset = 8
        while let length = reader.u32(at: offset), let name = reader.slice(at: offset + 4, length: 4) {
            guard let body = reader.slice(at: offset + 8, length: length) else { break }
            let type = String(decoding: name, as: UTF8.self)
            let end = min(offset + 12 + length, bytes.count)
            if Self.colorTypes.contains(type) { colorRanges.append(offset..<end) }
            read(type, body)
            if type == "IEND" { break }
            offset = end
        }
        guard width > 0, height > 0 else {
            throw bytes.count < 33
                ? ImageError.truncated(.png) : ImageError.corrupt(.png, reason: "no image header")
        }
    }

    private mutating func read(_ type: String, _ body: ArraySlice<UInt8>) {
        let reader = ByteReader(body)
        switch type {
        case "IHDR" where width == 0:
            width = reader.u32(at: 0) ?? 0
            height = reader.u32(at: 4) ?? 0
            bitsPerSample = reader.u8(at: 8) ?? 8
            isInterlaced = reader.u8(at: 12) == 1
        case "acTL": frames = max(reader.u32(at: 0) ?? 1, 1)
        case "eXIf": orientation = EXIF.orientation(body)
        case "iCCP": compressedProfile = body
        case "IEND": isComplete = true
        default: break
        }
    }

    /// The embedded profile, inflated up to the size that a profile may have.
    var profile: [UInt8]? {
        guard let body = compressedProfile, let nameEnd = body.firstIndex(of: 0),
            // The name, its zero byte, the method (0 is zlib), the stream.
            body.endIndex - nameEnd > 2, body[nameEnd + 1] == 0
        else { return nil }
        let stream = [UInt8](body[(nameEnd + 2)...])
        return Inflate.expand(stream, most: ProfileTransform.maxProfileBytes)
    }

    /// `bytes` with an end after the existing part of its pixels, for a file that was cut short.
    ///
    /// libpng reads the pixels of a chunk in pieces of thousands of bytes, and discards an incomplete piece.
    static func closed(_ bytes: [UInt8]) -> [UInt8] {
        let reader = ByteReader(bytes[...])
        var offset = 8
        while let length = reader.u32(at: offset), let name = reader.slice(at: offset + 4, length: 4) {
            let end = offset + 12 + length
            guard end > bytes.count else {
                offset = end
                continue
            }
            let body = bytes[min(offset + 8, bytes.count)..<min(offset + 8 + length, bytes.count)]
            guard name.elementsEqual("IDAT".utf8) else { break }
            return bytes[..<offset] + chunk("IDAT", body) + chunk("IEND", [])
        }
        return bytes
    }

    private static func chunk(_ name: String, _ body: ArraySlice<UInt8>) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        let named = Array(name.utf8) + body
        return big(UInt32(body.count)) + named + big(CRC32.of(named))
    }

    /// `bytes` without the color chunks.
    ///
    /// libpng applies gamma chunks itself; together with a profile, that would convert the colors twice.
    func withoutColor(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var position = 0
        for range in colorRanges {
            kept += bytes[position..<range.lowerBound]
            position = range.upperBound
        }
        return kept + bytes[position...]
    }
}
