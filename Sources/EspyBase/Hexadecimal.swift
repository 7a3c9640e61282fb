/// Converts bytes to hexadecimal and back.
package enum Hexadecimal {
    package static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Nil if the text is not hexadecimal.
    package static func bytes(_ text: String) -> [UInt8]? {
        let values = text.utf8.compactMap { byte -> UInt8? in
            digits.firstIndex(of: byte | 0x20).map { UInt8($0) }
        }
        guard values.count == text.utf8.count, values.count % 2 == 0 else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
