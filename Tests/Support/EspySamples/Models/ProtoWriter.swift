/// Writes Protocol Buffers, the wire format of ONNX files: a field is its number and kind, then its value.
struct ProtoWriter {
    private(set) var bytes: [UInt8] = []

    init(_ body: (inout ProtoWriter) -> Void) { body(&self) }

    mutating func number(_ field: Int, _ value: Int) {
        varint(UInt64(field << 3))
        varint(UInt64(bitPattern: Int64(value)))
    }

    mutating func bytes(_ field: Int, _ value: [UInt8]) {
        varint(UInt64(field << 3 | 2))
        varint(UInt64(value.count))
        bytes += value
    }

    mutating func text(_ field: Int, _ value: String) { bytes(field, Array(value.utf8)) }

    mutating func message(_ field: Int, _ body: (inout ProtoWriter) -> Void) { bytes(field, ProtoWriter(body).bytes) }

    /// Seven bits per byte, the lowest first; the eighth means that more follow.
    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
