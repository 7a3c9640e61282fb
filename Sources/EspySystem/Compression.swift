import CZlib

/// Compresses bytes in the formats of HTTP. It is here because only this module imports zlib.
public enum Deflate {
    /// The wrapper around the compressed bytes.
    public enum Format: Sendable {
        /// RFC 1952; `gzip` in HTTP.
        case gzip
        /// RFC 1950; `deflate` in HTTP.
        case zlib
        /// RFC 1951; no wrapper, as in ZIP archives.
        case bare

        /// A window of 32 KB; 16 more selects the gzip wrapper, a negative number none.
        fileprivate var window: Int32 {
            switch self {
            case .gzip: 15 + 16
            case .zlib: 15
            case .bare: -15
            }
        }
    }

    /// - Parameter level: from 1 (fastest) to 9 (smallest).
    /// - Returns: nil when there is no memory for it.
    public static func compress(_ bytes: [UInt8], format: Format, level: Int = 6) -> [UInt8]? {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, format.window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        var bytes = bytes
        let result = bytes.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
        return result.isEmpty ? nil : result
    }
}

/// Decompresses bytes, even from untrusted sources.
package enum Inflate {
    /// - Parameters:
    ///   - stream: in zlib format, RFC 1950.
    ///   - most: maximum size of the result, in bytes; more is an error.
    /// - Returns: nil where the stream is broken, empty or too long.
    package static func expand(_ stream: [UInt8], most: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { out, initialized in
            var length = uLong(out.count)
            let status = uncompress(out.baseAddress, &length, stream, uLong(stream.count))
            initialized = status == Z_OK ? Int(length) : 0
        }
        return bytes.isEmpty ? nil : Array(bytes)
    }

    /// - Parameters:
    ///   - stream: without a wrapper, RFC 1951, as in ZIP archives.
    ///   - most: maximum size of the result, in bytes; more is an error.
    /// - Returns: nil where the stream is broken, empty or too long.
    static func expandBare(_ stream: [UInt8], most: Int) -> [UInt8]? {
        var state = z_stream()
        guard inflateInit2_(&state, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&state) }
        var stream = stream
        let bytes = stream.withUnsafeMutableBufferPointer { input in
            state.next_in = input.baseAddress
            state.avail_in = uInt(input.count)
            return [UInt8](unsafeUninitializedCapacity: most) { out, initialized in
                state.next_out = out.baseAddress
                state.avail_out = uInt(out.count)
                initialized = inflate(&state, Z_FINISH) == Z_STREAM_END ? Int(state.total_out) : 0
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

/// The files of a ZIP archive, such as a spreadsheet or a set of ImageJ regions: stored or deflated, unencrypted, in a
/// single part.
package struct ZIPArchive: Sendable {
    /// Largest size of one file in it, in bytes.
    static let largestPart = 64 << 20
    private static let mostParts = 10_000

    private struct Entry: Sendable {
        let isDeflated: Bool
        let packed: Int
        let size: Int
        let header: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]
    /// In archive order.
    package private(set) var names: [String] = []

    /// - Returns: nil when it is not such an archive.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let end = Self.end(of: bytes), let count = number(at: end + 10, 2), let start = number(at: end + 16, 4),
            count <= Self.mostParts
        else { return nil }
        var place = start
        for _ in 0..<count {
            guard let (name, entry, next) = entry(at: place) else { return nil }
            if entries.updateValue(entry, forKey: name) == nil { names.append(name) }
            place = next
        }
    }

    /// Returns the contents of a file in the archive.
    /// - Returns: nil for a file that is missing, broken or too large.
    package func part(_ name: String) -> [UInt8]? {
        guard let entry = entries[name], entry.size <= Self.largestPart, number(at: entry.header, 4) == 0x0403_4B50,
            let nameLength = number(at: entry.header + 26, 2), let extra = number(at: entry.header + 28, 2)
        else { return nil }
        let start = entry.header + 30 + nameLength + extra
        guard start + entry.packed <= bytes.count else { return nil }
        let packed = Array(bytes[start..<start + entry.packed])
        guard entry.isDeflated else { return packed.count == entry.size ? packed : nil }
        if entry.size == 0 { return [] }
        let part = Inflate.expandBare(packed, most: entry.size)
        return part?.count == entry.size ? part : nil
    }

    /// Reads one entry of the directory at the end of the archive.
    private func entry(at place: Int) -> (String, Entry, next: Int)? {
        guard number(at: place, 4) == 0x0201_4B50, let flags = number(at: place + 8, 2),
            let method = number(at: place + 10, 2), let packed = number(at: place + 20, 4),
            let size = number(at: place + 24, 4), let nameLength = number(at: place + 28, 2),
            let extra = number(at: place + 30, 2), let comment = number(at: place + 32, 2),
            let header = number(at: place + 42, 4)
        else { return nil }
        let nameEnd = place + 46 + nameLength
        // Encrypted, or compressed by a rare method.
        guard flags & 1 == 0, method == 0 || method == 8, nameEnd <= bytes.count else { return nil }
        let name = String(decoding: bytes[(place + 46)..<nameEnd], as: UTF8.self)
        let entry = Entry(isDeflated: method == 8, packed: packed, size: size, header: header)
        return (name, entry, nameEnd + extra + comment)
    }

    /// The position of the archive's end record, which a comment may follow.
    private static func end(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 22 else { return nil }
        let first = max(0, bytes.count - 22 - 0xFFFF)
        return (first...(bytes.count - 22)).reversed().first { bytes[$0...].starts(with: [0x50, 0x4B, 5, 6]) }
    }

    /// Reads a little-endian number; nil beyond the end.
    private func number(at place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
}

/// Writes a ZIP archive of some files, one after the other (APPNOTE 6.3.3, without its extensions).
///
/// The same files give the same bytes: all are dated to the first day that the format supports.
package struct ZIPWriter {
    private struct Entry {
        let name: [UInt8]
        let sum: UInt32
        let packed: Int
        let size: Int
        let isDeflated: Bool
        let place: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    package init() {}

    /// - Parameters:
    ///   - name: with `/` between folders; unique in the archive.
    ///   - content: less than 4 GB, which is also the limit of the whole archive.
    package mutating func add(_ name: String, _ content: [UInt8]) {
        let deflated = content.isEmpty ? nil : Deflate.compress(content, format: .bare)
        let isDeflated = deflated.map { $0.count < content.count } ?? false
        let packed = isDeflated ? deflated ?? content : content
        let entry = Entry(
            name: Array(name.utf8), sum: CRC32.of(content),
            packed: packed.count, size: content.count, isDeflated: isDeflated, place: bytes.count)
        append(0x0403_4B50, 4)
        append(common: entry)
        bytes += entry.name + packed
        entries.append(entry)
    }

    /// Returns the whole archive.
    package consuming func finish() -> [UInt8] {
        let start = bytes.count
        for entry in entries {
            append(0x0201_4B50, 4)
            append(Self.version, 2)
            append(common: entry)
            // No comment; the first disk; no attributes.
            append(0, 10)
            append(entry.place, 4)
            bytes += entry.name
        }
        let size = bytes.count - start
        append(0x0605_4B50, 4)
        append(0, 4)
        append(entries.count, 2)
        append(entries.count, 2)
        append(size, 4)
        append(start, 4)
        append(0, 2)
        return bytes
    }

    /// 2.0: folders and deflate.
    private static let version = 20
    /// Names are UTF-8.
    private static let flags = 1 << 11
    /// 1980-01-01.
    private static let firstDay = 1 << 5 | 1

    /// Appends the fields that precede each file and are repeated in the directory at the end.
    private mutating func append(common entry: Entry) {
        append(Self.version, 2)
        append(Self.flags, 2)
        append(entry.isDeflated ? 8 : 0, 2)
        append(0, 2)
        append(Self.firstDay, 2)
        append(Int(entry.sum), 4)
        append(entry.packed, 4)
        append(entry.size, 4)
        append(entry.name.count, 2)
        append(0, 2)
    }

    /// Appends a little-endian number.
    private mutating func append(_ number: Int, _ count: Int) {
        for place in 0..<count { bytes.append(place < 8 ? UInt8(truncatingIfNeeded: number >> (8 * place)) : 0) }
    }
}
