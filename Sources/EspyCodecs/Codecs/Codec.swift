import EspyPixels

/// One file format. What comes out is as stored: not turned, not color-converted, with its transparency.
protocol Codec {
    /// - Parameter page: of those that have several, from 1. Whether there is such a page, others check.
    static func info(of bytes: [UInt8], page: Int) throws -> ImageInfo
    static func decode(_ bytes: [UInt8], _ request: DecodeRequest) throws -> Decoded
}

struct DecodeRequest {
    /// The header, already read and checked against the limits.
    let info: ImageInfo
    let minimumLongSide: Int?
    /// From 1.
    let page: Int
    /// Only luminance is needed; a codec that cannot give it cheaper may give color.
    let wantsGray: Bool
}

struct Decoded {
    var raster: Raster
    /// The embedded ICC profile.
    var profile: [UInt8]?
    /// What is still to be applied.
    var orientation: Orientation
    /// Why the picture is not whole.
    var damage: Damage?

    /// What is wrong with a file, of which the rest shows nevertheless.
    struct Damage {
        let error: ImageError
        /// Rows of the raster that show.
        let rows: Int
    }
}

extension [UInt8] {
    /// An array that `body` fills completely; it is not zeroed first, which shows on large pictures.
    static func filled(count: Int, by body: (UnsafeMutablePointer<UInt8>) throws -> Void) rethrows -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: Swift.max(count, 1)) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            try body(base)
            initialized = count
        }
    }
}

/// Marks in a picture that is yet to be decoded: they tell which rows a decoder reached before it gave up.
struct RowMarks {
    private let layout: Raster.Layout
    private let width: Int
    /// A row such as no picture has.
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

    /// Makes the rows gray that were not reached.
    /// - Returns: how many rows were, from the top.
    func finish(_ target: UnsafeMutablePointer<UInt8>, height: Int) -> Int {
        var reached = height
        while reached > 0, isMarked(target, row: reached - 1) { reached -= 1 }
        Self.blank(target, layout, width: width, rows: reached..<height)
        return reached
    }

    /// Makes rows gray of which nothing is known, as libjpeg does it.
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

/// Which value of a sample is white where a file does not say how many of its bits are used.
enum SampleRange {
    /// The largest value of 14 bits, the most that cameras fill of 16 without filling all.
    static let mostOfLowBits = 0x3FFF

    /// The largest number of as many bits as the largest value takes; of 8 at least, as what is darker is dark.
    static func white(most: Int) -> Int {
        most > mostOfLowBits && most <= 0xFFFF
            ? 0xFFFF : max(255, (1 << (Int.bitWidth - most.leadingZeroBitCount)) - 1)
    }
}
