// Not in the browser: the page draws on its own canvas, with the fonts of the browser.

import EspyBase
public import EspyPixels

/// Draws a result onto a copy of the photo.
///
/// Every code gets a green outline and a red label `A1: value` above it; if the wells are unknown, the vials are
/// numbered row by row from 1. The outline and label of a typed value are gray. Caps without a value get a ring, orange
/// for unread and purple for uncoded; empty cells are marked EMPTY; codes outside are blue. Lines and text grow with
/// the cells, so that no label is wider than its own cell.
public struct RackAnnotator: Sendable {
    let rasterizer: @Sendable () -> any TextRasterizer

    /// - Parameter rasterizer: makes the object that draws the labels, once for each picture. `Espy` has an initializer
    ///   that uses the fonts of the machine.
    public init(rasterizer: @escaping @Sendable () -> any TextRasterizer) { self.rasterizer = rasterizer }

    /// - Parameter image: the photo that `rack` was read from.
    /// - Returns: a copy with the marks; only lines if the machine has no fonts.
    public func annotate(_ rack: Rack, on image: RGBImage) -> RGBImage {
        var drawing = RackDrawing(rack, on: image, fonts: rasterizer())
        for cell in rack.cells where cell.status != .read { drawing.mark(cell) }
        for vial in rack.vials { drawing.outline(vial.code, vial.isTyped ? .typed : .read) }
        for code in rack.outside { drawing.outline(code, .outside) }
        // Labels come last, so that no outline runs through the text.
        let knowsWells = rack.layout != .unordered && !rack.warnings.contains { $0.kind == .originUnknown }
        for (index, vial) in rack.vials.enumerated() {
            let name = knowsWells ? rack.name(of: vial.place) : String(index + 1)
            drawing.caption("\(name): \(vial.value)", above: vial.code, vial.isTyped ? .typed : .value)
        }
        for code in rack.outside { drawing.caption(code.value, above: code, .outside) }
        return drawing.canvas.image
    }
}

extension Rack {
    /// An outline of each code, in pixels of the photo and in the colors of the annotated photo, and a ring around each
    /// vial without a readable code.
    public var thumbnailMarks: [(corners: [Point], color: Color)] {
        let radius = 0.33 * pitch
        // Eight corners look like a ring at this size.
        let corners: [(Double, Double)] = [
            (1, 0), (0.71, 0.71), (0, 1), (-0.71, 0.71), (-1, 0), (-0.71, -0.71), (0, -1), (0.71, -0.71),
        ]
        let ring = corners.map { Point(x: $0.0 * radius, y: $0.1 * radius) }
        let unread = cells.compactMap { cell -> (corners: [Point], color: Color)? in
            switch cell.status {
            case .read, .empty: nil
            case .unread: (ring.map { cell.center + $0 }, .unread)
            case .uncoded: (ring.map { cell.center + $0 }, .uncoded)
            }
        }
        let read = vials.map { (corners: $0.code.corners.corners, color: $0.isTyped ? Color.typed : .read) }
        return unread + read + outside.map { ($0.corners.corners, .outside) }
    }

    /// Distance from one cell to the next, in pixels.
    fileprivate var pitch: Double {
        if let outline, rows > 0, cols > 0 {
            return min(outline.meanWidth / Double(cols), outline.meanHeight / Double(rows))
        }
        let sides = (vials.map { $0.code } + outside).map { ($0.corners.meanWidth + $0.corners.meanHeight) / 2 }
        return 2.7 * (median(sides) ?? 20)
    }
}

extension RackAnnotator {
    /// Draws the differences of a box onto a copy of the photo: values in their wells have a thin green outline, all
    /// others have a label with the difference.
    ///
    /// - Parameters:
    ///   - comparison: of `rack`.
    ///   - image: the photo that `rack` was read from.
    public func annotate(_ rack: Rack, _ comparison: RackComparison, on image: RGBImage) -> RGBImage {
        var drawing = RackDrawing(rack, on: image, fonts: rasterizer())
        let cells = Dictionary(rack.cells.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
        let differing = Set(comparison.differences.flatMap { $0.found.isEmpty ? $0.expected : $0.found })
        for vial in rack.vials where !differing.contains(vial.place) { drawing.outline(vial.code, .read) }
        for difference in comparison.differences {
            for place in difference.found.isEmpty ? difference.expected : difference.found {
                guard let cell = cells[place] else { continue }
                drawing.ring(cell, difference.kind.color, difference.mark(in: rack))
            }
        }
        return drawing.canvas.image
    }
}

extension RackComparison.Kind {
    fileprivate var color: Color {
        switch self {
        case .moved: .outside
        case .missing: .value
        case .new, .elsewhere, .twice: .uncoded
        case .unread: .unread
        }
    }
}

extension RackComparison.Difference {
    /// The label over the well.
    fileprivate func mark(in rack: Rack) -> String {
        switch kind {
        case .moved: "FROM \(expected.first.map(rack.name) ?? "?")"
        case .missing: "MISSING"
        case .new: "NEW"
        case .twice: "TWICE"
        case .elsewhere: "ELSEWHERE"
        case .unread: "UNREAD"
        }
    }
}

/// The marks on one photo.
private struct RackDrawing {
    private(set) var canvas: Canvas
    private let fonts: any TextRasterizer
    /// Distance from one cell to the next, in pixels.
    private let pitch: Double
    /// Centers of all codes.
    private let codes: [Point]

    init(_ rack: Rack, on image: RGBImage, fonts: any TextRasterizer) {
        self.fonts = fonts
        canvas = Canvas(image)
        codes = (rack.vials.map { $0.code } + rack.outside).map { $0.center }
        pitch = rack.pitch
    }

    mutating func outline(_ code: Rack.Code, _ color: Color) {
        canvas.outline(code.corners, stroke(color))
    }

    /// Marks a cell without a value by its status.
    mutating func mark(_ cell: Rack.Cell) {
        switch cell.status {
        case .read: break
        case .empty:
            write("EMPTY", at: cell.center, style(.empty, size: textSize("EMPTY", width: 0.5 * pitch), ground: 0.5))
        case .unread: ring(cell, .unread, "UNREAD")
        case .uncoded: ring(cell, .uncoded, "NO CODE")
        }
    }

    /// Draws a ring around the content of a cell, with text in it.
    mutating func ring(_ cell: Rack.Cell, _ color: Color, _ text: String) {
        canvas.circle(center: cell.center, radius: 0.33 * pitch, stroke(color))
        write(text, at: cell.center, style(color, size: textSize(text, width: 0.7 * pitch)))
    }

    /// Writes text above a code, or below it at the upper edge of the picture.
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

    /// The widest caption that does not cover the one beside it.
    private func room(at center: Point) -> Double {
        let beside = codes.filter { $0 != center && abs($0.y - center.y) < 0.3 * pitch }.map { abs($0.x - center.x) }
        return 0.97 * max(min(beside.min() ?? pitch, pitch), 0.6 * pitch)
    }

    /// The size at which a text with its padding has this width, as long as it is readable.
    private func textSize(_ text: String, width: Double) -> Double {
        // Letters and digits of a sans serif face are about five eighths of their size wide.
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
