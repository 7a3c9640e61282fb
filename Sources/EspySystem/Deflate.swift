import CZlib

/// Makes bytes fewer, as HTTP takes them. It lives where the library for it has its one importer.
public enum Deflate {
    /// What is written around the compressed bytes.
    public enum Format: Sendable {
        /// RFC 1952; `gzip` in HTTP.
        case gzip
        /// RFC 1950; `deflate` in HTTP.
        case zlib
        /// RFC 1951; nothing around them, as in ZIP archives.
        case bare

        /// 32 KB of memory of what was seen; 16 more asks for the frame of gzip, less than nothing for none.
        fileprivate var window: Int32 {
            switch self {
            case .gzip: 15 + 16
            case .zlib: 15
            case .bare: -15
            }
        }
    }

    /// - Parameter level: from 1, fast, to 9, small.
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

/// Makes bytes of what was compressed, whoever sent it.
package enum Inflate {
    /// - Parameters:
    ///   - stream: in the format of zlib, RFC 1950.
    ///   - most: so many bytes come out at most; more is an error.
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
    ///   - stream: without any frame, RFC 1951, as it stands in ZIP archives.
    ///   - most: so many bytes come out at most; more is an error.
    /// - Returns: nil where the stream is broken, empty or too long.
    package static func expandBare(_ stream: [UInt8], most: Int) -> [UInt8]? {
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
