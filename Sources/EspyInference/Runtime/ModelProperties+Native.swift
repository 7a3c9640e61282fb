// Not in the browser: the page has a runtime of its own.

import EspySystem
import Foundation

/// Texts by name that a file of weights contains besides its layers (`metadata_props` of ONNX).
///
/// An ONNX file is a Protocol Buffers message: fields with a number and a type, each with its length. Other fields are
/// skipped without being read, so a large file takes no longer than a small one.
public struct ModelProperties: Sendable, Equatable {
    public let values: [String: String]

    /// The largest total size of all texts, in bytes.
    private static let most = 1 << 20
    /// The largest number of fields to skip.
    private static let mostFields = 10_000

    /// - Returns: nil if the file cannot be read, or is not of that kind.
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

/// The head of a field: its number, and its size in bytes.
private struct MessageField {
    let number: Int
    /// Whether its content is bytes, not a number.
    let isBytes: Bool
    /// Bytes before the content.
    let start: Int
    let length: Int

    /// - Returns: nil if the bytes do not begin a field.
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

    /// Seven bits per byte, the lowest first; the eighth bit of the last byte is 0.
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
