/// Writes Protocol Buffers, the wire format of ONNX files: a field is its number and kind, then its value.
package struct ProtoWriter {
    package private(set) var bytes: [UInt8] = []

    package init(_ body: (inout ProtoWriter) -> Void) { body(&self) }

    package mutating func number(_ field: Int, _ value: Int) {
        varint(UInt64(field << 3))
        varint(UInt64(bitPattern: Int64(value)))
    }

    package mutating func bytes(_ field: Int, _ value: [UInt8]) {
        varint(UInt64(field << 3 | 2))
        varint(UInt64(value.count))
        bytes += value
    }

    package mutating func text(_ field: Int, _ value: String) { bytes(field, Array(value.utf8)) }

    package mutating func message(_ field: Int, _ body: (inout ProtoWriter) -> Void) {
        bytes(field, ProtoWriter(body).bytes)
    }

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
