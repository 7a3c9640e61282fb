import EspyBarcode
import EspyCodecs
public import EspyPixels

/// Draws an inventory onto a copy of a photo: a thin green outline around books in their place; an orange one around
/// misplaced books, with a line to where they belong; a purple one around extra books; a gray one around spines that
/// could not be read; a gray title with a question mark on a spine that may be a book not seen; and a red bar with the
/// title where a book is missing.
public struct InventoryAnnotator: Sendable {
    private let inventory: Inventory
    private let list: ShelfList

    public init(_ inventory: Inventory, of list: ShelfList) {
        self.inventory = inventory
        self.list = list
    }

    /// - Parameters:
    ///   - shelf: the result of reading the photo.
    ///   - picture: the index of this photo in the inventory.
    public func annotate(_ shelf: Shelf, picture: Int, on image: RGBImage) -> RGBImage {
        var drawing = InventoryDrawing(shelf, on: image)
        var last: Quad?
        var missing: [(after: Quad?, title: String)] = []
        for finding in inventory.findings {
            if finding.picture == picture, let quad = drawing.quads[finding.spine ?? 0] {
                drawing.outline(quad, finding.status)
                last = quad
            } else if finding.status == .missing, last != nil || picture == 0 {
                missing.append((last, title(finding)))
            } else {
                last = nil
            }
        }
        for finding in inventory.findings where finding.status == .misplaced && finding.picture == picture {
            guard let quad = drawing.quads[finding.spine ?? 0] else { continue }
            let home = inventory.findings.first {
                $0.book == finding.after && $0.picture == picture && $0.status == .present
            }
            drawing.point(quad, to: home?.spine.flatMap { drawing.quads[$0] }, title(finding))
        }
        for (after, title) in missing { drawing.gap(after, title) }
        for finding in inventory.findings where finding.status == .notSeen {
            let quads = finding.spines.filter { $0.picture == picture }.compactMap { drawing.quads[$0.spine] }
            if let quad = quads.first { drawing.guess(quad, title(finding)) }
        }
        return drawing.canvas.image
    }

    private func title(_ finding: Inventory.Finding) -> String {
        finding.book.map(list.name) ?? ""
    }
}

/// The marks on one photo.
private struct InventoryDrawing {
    private(set) var canvas: Canvas
    /// The outlines of the spines, by number.
    let quads: [Int: Quad]
    private let fonts = TextRenderer()
    private let unit: Double
    /// Number of labels drawn so far; neighboring labels are put on different lines.
    private var labels = 0
    private let first: Quad?

    private static let levels = 4
    private static let longest = 28

    init(_ shelf: Shelf, on image: RGBImage) {
        canvas = Canvas(image)
        unit = max(1, Double(max(shelf.width, shelf.height)) / 1000)
        quads = Dictionary(shelf.spines.map { ($0.id, $0.quad) }, uniquingKeysWith: { first, _ in first })
        first = shelf.spines.first?.quad
    }

    mutating func outline(_ quad: Quad, _ status: Inventory.Status) {
        let thickness = status == .present ? 1.5 : 3
        let stroke = Stroke(color: status.color, thickness: thickness * unit, rim: nil)
        canvas.outline(quad.inset(by: unit).rounded(radius: 4 * unit), closed: true, stroke)
    }

    /// Draws a line from the middle of a book to the right edge of the one that it belongs after.
    mutating func point(_ quad: Quad, to home: Quad?, _ title: String) {
        let color = Inventory.Status.misplaced.color
        if let home {
            let end = (home.topRight + home.bottomRight) * 0.5
            canvas.line(from: quad.center, to: end, Stroke(color: color, thickness: 2 * unit))
            canvas.fillCircle(center: end, radius: 5 * unit, color)
        }
        label(title, at: quad.center, color)
    }

    /// Draws a bar to the right of a book, or to the left of the first one.
    mutating func gap(_ after: Quad?, _ title: String) {
        let color = Inventory.Status.missing.color
        guard
            let (top, bottom) = after.map({ ($0.topRight, $0.bottomRight) })
                ?? first.map({ ($0.topLeft, $0.bottomLeft) })
        else { return }
        canvas.line(from: top, to: bottom, Stroke(color: color, thickness: 3 * unit))
        label(title, at: top, color)
    }

    /// Writes the title on the first spine that may be the book.
    mutating func guess(_ quad: Quad, _ title: String) {
        label(title.isEmpty ? "" : title + "?", at: quad.center, Inventory.Status.notSeen.color)
    }

    private mutating func label(_ title: String, at place: Point, _ color: Color) {
        guard !title.isEmpty else { return }
        let text = title.count > Self.longest ? title.prefix(Self.longest - 1) + "…" : title[...]
        let style = LabelStyle(size: 14 * unit, color: .white, background: color.opacity(0.9))
        let level = Double(labels % Self.levels) * 20 * unit
        labels += 1
        canvas.label(
            String(text), at: Point(x: place.x, y: max(place.y, 0) + 4 * unit + level), anchor: .top, style,
            using: fonts)
    }
}

extension Inventory.Status {
    /// The color used by the web app.
    fileprivate var color: Color {
        switch self {
        case .present: .spine
        case .missing: Color(hex: 0xA6213B)
        case .misplaced: Color(hex: 0xEA6D29)
        case .extra: Color(hex: 0x775F9A)
        case .notSeen, .unreadable: Color(hex: 0x6D6E71)
        }
    }
}
