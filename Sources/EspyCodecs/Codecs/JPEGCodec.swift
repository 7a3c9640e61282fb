import CTurboJPEG
import EspyPixels

/// JPEG through the classic TurboJPEG API, which reports errors as values.
enum JPEGCodec: Codec {
    static func info(of bytes: [UInt8]) throws(ImageError) -> ImageInfo {
        let segments = try JPEGSegments(bytes)
        return ImageInfo(
            format: .jpeg, storedWidth: segments.width, storedHeight: segments.height,
            orientation: segments.orientation, isHeldWhole: !segments.isOneScan)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws(ImageError) -> Decoded {
        let segments = try JPEGSegments(bytes)
        guard segments.bitsPerSample == 8 else {
            throw .unsupportedVariant(.jpeg, detail: "\(segments.bitsPerSample) bits per sample")
        }
        guard let handle = tjInitDecompress() else { throw .corrupt(.jpeg, reason: "no decompressor") }
        defer { tjDestroy(handle) }
        try checkHeader(handle, bytes, segments)
        let layout = layout(of: segments, wantsGray: request.wantsGray)
        let size = shrunkSize(segments, minimumLongSide: request.minimumLongSide)
        let pixels = try [UInt8].filled(count: size.width * size.height * layout.channels) {
            (target) throws(ImageError) in
            let status = tjDecompress2(
                handle, bytes, UInt(bytes.count), target, Int32(size.width),
                Int32(size.width * layout.channels), Int32(size.height), pixelFormat(layout), flags)
            if status != 0 { try judge(handle, isWhole: segments.hasEnd(in: bytes)) }
        }
        return Decoded(
            raster: Raster(layout: layout, width: size.width, height: size.height, pixels: pixels),
            profile: segments.profile, orientation: segments.orientation)
    }

    /// Hundreds of empty scans in a small progressive file would keep the decoder busy for minutes.
    private static let flags = TJFLAG_LIMITSCANS

    /// The decoder must see the frame that the limits were checked on.
    private static func checkHeader(
        _ handle: tjhandle, _ bytes: [UInt8], _ segments: JPEGSegments
    ) throws(ImageError) {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorspace: Int32 = 0
        let status = tjDecompressHeader3(
            handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
        // Unusual subsampling is an error in this call, though not in decoding.
        guard status == 0 || isHarmless(handle) || message(handle).contains("subsampling") else {
            throw failure(handle)
        }
        guard width == segments.width, height == segments.height else {
            throw .corrupt(.jpeg, reason: "two frame headers")
        }
    }

    private static func layout(of segments: JPEGSegments, wantsGray: Bool) -> Raster.Layout {
        switch segments.components {
        case 1: .gray
        case 4: segments.hasAdobeMarker ? .invertedCMYK : .cmyk
        default: wantsGray ? .gray : .rgb
        }
    }

    private static func pixelFormat(_ layout: Raster.Layout) -> Int32 {
        switch layout {
        case .gray: Int32(TJPF_GRAY.rawValue)
        case .cmyk, .invertedCMYK: Int32(TJPF_CMYK.rawValue)
        default: Int32(TJPF_RGB.rawValue)
        }
    }

    private static func shrunkSize(_ segments: JPEGSegments, minimumLongSide: Int?) -> (width: Int, height: Int) {
        let longSide = max(segments.width, segments.height)
        var divisor = 1
        if let least = minimumLongSide {
            while divisor < 8, (longSide + 2 * divisor - 1) / (2 * divisor) >= least { divisor *= 2 }
        }
        return ((segments.width + divisor - 1) / divisor, (segments.height + divisor - 1) / divisor)
    }

    /// A warning that costs no pixel is let through; everything else is an error.
    ///
    /// Only the first warning is known, so a missing end must be looked for.
    private static func judge(_ handle: tjhandle, isWhole: Bool) throws(ImageError) {
        guard isHarmless(handle) else { throw failure(handle) }
        guard isWhole else { throw .truncated(.jpeg) }
    }

    private static func isHarmless(_ handle: tjhandle) -> Bool {
        let text = message(handle)
        return tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
            && harmlessWarnings.contains(where: text.contains)
    }

    private static let harmlessWarnings = ["extraneous bytes before marker", "JFIF revision", "Adobe color transform"]

    private static func failure(_ handle: tjhandle) -> ImageError {
        let text = message(handle)
        if text.contains("remature end") { return .truncated(.jpeg) }
        return .corrupt(.jpeg, reason: text)
    }

    private static func message(_ handle: tjhandle) -> String {
        tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown"
    }
}
