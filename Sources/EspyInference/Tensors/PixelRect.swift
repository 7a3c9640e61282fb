package import EspyPixels

/// Whole pixels of a picture: columns and rows.
package struct PixelRect: Sendable, Hashable {
    package var columns: Range<Int>
    package var rows: Range<Int>

    package var width: Int { columns.count }
    package var height: Int { rows.count }
    package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

    package var rect: Rect {
        Rect(x: Double(columns.lowerBound), y: Double(rows.lowerBound), width: Double(width), height: Double(height))
    }

    package init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
    }

    /// All of a picture.
    package init(width: Int, height: Int) {
        self.init(columns: 0..<max(width, 0), rows: 0..<max(height, 0))
    }

    /// The pixels of a box as the reference script cuts them out: both corners cut off to whole numbers toward zero,
    /// then brought inside the picture. Nil where nothing is left.
    package init?(truncating box: Rect, width: Int, height: Int) {
        guard let columns = Self.truncated(box.x, box.maxX, size: width),
            let rows = Self.truncated(box.y, box.maxY, size: height)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// The pixels that a box touches at all, inside the picture. Nil where there are none.
    package init?(touching box: Rect, width: Int, height: Int) {
        guard let columns = Self.truncated(box.x.rounded(.down), box.maxX.rounded(.up), size: width),
            let rows = Self.truncated(box.y.rounded(.down), box.maxY.rounded(.up), size: height)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    private static func truncated(_ low: Double, _ high: Double, size: Int) -> Range<Int>? {
        // Comparisons with what is no number are false, and then there is no range.
        let first = max(low.rounded(.towardZero), 0)
        let last = min(high.rounded(.towardZero), Double(size))
        guard first.isFinite, last.isFinite, first < last else { return nil }
        return Int(first)..<Int(last)
    }
}
