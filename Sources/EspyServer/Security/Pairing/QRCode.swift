import CQREncode
import EspyBase

/// A text as a square of dark and light modules that cameras can read.
package struct QRCode: Sendable, Equatable {
    /// Modules along a side, without the quiet zone around them.
    package let side: Int
    /// Row by row.
    private let dark: [Bool]

    /// Of libqrencode.
    package static var libraryVersion: String { QRcode_APIVersionString().map { String(cString: $0) } ?? "?" }

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

extension QRCode {
    /// A picture for pages, black on white whatever the page looks like.
    package func svg(title: String) -> String {
        let full = side + 2 * Self.quiet
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(full) \(full)" role="img" \
            shape-rendering="crispEdges"><title>\(Markup.escaped(title))</title>\
            <path fill="#fff" d="M0 0h\(full)v\(full)H0z"/><path d="\(path)"/></svg>
            """
    }

    /// Lines of half blocks for a terminal, two rows of modules in each.
    ///
    /// - Parameter hasColor: paint black on white whatever the terminal looks like. Otherwise blocks are light and the
    ///   rest is left: right on a dark terminal, and reversed on a light one, which most cameras read as well.
    package func blocks(hasColor: Bool) -> String {
        let range = -Self.quiet..<side + Self.quiet
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let line = range.map { column in Self.block(isDark(column, row), isDark(column, row + 1)) }.joined()
            // Bright white on black.
            return (hasColor ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line) + "\n"
        }.joined()
    }

    private static func block(_ isUpperDark: Bool, _ isLowerDark: Bool) -> String {
        switch (isUpperDark, isLowerDark) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }

    /// A rectangle for each run of dark modules.
    private var path: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                var end = column
                while isDark(end, row) { end += 1 }
                if end > column {
                    path += "M\(column + Self.quiet) \(row + Self.quiet)h\(end - column)v1h-\(end - column)z"
                }
                column = end + 1
            }
        }
        return path
    }
}
