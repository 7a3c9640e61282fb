// Not in the browser: the page draws on its own canvas, with the fonts of the browser.

import EspyBase
import EspyPixels

/// The marks on one photo.
struct RackDrawing {
    private(set) var canvas: Canvas
    private let fonts: any TextRasterizer
    /// From one cell to the next, in pixels.
    private let pitch: Double
    /// Centers of all codes.
    private let codes: [Point]

    init(_ rack: Rack, on image: RGBImage, fonts: any TextRasterizer) {
        self.fonts = fonts
        canvas = Canvas(image)
        codes = (rack.vials.map { $0.code } + rack.outside).map { $0.center }
        if let outline = rack.outline, rack.rows > 0, rack.cols > 0 {
            pitch = min(outline.meanWidth / Double(rack.cols), outline.meanHeight / Double(rack.rows))
        } else {
            let sides = (rack.vials.map { $0.code } + rack.outside).map {
                ($0.corners.meanWidth + $0.corners.meanHeight) / 2
            }
            pitch = 2.7 * (median(sides) ?? 20)
        }
    }

    mutating func outline(_ code: Rack.Code, _ color: Color) {
        canvas.outline(code.corners, stroke(color))
    }

    /// What a cell without a value holds.
    mutating func mark(_ cell: Rack.Cell) {
        switch cell.status {
        case .read: break
        case .empty:
            write("EMPTY", at: cell.center, style(.empty, size: textSize("EMPTY", width: 0.5 * pitch), ground: 0.5))
        case .unread: ring(cell, .unread, "UNREAD")
        case .uncoded: ring(cell, .uncoded, "NO CODE")
        }
    }

    /// A ring around what is in a cell, with text in it.
    mutating func ring(_ cell: Rack.Cell, _ color: Color, _ text: String) {
        canvas.circle(center: cell.center, radius: 0.33 * pitch, stroke(color))
        write(text, at: cell.center, style(color, size: textSize(text, width: 0.7 * pitch)))
    }

    /// Text above a code, or below it at the upper edge of the picture.
    mutating func caption(_ text: String, above code: Rack.Code, _ color: Color) {
        let bounds = code.corners.bounds
        let style = style(color, size: textSize(text, width: room(at: code.center)))
        let gap = pitch / 40
        let hasRoom = bounds.y - gap - 1.5 * style.size > 0
        let y = hasRoom ? bounds.y - gap : bounds.y + bounds.height + gap
        write(text, at: Point(x: bounds.center.x, y: y), style, hasRoom ? .bottom : .top)
    }

    private mutating func write(
        _ text: String, at place: Point, _ style: LabelStyle, _ anchor: LabelAnchor = .center
    ) {
        canvas.label(text, at: place, anchor: anchor, style, using: fonts)
    }

    private func style(_ color: Color, size: Double, ground: Double = 0.88) -> LabelStyle {
        LabelStyle(size: size, color: color, background: .white.opacity(ground), padding: pitch / 60)
    }

    private func stroke(_ color: Color) -> Stroke {
        Stroke(color: color, thickness: min(max(pitch / 32, 1.5), 14), rim: .white.opacity(0.8))
    }

    /// How wide a caption may be without covering the one beside it.
    private func room(at center: Point) -> Double {
        let beside = codes.filter { $0 != center && abs($0.y - center.y) < 0.3 * pitch }.map { abs($0.x - center.x) }
        return 0.97 * max(min(beside.min() ?? pitch, pitch), 0.6 * pitch)
    }

    /// The size at which a text has the given width with its padding, as far as it can still be read.
    private func textSize(_ text: String, width: Double) -> Double {
        // Letters and digits of a sans serif face take about five eighths of their size.
        let widest = (width - pitch / 30) / (0.63 * Double(max(text.count, 3)))
        return min(max(min(widest, 0.2 * pitch), 7), 64)
    }
}

extension Color {
    fileprivate static let empty = Color(hex: 0xA6213B)
    static let unread = Color(hex: 0xEA6D29)
    static let uncoded = Color(hex: 0x775F9A)
    static let read = Color(hex: 0x1F9591)
    static let value = Color(hex: 0xA6213B)
    static let typed = Color(hex: 0x6D6E71)
    static let outside = Color(hex: 0x207DBB)
}
