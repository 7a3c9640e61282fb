import CTurboJPEG
import EspyPixels

/// The planes of a JPEG file: luma, and two of color at their own resolution (ITU-T T.871).
struct JPEGPlanes {
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
