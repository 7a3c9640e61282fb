import CWebP
import EspyPixels

/// WebP with libwebp; for an animation, the first frame.
enum WebPCodec: Codec {
    static func info(of bytes: [UInt8], page _: Int) throws -> ImageInfo {
        try withFile(bytes) { file in file.info }
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        try withFile(bytes) { file in
            let (raster, damage) = try file.pixels(size: shrunkSize(request))
            return Decoded(
                raster: raster, profile: file.chunk("ICCP"), orientation: file.info.orientation, damage: damage)
        }
    }

    /// libwebp scales to any size while decoding.
    private static func shrunkSize(_ request: DecodeRequest) -> (width: Int, height: Int) {
        let (width, height) = (request.info.storedWidth, request.info.storedHeight)
        let longSide = max(width, height)
        guard let wish = request.minimumLongSide, wish < longSide else { return (width, height) }
        let least = max(wish, 1)
        return (max(1, width * least / longSide), max(1, height * least / longSide))
    }

    /// Opens the container for the duration of `body`; it points into `bytes`, so it must not outlive them.
    private static func withFile<Result>(
        _ bytes: [UInt8], _ body: (WebPFile) throws -> Result
    ) throws -> Result {
        try bytes.withUnsafeBufferPointer { buffer in
            var data = WebPData(bytes: buffer.baseAddress, size: buffer.count)
            var state = WEBP_DEMUX_PARSE_ERROR
            let demuxer = WebPDemuxPartial(&data, &state)
            defer { WebPDemuxDelete(demuxer) }
            guard state != WEBP_DEMUX_PARSE_ERROR else { throw ImageError.corrupt(.webp, reason: "bad container") }
            var frame = WebPIterator()
            guard let demuxer, WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else { throw ImageError.truncated(.webp) }
            defer { WebPDemuxReleaseIterator(&frame) }
            return try body(WebPFile(demuxer: demuxer, frame: frame))
        }
    }
}

/// An open container and its first frame.
private struct WebPFile {
    let demuxer: OpaquePointer
    let frame: WebPIterator

    var isComplete: Bool { frame.complete != 0 }

    var info: ImageInfo {
        ImageInfo(
            format: .webp, storedWidth: Int(frame.width), storedHeight: Int(frame.height),
            orientation: chunk("EXIF").map { EXIF.orientation($0[...]) } ?? .identity,
            frames: max(Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT)), 1))
    }

    func chunk(_ name: String) -> [UInt8]? {
        var iterator = WebPChunkIterator()
        defer { WebPDemuxReleaseChunkIterator(&iterator) }
        guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
        return [UInt8](UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
    }

    func pixels(size: (width: Int, height: Int)) throws -> (Raster, Decoded.Damage?) {
        let layout = frame.has_alpha != 0 ? Raster.Layout.rgba : .rgb
        let stride = size.width * layout.channels
        var damage: Decoded.Damage?
        let pixels = try [UInt8].filled(count: stride * size.height) { target in
            var config = WebPDecoderConfig()
            guard WebPInitDecoderConfig(&config) != 0 else { throw ImageError.corrupt(.webp, reason: "no decoder") }
            config.options.use_threads = 1
            if size.width != Int(frame.width) || size.height != Int(frame.height) {
                config.options.use_scaling = 1
                config.options.scaled_width = Int32(size.width)
                config.options.scaled_height = Int32(size.height)
            }
            config.output.colorspace = layout == .rgba ? MODE_RGBA : MODE_RGB
            config.output.is_external_memory = 1
            config.output.u.RGBA = WebPRGBABuffer(rgba: target, stride: Int32(stride), size: stride * size.height)
            let status = isComplete ? WebPDecode(frame.fragment.bytes, frame.fragment.size, &config) : nil
            guard status != VP8_STATUS_OK else { return }
            let marks = RowMarks(layout, width: size.width)
            marks.fill(target, height: size.height)
            decodeBeginning(&config)
            damage = .init(
                error: status.map(failure) ?? .truncated(.webp), rows: marks.finish(target, height: size.height))
        }
        return (Raster(layout: layout, width: size.width, height: size.height, pixels: pixels), damage)
    }

    /// Decodes as far as the data goes.
    private func decodeBeginning(_ config: inout WebPDecoderConfig) {
        withUnsafeMutablePointer(to: &config) { config in
            let decoder = WebPIDecode(nil, 0, config)
            _ = WebPIAppend(decoder, frame.fragment.bytes, frame.fragment.size)
            WebPIDelete(decoder)
        }
    }

    private func failure(_ status: VP8StatusCode) -> ImageError {
        switch status {
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: .truncated(.webp)
        case VP8_STATUS_UNSUPPORTED_FEATURE: .unsupportedVariant(.webp, detail: "unknown feature")
        case VP8_STATUS_OUT_OF_MEMORY: .corrupt(.webp, reason: "out of memory")
        default: .corrupt(.webp, reason: "bad bitstream")
        }
    }
}
