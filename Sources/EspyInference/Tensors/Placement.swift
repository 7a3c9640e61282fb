package import EspyPixels

/// How a part of a picture lies in the input of a model.
package struct Placement: Sendable, Equatable {
    /// The part of the picture that is shown.
    package let source: PixelRect
    /// Its size in the input, in pixels.
    package let width: Int
    package let height: Int
    /// Where its top left corner lies in the input.
    package let left: Int
    package let top: Int
    /// Pixels of the input for one pixel of the picture.
    package let scaleX: Double
    package let scaleY: Double

    /// Places `source` by the rule of the model.
    ///
    /// Letterboxes follow YOLOX: both sides are multiplied by the smaller of the two ratios and cut off to whole
    /// pixels.
    /// - Parameters:
    ///   - source: not empty.
    ///   - scale: of a letterbox, where it is to be smaller than fits. Other rules do not heed it.
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

    /// A box in pixels of the input as one in pixels of the picture.
    package func picture(_ box: Rect) -> Rect {
        Rect(
            x: (box.x - Double(left)) / scaleX + Double(source.columns.lowerBound),
            y: (box.y - Double(top)) / scaleY + Double(source.rows.lowerBound),
            width: box.width / scaleX, height: box.height / scaleY)
    }

    /// The part with the proportions of the input around the center: the largest, or what is left of the picture in the
    /// input when its shorter side has been brought to ``ModelInput/shorterSide``.
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
