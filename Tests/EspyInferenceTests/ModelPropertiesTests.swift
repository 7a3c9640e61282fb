import EspyInference
import Foundation
import Testing

/// Texts stored in weight files.
@Suite struct ModelPropertiesTests {
    private static func number(_ value: Int) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80)] + number(value >> 7)
    }

    private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
        Self.number(number << 3 | 2) + Self.number(content.count) + content
    }

    private static func property(_ name: String, _ text: String) -> [UInt8] {
        field(14, field(1, Array(name.utf8)) + field(2, Array(text.utf8)))
    }

    /// A version, a large part that is skipped, and two texts.
    private static let file =
        [0x08, 0x07] + field(7, [UInt8](repeating: 3, count: 70_000)) + property("character", "a\nb\n\u{4E2D}")
        + property("empty", "")

    private func properties(_ bytes: [UInt8]) throws -> ModelProperties? {
        let path = NSTemporaryDirectory() + "espy-properties-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return ModelProperties(path: path)
    }

    @Test func textsAreFoundByName() throws {
        #expect(try properties(Self.file)?.values == ["character": "a\nb\n\u{4E2D}", "empty": ""])
        #expect(try properties([])?.values == [:])
        #expect(ModelProperties(path: "/nowhere") == nil)
    }

    @Test func damagedFilesHaveNone() throws {
        for count in [1, 5, 200, Self.file.count - 1, Self.file.count - 3] {
            #expect(try properties(Array(Self.file.prefix(count))) == nil, "\(count)")
        }
        #expect(try properties([0xFF, 0xFF, 0xFF]) == nil)
        #expect(try properties(Self.number(14 << 3 | 2) + Self.number(1 << 39)) == nil)
        #expect(try properties(Array("version https://git-lfs".utf8)) == nil)
    }
}
