// Not in the browser: the page draws on its own canvas, with the fonts of the browser.

public import EspyPixels

extension RackAnnotator {
    /// Draws how a box differs onto a copy of the photo: values in their wells have a thin green outline, all others say
    /// what has become of them.
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
    /// What is written over the well.
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
