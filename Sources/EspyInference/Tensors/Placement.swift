package import EspyPixels

/// The position of a part of a picture in the input of a model.
package struct Placement: Sendable, Equatable {
    /// The part of the picture to show.
    package let source: PixelRect
    /// Its size in the input, in pixels.
    package let width: Int
    package let height: Int
    /// Position of its top left corner in the input.
    package let left: Int
    package let top: Int
    /// Pixels of the input per pixel of the picture.
    package let scaleX: Double
    package let scaleY: Double

    /// Places `source` by the rule of the model.
    ///
    /// Letterboxes follow YOLOX: both sides are multiplied by the smaller of the two ratios and truncated to whole
    /// pixels.
    /// - Parameters:
    ///   - source: not empty.
    ///   - scale: for a letterbox smaller than would fit. Other rules ignore it.
    package init(_ source: PixelRect, in input: ModelInput, scale: Double? = nil) {
        let isLetterbox = input.resize == .letterboxTopLeft114 || input.resize == .letterboxCenter114
        let source = input.resize == .centerCropShortest ? Self.middle(of: source, like: input) : source
        self.source = source
        let across = Double(input.width) / Double(source.width)
        let down = Double(input.height) / Double(source.height)
        guard isLetterbox else {
            (width, height, left, top) = (input.width, input.height, 0, 0)
            (scaleX, scaleY) = (across, down)
            return
        }
        let fit = min(across, down, scale ?? .infinity)
        width = min(max(Int(Double(source.width) * fit), 1), input.width)
        height = min(max(Int(Double(source.height) * fit), 1), input.height)
        let isCentered = input.resize == .letterboxCenter114
        left = isCentered ? (input.width - width) / 2 : 0
        top = isCentered ? (input.height - height) / 2 : 0
        (scaleX, scaleY) = (fit, fit)
    }

    /// Converts a box from pixels of the input to pixels of the picture.
    package func picture(_ box: Rect) -> Rect {
        Rect(
            x: (box.x - Double(left)) / scaleX + Double(source.columns.lowerBound),
            y: (box.y - Double(top)) / scaleY + Double(source.rows.lowerBound),
            width: box.width / scaleX, height: box.height / scaleY)
    }

    /// The part around the center with the proportions of the input: the largest, or the part that fills the input when
    /// the shorter side of the picture is scaled to ``ModelInput/shorterSide``.
    private static func middle(of source: PixelRect, like input: ModelInput) -> PixelRect {
        if let shorterSide = input.shorterSide { return window(in: source, like: input, shorterSide) }
        let width = min(source.width, max(source.height * input.width / input.height, 1))
        let height = min(source.height, max(source.width * input.height / input.width, 1))
        let left = source.columns.lowerBound + (source.width - width) / 2
        let top = source.rows.lowerBound + (source.height - height) / 2
        return PixelRect(columns: left..<(left + width), rows: top..<(top + height))
    }

    private static func window(in source: PixelRect, like input: ModelInput, _ shorterSide: Int) -> PixelRect {
        let scale = Double(min(source.width, source.height)) / Double(max(shorterSide, 1))
        func part(_ range: Range<Int>, _ side: Int) -> Range<Int> {
            let length = min(max(Int((Double(side) * scale).rounded()), 1), range.count)
            let start = range.lowerBound + (range.count - length) / 2
            return start..<(start + length)
        }
        return PixelRect(columns: part(source.columns, input.width), rows: part(source.rows, input.height))
    }
}

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

    /// The whole picture.
    package init(width: Int, height: Int) {
        self.init(columns: 0..<max(width, 0), rows: 0..<max(height, 0))
    }

    /// The pixels of a box as the reference script crops it: both corners truncated to integers, then clipped to the
    /// picture. Nil if nothing is left.
    package init?(truncating box: Rect, width: Int, height: Int) {
        guard let columns = Self.truncated(box.x, box.maxX, size: width),
            let rows = Self.truncated(box.y, box.maxY, size: height)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    /// All pixels that a box touches, inside the picture. Nil if there are none.
    package init?(touching box: Rect, width: Int, height: Int) {
        guard let columns = Self.truncated(box.x.rounded(.down), box.maxX.rounded(.up), size: width),
            let rows = Self.truncated(box.y.rounded(.down), box.maxY.rounded(.up), size: height)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    private static func truncated(_ low: Double, _ high: Double, size: Int) -> Range<Int>? {
        // Comparisons with NaN are false, and then there is no range.
        let first = max(low.rounded(.towardZero), 0)
        let last = min(high.rounded(.towardZero), Double(size))
        guard first.isFinite, last.isFinite, first < last else { return nil }
        return Int(first)..<Int(last)
    }
}
