public import EspyPixels

/// Reads a video of uncompressed frames (YUV4MPEG2) from bytes as they arrive.
///
/// ```swift
/// var parser = Y4MParser()
/// parser.feed(bytes)
/// while let image = try parser.next() { … }
/// ```
public struct Y4MParser: Sendable {
    /// The longest line in bytes.
    private static let longestLine = 1024

    /// Nil until the first line has arrived.
    public private(set) var format: Y4MFormat?
    private var bytes: [UInt8] = []
    /// Index of the first unread byte.
    private var start = 0

    public init() {}

    public mutating func feed(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// The least number of bytes that are still needed for the next frame.
    public var missing: Int { max(1, (format?.frameSize ?? 0) + 6 - (bytes.count - start)) }

    /// The next frame; nil if it is not yet complete.
    public mutating func next() throws(VideoError) -> RGBImage? {
        if format == nil {
            guard let line = try line(from: start) else {
                let begin = Array("YUV4MPEG2".utf8)
                guard bytes[start...].starts(with: begin) || begin.starts(with: bytes[start...]) else {
                    throw .notAVideo
                }
                return nil
            }
            format = try Y4MFormat(bytes[line])
            start = line.upperBound + 1
        }
        guard let format, let line = try line(from: start) else { return nil }
        guard bytes[line].starts(with: Array("FRAME".utf8)) else { throw .damaged("a frame header is missing") }
        let first = line.upperBound + 1
        guard bytes.count - first >= format.frameSize else { return nil }
        start = first + format.frameSize
        return bytes.withUnsafeBufferPointer { bytes in
            format.image(UnsafeBufferPointer(rebasing: bytes[first..<first + format.frameSize]))
        }
    }

    /// Checks that the video is complete; call it after the last bytes.
    public func finish() throws(VideoError) {
        if format == nil { throw bytes.isEmpty ? .notAVideo : .truncated }
        if start < bytes.count { throw .truncated }
    }

    /// The range of a line without its line break; nil if it is not yet complete.
    private func line(from start: Int) throws(VideoError) -> Range<Int>? {
        let limit = min(bytes.count, start + Self.longestLine)
        if let end = bytes[start..<limit].firstIndex(of: 0x0A) { return start..<end }
        guard limit - start < Self.longestLine else { throw format == nil ? .notAVideo : .damaged("a line has no end") }
        return nil
    }
}

/// The properties of a YUV4MPEG2 stream's frames, from its first line.
public struct Y4MFormat: Sendable, Equatable {
    /// The number of color samples for every four brightness samples.
    public enum Chroma: String, Sendable, CaseIterable {
        case mono
        case quarter = "420"
        case half = "422"
        case full = "444"
    }

    public let width: Int
    public let height: Int
    /// Frames per second.
    public let rate: Double
    public let chroma: Chroma
    /// Whether levels go from 0 to 255, not from 16 to 235.
    public let isFullRange: Bool

    /// The largest number of pixels of a frame: 8K.
    public static let mostPixels = 7680 * 4320
    /// The rate if the stream does not specify one.
    private static let usualRate = 30.0

    /// - Parameter line: without its line break.
    fileprivate init(_ line: some Collection<UInt8>) throws(VideoError) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.first == "YUV4MPEG2" else { throw .notAVideo }
        var (width, height, rate) = (0, 0, Self.usualRate)
        var (chroma, isFullRange) = (Chroma.quarter, false)
        for word in words.dropFirst() {
            let value = word.dropFirst()
            switch word.first {
            case "W": width = Int(value) ?? 0
            case "H": height = Int(value) ?? 0
            case "F": rate = Self.rate(value) ?? Self.usualRate
            case "C": (chroma, isFullRange) = (try Self.chroma(value), isFullRange || value == "420jpeg")
            case "X" where value == "COLORRANGE=FULL": isFullRange = true
            case "X" where value == "COLORRANGE=LIMITED": isFullRange = false
            default: break
            }
        }
        guard width > 0, height > 0 else { throw .damaged("it has no size") }
        guard width <= Self.mostPixels, height <= Self.mostPixels, width * height <= Self.mostPixels else {
            throw .tooManyPixels(width: width, height: height, limit: Self.mostPixels)
        }
        (self.width, self.height, self.rate) = (width, height, rate)
        (self.chroma, self.isFullRange) = (chroma, isFullRange)
    }

    /// Bytes of one frame.
    fileprivate var frameSize: Int { width * height + 2 * chromaWidth * chromaHeight }

    private var chromaWidth: Int {
        switch chroma {
        case .mono: 0
        case .quarter, .half: (width + 1) / 2
        case .full: width
        }
    }

    private var chromaHeight: Int {
        switch chroma {
        case .mono: 0
        case .quarter: (height + 1) / 2
        case .half, .full: height
        }
    }

    private static func rate(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) ?? 0 }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        let rate = parts[0] / parts[1]
        return (0.01...1000).contains(rate) ? rate : nil
    }

    private static func chroma(_ text: Substring) throws(VideoError) -> Chroma {
        switch text {
        case "mono": return .mono
        case "420", "420jpeg", "420mpeg2", "420paldv": return .quarter
        case "422": return .half
        case "444": return .full
        default: throw .unsupported(String(text.prefix(16)))
        }
    }
}

extension Y4MFormat {
    /// Converts one frame to a picture, by ITU-R BT.601.
    ///
    /// - Precondition: `bytes` has ``frameSize`` bytes.
    fileprivate func image(_ bytes: UnsafeBufferPointer<UInt8>) -> RGBImage {
        precondition(bytes.count == frameSize)
        let pixels = [UInt8](unsafeUninitializedCapacity: 3 * width * height) { out, initialized in
            for row in 0..<height { fill(row, of: out.baseAddress! + 3 * row * width, bytes.baseAddress!) }
            initialized = 3 * width * height
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    private func fill(_ row: Int, of out: UnsafeMutablePointer<UInt8>, _ bytes: UnsafePointer<UInt8>) {
        let light = bytes + row * width
        let (scale, offset): (Int32, Int32) = isFullRange ? (256, 0) : (298, 16)
        guard chroma != .mono else {
            for column in 0..<width {
                let value = Self.clamped((Int32(light[column]) &- offset) &* scale)
                (out[3 &* column], out[3 &* column &+ 1], out[3 &* column &+ 2]) = (value, value, value)
            }
            return
        }
        let chromaRow = chroma == .quarter ? row / 2 : row
        let blue = bytes + width * height + chromaRow * chromaWidth
        let red = blue + chromaWidth * chromaHeight
        let shift = chroma == .full ? 0 : 1
        // In 256ths: for full and limited range.
        let k: (Int32, Int32, Int32, Int32) = isFullRange ? (359, 88, 183, 454) : (409, 100, 208, 516)
        for column in 0..<width {
            let y = (Int32(light[column]) &- offset) &* scale
            let u = Int32(blue[column &>> shift]) &- 128
            let v = Int32(red[column &>> shift]) &- 128
            out[3 &* column] = Self.clamped(y &+ k.0 &* v)
            out[3 &* column &+ 1] = Self.clamped(y &- k.1 &* u &- k.2 &* v)
            out[3 &* column &+ 2] = Self.clamped(y &+ k.3 &* u)
        }
    }

    @inline(__always)
    private static func clamped(_ value: Int32) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max((value &+ 128) &>> 8, 0), 255))
    }
}

/// A reason why a video cannot be read, or only in part.
public enum VideoError: Error, Sendable, Equatable {
    /// It does not begin like a YUV4MPEG2 stream.
    case notAVideo
    /// It is an unsupported kind of stream.
    case unsupported(String)
    case tooManyPixels(width: Int, height: Int, limit: Int)
    case damaged(String)
    /// It ends within a frame.
    case truncated
}
