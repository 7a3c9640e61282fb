import DataMatrix
import EspyPixels

/// Flat keys; the payload as hexadecimal digits. What few codes have is there only where they have it: `eci`, the first
/// character set that the code names, and `interpretations`, all of them, where there are several or the first does not
/// hold from the first byte on; `structuredAppend`; `readerProgramming`, which is true.
extension Rack.Code: Codable {
    private enum Key: String, CodingKey {
        case value, isHex, x, y, corners, symbol, errorsCorrected, bytes
        case eci, interpretations, structuredAppend, readerProgramming
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        value = try box.decode(String.self, forKey: .value)
        isHex = try box.decode(Bool.self, forKey: .isHex)
        x = try box.decode(Double.self, forKey: .x)
        y = try box.decode(Double.self, forKey: .y)
        corners = try box.decode(Quad.self, forKey: .corners)
        errorsCorrected = try box.decode(Int.self, forKey: .errorsCorrected)
        symbol = try box.decode(String.self, forKey: .symbol)
        guard let bytes = Hex.bytes(try box.decode(String.self, forKey: .bytes)) else {
            throw DecodingError.dataCorruptedError(forKey: .bytes, in: box, debugDescription: "not hexadecimal")
        }
        self.bytes = bytes
        let all = try box.decodeIfPresent([Interpretation].self, forKey: .interpretations)
        let first = try box.decodeIfPresent(Int.self, forKey: .eci).map { Interpretation(offset: 0, eci: $0) }
        interpretations = all ?? first.map { [$0] } ?? []
        part = try box.decodeIfPresent(StructuredAppend.self, forKey: .structuredAppend)
        isReaderProgramming = try box.decodeIfPresent(Bool.self, forKey: .readerProgramming) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(value, forKey: .value)
        try box.encode(isHex, forKey: .isHex)
        try box.encode(x, forKey: .x)
        try box.encode(y, forKey: .y)
        try box.encode(corners, forKey: .corners)
        try box.encode(symbol, forKey: .symbol)
        try box.encode(errorsCorrected, forKey: .errorsCorrected)
        try box.encode(Hex.text(bytes), forKey: .bytes)
        try box.encodeIfPresent(interpretations.first?.eci, forKey: .eci)
        if interpretations.count > 1 || (interpretations.first?.offset ?? 0) > 0 {
            try box.encode(interpretations, forKey: .interpretations)
        }
        try box.encodeIfPresent(part, forKey: .structuredAppend)
        if isReaderProgramming { try box.encode(true, forKey: .readerProgramming) }
    }
}

/// The keys of the code and of its place side by side; `typed` is there only where it is true.
extension Rack.Vial: Codable {
    private enum Key: String, CodingKey {
        case row, col, name, isDuplicate, typed
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        code = try Rack.Code(from: decoder)
        row = try box.decode(Int.self, forKey: .row)
        col = try box.decode(Int.self, forKey: .col)
        name = try box.decode(String.self, forKey: .name)
        isDuplicate = try box.decode(Bool.self, forKey: .isDuplicate)
        isTyped = try box.decodeIfPresent(Bool.self, forKey: .typed) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        try code.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(row, forKey: .row)
        try box.encode(col, forKey: .col)
        try box.encode(name, forKey: .name)
        try box.encode(isDuplicate, forKey: .isDuplicate)
        if isTyped { try box.encode(true, forKey: .typed) }
    }
}

/// Bytes as pairs of lower-case hexadecimal digits.
enum Hex {
    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
