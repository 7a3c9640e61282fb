/// Reads the fields of a message in the format of protocol buffers, in which ONNX files are written.
struct ProtocolBuffer {
    /// The content of a field.
    enum Content {
        case number(UInt64)
        case bytes(UnsafeRawBufferPointer)
        /// The bits of a floating-point number.
        case bits(UInt32)
    }

    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next field; nil at the end.
    mutating func next() throws(NetworkError) -> (field: Int, content: Content)? {
        guard place < bytes.count else { return nil }
        let key = try varint()
        let field = Int(truncatingIfNeeded: key >> 3)
        switch key & 7 {
        case 0: return (field, .number(try varint()))
        case 1: return (field, .bytes(try part(8)))
        case 2: return (field, .bytes(try part(try varint())))
        case 5: return (field, .bits(try part(4).loadUnaligned(as: UInt32.self)))
        default: throw .malformed
        }
    }

    private mutating func part(_ size: UInt64) throws(NetworkError) -> UnsafeRawBufferPointer {
        guard size <= UInt64(bytes.count - place) else { throw .malformed }
        defer { place += Int(size) }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<(place + Int(size))])
    }

    private mutating func varint() throws(NetworkError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard place < bytes.count else { throw .malformed }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .malformed
    }
}

extension ProtocolBuffer.Content {
    var text: String {
        get throws(NetworkError) {
            guard let text = String(validating: try buffer, as: UTF8.self) else { throw .malformed }
            return text
        }
    }

    var buffer: UnsafeRawBufferPointer {
        get throws(NetworkError) {
            guard case .bytes(let bytes) = self else { throw .malformed }
            return bytes
        }
    }

    /// A number, or a row of numbers in one field.
    var integers: [Int] {
        get throws(NetworkError) {
            switch self {
            case .number(let number): return [Int(clamping: Int64(bitPattern: number))]
            case .bits: throw .malformed
            case .bytes(let bytes):
                // A row of numbers is like a message whose fields have no keys.
                var numbers: [Int] = []
                var value: UInt64 = 0
                var shift: UInt64 = 0
                for byte in bytes {
                    guard shift < 64 else { throw .malformed }
                    value |= UInt64(byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80 {
                        numbers.append(Int(clamping: Int64(bitPattern: value)))
                        (value, shift) = (0, 0)
                    }
                }
                return numbers
            }
        }
    }
}
