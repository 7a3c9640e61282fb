import CTurboJPEG
import EspyPixels

/// JPEG with the classic TurboJPEG API, which returns errors as values.
enum JPEGCodec: Codec {
    static func info(of bytes: [UInt8], page: Int) throws -> ImageInfo {
        let main = try JPEGSegments(bytes)
        let pages = JPEGPages(main, in: bytes).ranges
        guard (1...pages.count).contains(page) else { throw ImageError.noSuchPage(page, pages: pages.count, frames: 1) }
        let segments = page == 1 ? main : try JPEGSegments(Array(bytes[pages[page - 1].clamped(to: pages[0])]))
        return ImageInfo(
            format: .jpeg, storedWidth: segments.width, storedHeight: segments.height,
            // The orientation may be stored only with the first picture.
            orientation: segments.hasEXIF ? segments.orientation : main.orientation,
            isHeldWhole: !segments.isOneScan, pages: pages.count)
    }

    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded {
        let (page, segments) = try page(request.page, of: bytes)
        return try decode(page, segments, request)
    }

    private static func page(_ number: Int, of bytes: [UInt8]) throws -> ([UInt8], JPEGSegments) {
        let main = try JPEGSegments(bytes)
        if number == 1 { return (bytes, main) }
        let pages = JPEGPages(main, in: bytes).ranges
        let page = Array(bytes[pages[number - 1].clamped(to: pages[0])])
        return (page, try JPEGSegments(page))
    }

    static func decodeSplit(_ bytes: [UInt8], _ request: DecodeRequest) throws -> SplitImage? {
        let (page, segments) = try page(request.page, of: bytes)
        guard segments.bitsPerSample == 8, request.minimumLongSide == nil else { return nil }
        return JPEGPlanes(page, segments)?.image(request.info.orientation)
    }

    private static func decode(
        _ bytes: [UInt8], _ segments: JPEGSegments, _ request: DecodeRequest
    ) throws -> Decoded {
        guard segments.bitsPerSample == 8 else {
            throw ImageError.unsupportedVariant(.jpeg, detail: "\(segments.bitsPerSample) bits per sample")
        }
        guard let handle = tjInitDecompress() else { throw ImageError.corrupt(.jpeg, reason: "no decompressor") }
        defer { tjDestroy(handle) }
        try checkHeader(handle, bytes, segments)
        let layout = layout(of: segments, wantsGray: request.wantsGray)
        let size = shrunkSize(segments, minimumLongSide: request.minimumLongSide)
        var damage: Decoded.Damage?
        let pixels = [UInt8].filled(count: size.width * size.height * layout.channels) { target in
            // The decoder's own color for missing parts, in case it fails.
            target.update(repeating: unknown, count: size.width * size.height * layout.channels)
            let status = tjDecompress2(
                handle, bytes, UInt(bytes.count), target, Int32(size.width),
                Int32(size.width * layout.channels), Int32(size.height), pixelFormat(layout), flags)
            guard status != 0, let error = fault(handle, segments, bytes) else { return }
            let rowBytes = size.width * layout.channels
            damage = .init(error: error, rows: shownRows(target, rowBytes: rowBytes, height: size.height))
        }
        return Decoded(
            raster: Raster(layout: layout, width: size.width, height: size.height, pixels: pixels),
            profile: segments.profile, orientation: request.info.orientation, damage: damage)
    }

    /// The gray of blocks without data.
    private static let unknown: UInt8 = 128

    /// Rows from the top, down to the last one that contains more than the gray of missing blocks.
    private static func shownRows(_ pixels: UnsafeMutablePointer<UInt8>, rowBytes: Int, height: Int) -> Int {
        let gray = unknown - 1...unknown + 1
        var rows = height
        while rows > 0,
            UnsafeBufferPointer(start: pixels + (rows - 1) * rowBytes, count: rowBytes).allSatisfy(gray.contains)
        {
            rows -= 1
        }
        return rows
    }

    /// Otherwise hundreds of empty scans in a small progressive file would keep the decoder busy for minutes.
    static let flags = TJFLAG_LIMITSCANS

    /// Checks that the decoder sees the same frame for which the limits were checked.
    private static func checkHeader(
        _ handle: tjhandle, _ bytes: [UInt8], _ segments: JPEGSegments
    ) throws {
        var width: Int32 = 0
        var height: Int32 = 0
        var subsampling: Int32 = 0
        var colorspace: Int32 = 0
        let status = tjDecompressHeader3(
            handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
        // Unusual subsampling is an error in this call, but not in decoding.
        guard status == 0 || isHarmless(handle) || message(handle).contains("subsampling") else {
            throw failure(handle)
        }
        guard width == segments.width, height == segments.height else {
            throw ImageError.corrupt(.jpeg, reason: "two frame headers")
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

    /// The decoder's complaint; nil if it affects no pixels.
    ///
    /// Only the first warning is known, so a missing end must be checked separately.
    static func fault(_ handle: tjhandle, _ segments: JPEGSegments, _ bytes: [UInt8]) -> ImageError? {
        guard isHarmless(handle) else { return failure(handle) }
        guard let end = segments.end(in: bytes) else { return .truncated(.jpeg) }
        return isPadding(message(handle), bytes[..<end]) ? nil : failure(handle)
    }

    /// Whether the bytes that the decoder skipped before a marker are normal padding. A decoder that lost its place
    /// leaves others.
    ///
    /// - Parameter data: up to the end marker.
    private static func isPadding(_ message: String, _ data: ArraySlice<UInt8>) -> Bool {
        guard message.contains("extraneous bytes") else { return true }
        let words = message.split(separator: " ")
        guard let count = words.lazy.compactMap({ Int($0) }).first, count > 2 else { return true }
        let tail = data.suffix(count)
        return words.last == "0xd9" && tail.allSatisfy { $0 == tail.first }
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

/// The pictures of a file that contains several JPEGs (CIPA DC-007): the pair of a 3D camera, the parts of a panorama.
///
/// Cameras store previews beside a photo in the same way, and phones store maps of depth or brightness; those are not
/// pages.
private struct JPEGPages {
    /// The range of each in the file. The first is the file's own picture, and ends where the file does.
    let ranges: [Range<Int>]

    /// More pictures than any camera stores in a file.
    private static let most = 4_096

    /// - Parameters:
    ///   - main: the segments of the first picture in `bytes`.
    init(_ main: JPEGSegments, in bytes: [UInt8]) {
        var ranges = [0..<bytes.count]
        if let index = main.index, let table = TIFFDirectory(index)?.bytes(0xB002) {
            let reader = ByteReader(table, littleEndian: index.first == 0x49)
            // Each has a kind, a length, and a distance from the start of the index.
            for entry in 0..<min(reader.count / 16, Self.most) {
                guard let kind = reader.u32(at: 16 * entry), let length = reader.u32(at: 16 * entry + 4),
                    let distance = reader.u32(at: 16 * entry + 8), distance > 0, length > 0
                else { continue }
                let start = index.startIndex + distance
                let range = start..<start + length
                if Self.isPage(
                    kind & 0xFF_FFFF, main, bytes[min(start, bytes.count)..<min(range.upperBound, bytes.count)])
                {
                    ranges.append(range)
                }
            }
        }
        self.ranges = ranges
    }

    private static func isPage(_ kind: Int, _ main: JPEGSegments, _ bytes: ArraySlice<UInt8>) -> Bool {
        switch kind >> 16 {
        // A panorama, a stereo pair, a shot from another angle.
        case 2: return true
        // Unspecified: like the first picture, or something else.
        case 0:
            let start = Array(bytes.prefix(256 << 10))
            guard start.starts(with: [0xFF, 0xD8]), let other = try? JPEGSegments(start) else { return false }
            let isAlike =
                (other.width, other.height, other.components) == (main.width, main.height, main.components)
            return isAlike && !marks.contains { start.prefix(64 << 10).contains(Array($0.utf8)) }
        default: return false
        }
    }

    /// The marks of brightness maps.
    private static let marks = ["hdrgm", "hdrgainmap"]
}

/// The planes of a JPEG file: luma, and two of color at their own resolution (ITU-T T.871).
private struct JPEGPlanes {
    private let size: (width: Int, height: Int)
    private let (isHalfWide, isHalfHigh): (Bool, Bool)
    private let isGray: Bool
    private var (luma, blue, red): ([UInt8], [UInt8], [UInt8]) = ([], [], [])

    /// - Returns: nil if the file has other planes or an effective color profile, or if anything is wrong with it.
    init?(_ bytes: [UInt8], _ segments: JPEGSegments) {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0,
            width == segments.width, height == segments.height
        else { return nil }
        size = (segments.width, segments.height)
        isGray = colors == Int32(TJCS_GRAY.rawValue)
        switch UInt32(bitPattern: sampling) {
        case TJSAMP_444.rawValue, TJSAMP_GRAY.rawValue: (isHalfWide, isHalfHigh) = (false, false)
        case TJSAMP_422.rawValue: (isHalfWide, isHalfHigh) = (true, false)
        case TJSAMP_420.rawValue: (isHalfWide, isHalfHigh) = (true, true)
        default: return nil
        }
        guard isGray ? segments.profile == nil : ColorConversion.keeps(segments.profile),
            isGray || colors == Int32(TJCS_YCbCr.rawValue), decode(handle, bytes, sampling, segments)
        else { return nil }
    }

    private mutating func decode(
        _ handle: tjhandle, _ bytes: [UInt8], _ sampling: Int32, _ segments: JPEGSegments
    ) -> Bool {
        // The planes of an odd size have a row or column more than the picture.
        let (width, height) = (Int32(size.width), Int32(size.height))
        var strides = (0..<3).map { isGray && $0 > 0 ? 0 : tjPlaneWidth(Int32($0), width, sampling) }
        let counts = strides.enumerated().map { Int($1) * Int(tjPlaneHeight(Int32($0), height, sampling)) }
        luma = [UInt8](repeating: 0, count: counts[0])
        blue = [UInt8](repeating: 0, count: counts[1])
        red = [UInt8](repeating: 0, count: counts[2])
        let status = luma.withUnsafeMutableBufferPointer { luma in
            blue.withUnsafeMutableBufferPointer { blue in
                red.withUnsafeMutableBufferPointer { red in
                    var planes = [luma.baseAddress, blue.baseAddress, red.baseAddress]
                    return tjDecompressToYUVPlanes(
                        handle, bytes, UInt(bytes.count), &planes, 0, &strides, 0, JPEGCodec.flags)
                }
            }
        }
        return status == 0 || JPEGCodec.fault(handle, segments, bytes) == nil
    }

    /// The upright picture.
    func image(_ orientation: Orientation) -> SplitImage {
        let stride = isHalfWide ? size.width + size.width % 2 : size.width
        var stored = Raster(layout: .gray, width: stride, height: luma.count / stride, pixels: luma)
        if (stored.width, stored.height) != size {
            stored = stored.cropped(to: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
        }
        let luma = GrayImage(stored.oriented(orientation))
        guard !isGray else { return SplitImage(luma) }
        return SplitImage(
            luma: luma,
            chroma: ChromaPlanes(
                blue: blue, red: red, of: size, isHalfWide: isHalfWide, isHalfHigh: isHalfHigh,
                orientation: orientation))
    }
}
