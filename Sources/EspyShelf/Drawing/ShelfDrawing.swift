import EspyCodecs
import EspyPixels

/// The marks on one photo of a shelf.
struct ShelfDrawing {
    private(set) var canvas: Canvas
    private let fonts = TextRenderer()
    /// Pixels of the picture for one on a screen: marks are made for pictures of about a thousand pixels.
    private let unit: Double

    init(_ shelf: Shelf, on image: RGBImage) {
        canvas = Canvas(image)
        unit = max(1, Double(max(shelf.width, shelf.height)) / 1000)
    }

    mutating func outline(_ spine: Shelf.Spine) {
        let color = Color.spine.opacity(Self.opacity(spine))
        let stroke = Stroke(color: color, thickness: Self.thickness(spine) * unit, rim: nil)
        // Side by side, two outlines are told apart by the gap between them.
        canvas.outline(spine.quad.inset(by: unit).rounded(radius: 4 * unit), closed: true, stroke)
    }

    mutating func badge(_ spine: Shelf.Spine) {
        let text = "\(Int((100 * spine.confidence).rounded()))%"
        let room = spine.quad.meanWidth - 4 * unit
        // Digits of a sans serif face take about six tenths of their size.
        let size = min(11 * unit, room / (0.65 * Double(text.count) + 0.3))
        guard size >= 5 * unit else { return }
        let opacity = Self.opacity(spine)
        let style = LabelStyle(
            size: size, color: .white.opacity(opacity), background: .black.opacity(0.7 * opacity), padding: size / 6)
        let corner = spine.quad.topRight
        let place = Point(x: corner.x - 2 * unit, y: max(corner.y, 0) + 2 * unit)
        canvas.label(text, at: place, anchor: .topRight, style, using: fonts)
    }

    private static func opacity(_ spine: Shelf.Spine) -> Double {
        switch spine.confidence {
        case 0.9...: 1
        case 0.8..<0.9: 0.7
        default: 0.5
        }
    }

    private static func thickness(_ spine: Shelf.Spine) -> Double { spine.confidence > 0.9 ? 2.5 : 1.5 }
}

extension Color {
    static let spine = Color(hex: 0x34C759)
}
