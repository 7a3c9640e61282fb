import CQREncode

/// A text as a square of dark and light modules that cameras can read.
package struct QRCode: Sendable, Equatable {
    /// Modules along a side, without the quiet zone around them.
    package let side: Int
    /// Row by row.
    private let dark: [Bool]

    /// Modules that are left light on all sides, as the standard wants.
    package static let quiet = 4

    /// - Returns: nil for an empty text, and one that is too long for any code (some 2,300 bytes).
    package init?(_ text: String) {
        guard !text.isEmpty, let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        // The lowest bit says whether a module is dark.
        dark = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Light outside.
    package func isDark(_ column: Int, _ row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }
}
