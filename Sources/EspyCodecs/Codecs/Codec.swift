import EspyPixels

/// A file format. The result is as stored: not rotated, not color-converted, with its transparency.
protocol Codec {
    /// - Parameter page: of a file with several, from 1. The caller checks that it exists.
    static func info(of bytes: [UInt8], page: Int) throws -> ImageInfo
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded
    /// The upright picture in sRGB at full size, in the planes of the file.
    /// - Returns: nil if the file has no such planes, or is damaged: then ``decode(_:_:)`` says more.
    static func decodeSplit(_ bytes: [UInt8], _ request: DecodeRequest) throws -> SplitImage?
}

extension Codec {
    static func decodeSplit(_ bytes: [UInt8], _ request: DecodeRequest) throws -> SplitImage? { nil }
}

struct DecodeRequest {
    /// The header, already read and checked against the limits.
    let info: ImageInfo
    let minimumLongSide: Int?
    /// The page to decode, from 1.
    let page: Int
    /// Whether only luminance is needed; a codec that cannot decode that faster may return color.
    let wantsGray: Bool
}

struct Decoded {
    var raster: Raster
    /// The embedded ICC profile.
    var profile: [UInt8]?
    /// The orientation that remains to be applied.
    var orientation: Orientation
    /// The damage, if the picture is incomplete.
    var damage: Damage?

    /// The damage to a file whose other parts can be shown.
    struct Damage {
        let error: ImageError
        /// The number of visible rows of the raster.
        let rows: Int
    }
}

extension [UInt8] {
    /// An array that `body` fills completely; it is not zeroed first, which saves time for large pictures.
    static func filled(count: Int, by body: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Swift.max(count, 1)) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            try body(base)
            initialized = count
        }
    }
}

/// Marks a picture before it is decoded, to detect which rows a decoder reached before it failed.
struct RowMarks {
    private let layout: Raster.Layout
    private let width: Int
    /// A row that no picture contains.
    private let mark: [UInt8]

    init(_ layout: Raster.Layout, width: Int) {
        (self.layout, self.width) = (layout, width)
        var state: UInt32 = 0x9E37_79B9
        mark = (0..<width * layout.channels).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    func fill(_ target: UnsafeMutablePointer<UInt8>, height: Int) {
        for row in 0..<height { put(mark, in: target, row: row) }
    }

    /// Makes rows gray that were not reached.
    /// - Returns: the number of rows that were reached, from the top.
    func finish(_ target: UnsafeMutablePointer<UInt8>, height: Int) -> Int {
        var reached = height
        while reached > 0, isMarked(target, row: reached - 1) { reached -= 1 }
        Self.blank(target, layout, width: width, rows: reached..<height)
        return reached
    }

    /// Makes missing rows gray, like libjpeg.
    static func blank(
        _ target: UnsafeMutablePointer<UInt8>, _ layout: Raster.Layout, width: Int, rows: Range<Int>
    ) {
        let hasAlpha = layout == .rgba || layout == .grayAlpha
        let channels = layout.channels
        for place in rows.lowerBound * width..<rows.upperBound * width {
            for channel in 0..<channels {
                target[place * channels + channel] = hasAlpha && channel == channels - 1 ? 255 : 128
            }
        }
    }

    private func put(_ values: [UInt8], in target: UnsafeMutablePointer<UInt8>, row: Int) {
        values.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (target + row * source.count).update(from: base, count: source.count)
        }
    }

    private func isMarked(_ target: UnsafeMutablePointer<UInt8>, row: Int) -> Bool {
        UnsafeBufferPointer(start: target + row * mark.count, count: mark.count).elementsEqual(mark)
    }
}

/// The value of white in a sample, if a file does not say how many of its bits are used.
enum SampleRange {
    /// The largest value of 14 bits: cameras that do not fill all 16 bits fill at most these.
    static let mostOfLowBits = 0x3FFF

    /// The largest number with as many bits as the largest value, but at least 8, because darker pictures are really
    /// dark.
    static func white(most: Int) -> Int {
        most > mostOfLowBits && most <= 0xFFFF
            ? 0xFFFF : max(255, (1 << (Int.bitWidth - most.leadingZeroBitCount)) - 1)
    }
}
