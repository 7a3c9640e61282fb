public import EspyPixels

/// Reads a film of uncompressed frames (YUV4MPEG2) from bytes as they come.
///
/// ```swift
/// var parser = Y4MParser()
/// parser.feed(bytes)
/// while let image = try parser.next() { … }
/// ```
public struct Y4MParser: Sendable {
    /// Lines are never longer, in bytes.
    private static let longestLine = 1024

    /// Nil until the first line is there.
    public private(set) var format: Y4MFormat?
    private var bytes: [UInt8] = []
    /// What is in front of this was read.
    private var start = 0

    public init() {}

    public mutating func feed(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// How many bytes are at least needed for the next frame.
    public var missing: Int { max(1, (format?.frameSize ?? 0) + 6 - (bytes.count - start)) }

    /// The next frame; nil when it is not yet there as a whole.
    public mutating func next() throws(FilmError) -> RGBImage? {
        if format == nil {
            guard let line = try line(from: start) else {
                let begin = Array("YUV4MPEG2".utf8)
                guard bytes[start...].starts(with: begin) || begin.starts(with: bytes[start...]) else {
                    throw .notAFilm
                }
                return nil
            }
            format = try Y4MFormat(bytes[line])
            start = line.upperBound + 1
        }
        guard let format, let line = try line(from: start) else { return nil }
        guard bytes[line].starts(with: Array("FRAME".utf8)) else { throw .damaged("a frame has no beginning") }
        let first = line.upperBound + 1
        guard bytes.count - first >= format.frameSize else { return nil }
        start = first + format.frameSize
        return bytes.withUnsafeBufferPointer { bytes in
            format.image(UnsafeBufferPointer(rebasing: bytes[first..<first + format.frameSize]))
        }
    }

    /// To be asked when nothing more will come.
    public func finish() throws(FilmError) {
        if format == nil { throw bytes.isEmpty ? .notAFilm : .truncated }
        if start < bytes.count { throw .truncated }
    }

    /// Where a line is, without its end; nil when that is not yet there.
    private func line(from start: Int) throws(FilmError) -> Range<Int>? {
        let limit = min(bytes.count, start + Self.longestLine)
        if let end = bytes[start..<limit].firstIndex(of: 0x0A) { return start..<end }
        guard limit - start < Self.longestLine else { throw format == nil ? .notAFilm : .damaged("a line has no end") }
        return nil
    }
}
