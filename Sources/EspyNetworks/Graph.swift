/// The graph of an ONNX file: nodes in the order in which they run, and weights. Values are numbered.
struct Graph {
    struct Node {
        var kind = ""
        var inputs: [Int?] = []
        var outputs: [Int] = []
        var attributes = Attributes()
    }

    /// The attributes of a node.
    struct Attributes {
        private(set) var integers: [String: [Int]] = [:]
        private(set) var texts: [String: String] = [:]
        private(set) var value: Values?

        func integer(_ name: String, else missing: Int) -> Int { integers[name]?.first ?? missing }

        /// Adds to the pads of a layer.
        mutating func addPads(_ more: [Int]) {
            integers["pads"] = zip(integers["pads"] ?? [0, 0, 0, 0], more).map { $0 + $1 }
        }
    }

    var nodes: [Node] = []
    private(set) var inputs: [Int] = []
    private(set) var outputs: [Int] = []
    /// The weights by the number of their value.
    var weights: [Int: Values] = [:]
    private var numbers: [String: Int] = [:]

    /// The count of all values.
    var count: Int { numbers.count }

    init(parsing bytes: UnsafeRawBufferPointer) throws(NetworkError) {
        var model = ProtocolBuffer(bytes)
        while let (field, content) = try model.next() {
            if field == 7 { try read(try content.buffer) }
        }
        guard !nodes.isEmpty, !outputs.isEmpty else { throw .malformed }
        // Older files list their weights as inputs, too.
        inputs.removeAll { weights[$0] != nil }
    }

    private mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        let number = numbers.count
        numbers[name] = number
        return number
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
        var graph = ProtocolBuffer(bytes)
        while let (field, content) = try graph.next() {
            switch field {
            case 1: nodes.append(try node(try content.buffer))
            case 5:
                let (name, values) = try Values.named(parsing: try content.buffer)
                weights[number(of: name)] = values
            case 11: inputs.append(number(of: try Self.name(try content.buffer)))
            case 12: outputs.append(number(of: try Self.name(try content.buffer)))
            default: break
            }
        }
    }

    /// The name of an input or output.
    private static func name(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> String {
        var message = ProtocolBuffer(bytes)
        while let (field, content) = try message.next() {
            if field == 1 { return try content.text }
        }
        throw .malformed
    }

    private mutating func node(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Node {
        var node = Node()
        var message = ProtocolBuffer(bytes)
        while let (field, content) = try message.next() {
            switch field {
            case 1:
                let name = try content.text
                node.inputs.append(name.isEmpty ? nil : number(of: name))
            case 2: node.outputs.append(number(of: try content.text))
            case 4: node.kind = try content.text
            case 5: try node.attributes.read(try content.buffer)
            default: break
            }
        }
        return node
    }
}

extension Graph.Attributes {
    fileprivate mutating func read(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) {
        var message = ProtocolBuffer(bytes)
        var name = ""
        while let (field, content) = try message.next() {
            switch field {
            case 1: name = try content.text
            case 3, 8: integers[name, default: []] += try content.integers
            case 4: texts[name] = try content.text
            case 5: value = try Values.named(parsing: try content.buffer).values
            default: break
            }
        }
    }
}

extension Values {
    /// A tensor of an ONNX file.
    fileprivate static func named(
        parsing bytes: UnsafeRawBufferPointer
    ) throws(NetworkError) -> (name: String, values: Values) {
        var (name, shape, kind) = ("", [Int](), 0)
        var raw: UnsafeRawBufferPointer?
        var message = ProtocolBuffer(bytes)
        while let (field, content) = try message.next() {
            switch field {
            case 1: shape += try content.integers
            case 2: kind = try content.integers.first ?? 0
            case 8: name = try content.text
            case 9: raw = try content.buffer
            // Numbers outside of the raw data: training writes none.
            case 4, 5, 7, 10, 11, 13: throw .unknownOperator("data in field \(field)")
            default: break
            }
        }
        guard let raw = raw ?? (shape.contains(0) ? UnsafeRawBufferPointer(start: nil, count: 0) : nil) else {
            throw .malformed
        }
        return (name, try Values(shape: shape, kind: kind, raw))
    }

    private init(shape: [Int], kind: Int, _ raw: UnsafeRawBufferPointer) throws(NetworkError) {
        let size = try Self.size(of: kind)
        var count = 1
        for length in shape {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: length)
            guard length >= 0, !isTooLarge else { throw .malformed }
            count = product
        }
        guard count <= raw.count, raw.count == count * size else { throw .malformed }
        self.init(shape: shape) { numbers in
            for index in 0..<count {
                switch kind {
                case 1: numbers[index] = raw.loadUnaligned(fromByteOffset: 4 * index, as: Float.self)
                case 10: numbers[index] = Float(half: raw.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
                default: numbers[index] = Float(raw.loadUnaligned(fromByteOffset: 8 * index, as: Int64.self))
                }
            }
        }
    }

    /// The size of a number, in bytes.
    private static func size(of kind: Int) throws(NetworkError) -> Int {
        switch kind {
        case 1: return 4
        case 7: return 8
        case 10: return 2
        default: throw .unknownOperator("numbers of kind \(kind)")
        }
    }
}

extension Float {
    /// A number in half precision.
    fileprivate init(half bits: UInt16) {
        let sign = UInt32(bits & 0x8000) << 16
        let (exponent, fraction) = (UInt32(bits >> 10) & 0x1F, UInt32(bits & 0x3FF))
        switch exponent {
        case 0: self = (sign == 0 ? 1 : -1) * Float(fraction) / 16_777_216
        case 31: self = Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: self = Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}

/// Reads the fields of a message in the format of protocol buffers, in which ONNX files are written.
private struct ProtocolBuffer {
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
