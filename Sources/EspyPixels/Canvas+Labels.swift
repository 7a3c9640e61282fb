/// Coverage of a line of text, from the top of the tallest letters to the bottom of the deepest.
public struct TextMask: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// `width * height` values of 0 to 255, row by row.
    public let coverage: [UInt8]

    public init(width: Int, height: Int, coverage: [UInt8]) {
        precondition(coverage.count == width * height)
        self.width = width
        self.height = height
        self.coverage = coverage
    }
}

/// Turns text into pixels.
///
/// This is a protocol although only one type conforms to it: fonts are files, read by EspyCodecs through a system
/// library, and EspyCodecs imports this module. Without the protocol, drawing here and in EspyRack, which also runs in
/// a browser, would depend on that library in a circle.
public protocol TextRasterizer {
    /// Renders one line of text, or returns `nil` without fonts or without text.
    ///
    /// - Parameters:
    ///   - size: Height of the em square in pixels, about the distance between two lines.
    ///   - maxWidth: In pixels; longer text ends in an ellipsis.
    func mask(_ text: String, size: Double, maxWidth: Int) -> TextMask?
}

/// The style of a text label.
public struct LabelStyle: Sendable, Hashable {
    /// Height of the em square in pixels. Readable on a photo: about a sixtieth of its long side.
    public var size: Double
    public var color: Color
    /// The color behind the text; `nil` for none.
    public var background: Color?
    /// The distance from the text to the edge of the background, in pixels.
    public var padding: Double

    /// - Parameter padding: A fifth of the size if omitted.
    public init(size: Double, color: Color, background: Color?, padding: Double? = nil) {
        self.size = size
        self.color = color
        self.background = background
        self.padding = padding ?? size / 5
    }
}

/// The point of a label that is placed at a position.
public enum LabelAnchor: String, Sendable, Hashable, CaseIterable {
    case topLeft, top, topRight
    case left, center, right
    case bottomLeft, bottom, bottomRight

    /// The share of the width and height before the position.
    var shares: (x: Double, y: Double) {
        switch self {
        case .topLeft: (0, 0)
        case .top: (0.5, 0)
        case .topRight: (1, 0)
        case .left: (0, 0.5)
        case .center: (0.5, 0.5)
        case .right: (1, 0.5)
        case .bottomLeft: (0, 1)
        case .bottom: (0.5, 1)
        case .bottomRight: (1, 1)
        }
    }
}

extension Canvas {
    /// Draws one line of text. A label that would leave the picture is moved inside; one wider than the picture ends in
    /// an ellipsis.
    ///
    /// - Returns: The bounds of the label, including its padding, or `nil` if nothing was drawn: no fonts, no text, or
    ///   a picture lower than a line.
    @discardableResult
    public mutating func label(
        _ text: String, at place: Point, anchor: LabelAnchor = .topLeft, _ style: LabelStyle,
        using fonts: some TextRasterizer
    ) -> Rect? {
        guard place.x.isFinite, place.y.isFinite, style.padding.isFinite else { return nil }
        let padding = Int(min(max(style.padding.rounded(), 0), Double(width)))
        guard let mask = fonts.mask(text, size: style.size, maxWidth: width - 2 * padding)
        else { return nil }
        let boxWidth = min(mask.width + 2 * padding, width)
        let boxHeight = mask.height + 2 * padding
        guard boxHeight <= height else { return nil }
        let left = Self.inside(place.x - anchor.shares.x * Double(boxWidth), limit: width - boxWidth)
        let top = Self.inside(place.y - anchor.shares.y * Double(boxHeight), limit: height - boxHeight)
        let box = Rect(x: Double(left), y: Double(top), width: Double(boxWidth), height: Double(boxHeight))
        if let background = style.background { fill(box, background) }
        draw { $0.text(mask, left: left + padding, top: top + padding, style.color) }
        return box
    }

    /// The nearest integer from 0 to `limit`.
    private static func inside(_ place: Double, limit: Int) -> Int {
        Int(min(max(place.rounded(), 0), Double(limit)))
    }
}

extension Surface {
    /// Draws a mask whose rows are within the picture. Its last letter may extend beyond the right edge, where it is
    /// cut off.
    func text(_ mask: TextMask, left: Int, top: Int, _ color: Color) {
        for row in 0..<mask.height {
            for column in 0..<min(mask.width, width - left) {
                let coverage = mask.coverage[row * mask.width + column]
                guard coverage > 0 else { continue }
                blend(left + column, top + row, color, coverage: Double(coverage) / 255)
            }
        }
    }
}
