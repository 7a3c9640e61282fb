// Not in the browser: it has no codecs.

import EspyCodecs
public import EspyPixels

/// Draws the spines onto a copy of the photo: a green outline with rounded corners for each, and a badge in its upper
/// right corner with the confidence in percent. The lower the confidence, the fainter the outline.
public struct ShelfAnnotator: Sendable {
    public init() {}

    /// - Parameter image: the photo that `shelf` was read from.
    /// - Returns: an annotated copy; if the machine has no font, with outlines only.
    public func annotate(_ shelf: Shelf, on image: RGBImage) -> RGBImage {
        var drawing = ShelfDrawing(shelf, on: image)
        for spine in shelf.spines { drawing.outline(spine) }
        // Badges last, so that no outline runs through the text.
        for spine in shelf.spines { drawing.badge(spine) }
        return drawing.canvas.image
    }
}

extension Shelf {
    /// The outline of each spine, in pixels of the photo.
    public var thumbnailMarks: [(corners: [Point], color: Color)] { spines.map { ($0.quad.corners, .spine) } }
}

/// The marks on one photo of a shelf.
private struct ShelfDrawing {
    private(set) var canvas: Canvas
    private let fonts = TextRenderer()
    /// Pixels of the picture per screen pixel: marks are sized for pictures of about 1,000 pixels.
    private let unit: Double

    init(_ shelf: Shelf, on image: RGBImage) {
        canvas = Canvas(image)
        unit = max(1, Double(max(shelf.width, shelf.height)) / 1000)
    }

    mutating func outline(_ spine: Shelf.Spine) {
        let color = Color.spine.opacity(Self.opacity(spine))
        let stroke = Stroke(color: color, thickness: Self.thickness(spine) * unit, rim: nil)
        // Between neighbors, a gap keeps the outlines apart.
        canvas.outline(spine.quad.inset(by: unit).rounded(radius: 4 * unit), closed: true, stroke)
    }

    mutating func badge(_ spine: Shelf.Spine) {
        let text = "\(Int((100 * spine.confidence).rounded()))%"
        let room = spine.quad.meanWidth - 4 * unit
        // Digits of a sans serif font are about 0.6 times as wide as their size.
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

extension Quad {
    /// Returns the quad with every corner moved toward the center by `margin`, across and along; a quad that is too
    /// small is returned unchanged.
    func inset(by margin: Double) -> Quad {
        guard meanWidth > 4 * margin, meanHeight > 4 * margin else { return self }
        func moved(_ corner: Point, _ across: Point, _ along: Point) -> Point {
            corner + (across - corner) * (margin / max(across.distance(to: corner), 1))
                + (along - corner) * (margin / max(along.distance(to: corner), 1))
        }
        return Quad(
            topLeft: moved(topLeft, topRight, bottomLeft), topRight: moved(topRight, topLeft, bottomRight),
            bottomRight: moved(bottomRight, bottomLeft, topRight), bottomLeft: moved(bottomLeft, bottomRight, topLeft))
    }

    /// Returns the outline with rounded corners: quadratic Bézier curves that begin `radius` before each corner, or
    /// half the shorter edge if that is less.
    func rounded(radius: Double, steps: Int = 4) -> [Point] {
        let corners = corners
        return corners.indices.flatMap { index in
            let (before, corner, after) = (corners[(index + 3) % 4], corners[index], corners[(index + 1) % 4])
            let lengths = (corner.distance(to: before), corner.distance(to: after))
            let reach = min(radius, lengths.0 / 2, lengths.1 / 2)
            guard reach > 0 else { return [corner] }
            let start = corner + (before - corner) * (reach / lengths.0)
            let end = corner + (after - corner) * (reach / lengths.1)
            return (0...steps).map { step in
                let t = Double(step) / Double(steps)
                return start * ((1 - t) * (1 - t)) + corner * (2 * t * (1 - t)) + end * (t * t)
            }
        }
    }
}
