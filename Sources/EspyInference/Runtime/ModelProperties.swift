import EspySystem
import Foundation

/// The texts by name that a file of weights carries beside its layers (`metadata_props` of ONNX).
///
/// An ONNX file is one message of Protocol Buffers: fields of a number and a type, each with its length. Those that are not
/// wanted are passed over without being read, so that a large file costs no more than a small one.
public struct ModelProperties: Sendable, Equatable {
    public let values: [String: String]

    /// Bytes that all texts may have together.
    private static let most = 1 << 20
    /// Fields that are passed at the most.
    private static let mostFields = 10_000

    /// - Returns: nil where the file cannot be read, or is none of that kind.
    public init?(path: String) {
        guard let (file, status) = try? DiskFile.regular(path) else { return nil }
        var (place, left, values): (Int, Int, [String: String]) = (0, Self.most, [:])
        for _ in 0..<Self.mostFields where place < status.size {
            guard let head = try? file.read(at: place, atMost: 20), let field = MessageField(head[...]) else {
                return nil
            }
            guard field.length <= status.size - place - field.start else { return nil }
            defer { place += field.start + field.length }
            guard field.number == Self.properties, field.isBytes else { continue }
            left -= field.length
            guard left >= 0, let body = try? file.read(at: place + field.start, atMost: field.length) else {
                return nil
            }
            guard let (name, text) = Self.pair(body) else { return nil }
            values[name] = text
        }
        guard place == status.size else { return nil }
        self.values = values
    }

    /// Number of the field in the outermost message.
    private static let properties = 14

    /// Name and text: fields 1 and 2.
    private static func pair(_ body: [UInt8]) -> (String, String)? {
        var (rest, texts): (ArraySlice<UInt8>, [Int: String]) = (body[...], [:])
        while !rest.isEmpty {
            guard let field = MessageField(rest), field.length <= rest.count - field.start else { return nil }
            let content = rest.dropFirst(field.start).prefix(field.length)
            if field.isBytes { texts[field.number] = String(decoding: content, as: UTF8.self) }
            rest = rest.dropFirst(field.start + field.length)
        }
        return texts[1].map { ($0, texts[2] ?? "") }
    }
}

/// The beginning of a field: its number, and how many bytes it takes.
private struct MessageField {
    let number: Int
    /// Whether its content is bytes, and no number.
    let isBytes: Bool
    /// Bytes before the content.
    let start: Int
    let length: Int

    /// - Returns: nil where the bytes begin no field.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard let key = Self.number(&rest) else { return nil }
        (number, isBytes) = (key >> 3, key & 7 == 2)
        switch key & 7 {
        case 0:
            let before = rest.count
            guard Self.number(&rest) != nil else { return nil }
            length = before - rest.count
            start = bytes.count - before
        case 1: (length, start) = (8, bytes.count - rest.count)
        case 2:
            guard let count = Self.number(&rest), count < 1 << 40 else { return nil }
            (length, start) = (count, bytes.count - rest.count)
        case 5: (length, start) = (4, bytes.count - rest.count)
        default: return nil
        }
        guard number > 0 else { return nil }
    }

    /// Seven bits a byte, the lowest first; the last byte has no eighth one.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        var (value, shift) = (0, 0)
        while let byte = bytes.popFirst(), shift < 63 {
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return nil
    }
}
