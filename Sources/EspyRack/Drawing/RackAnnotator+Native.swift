// Not in the browser: the page draws on its own canvas, with the fonts of the browser.

public import EspyPixels

/// Draws what was read onto a copy of the photo.
///
/// Every read code gets a green outline and a red label `index: value` above it, where the index counts the vials row
/// by row from 1; outline and label of a value that a person typed are gray. Caps without a value get a ring, orange
/// for unread and purple for uncoded; empty cells are marked EMPTY; codes outside are blue. Lines and text grow with the
/// cells, so that no label is wider than its own cell.
public struct RackAnnotator: Sendable {
    let rasterizer: @Sendable () -> any TextRasterizer

    /// - Parameter rasterizer: makes what draws the labels, once for each picture. `Espy` has an initializer that takes
    ///   the fonts of the machine.
    public init(rasterizer: @escaping @Sendable () -> any TextRasterizer) { self.rasterizer = rasterizer }

    /// - Parameter image: the photo that `rack` was read from.
    /// - Returns: a copy with the marks; without any font on the machine, with lines only.
    public func annotate(_ rack: Rack, on image: RGBImage) -> RGBImage {
        var drawing = RackDrawing(rack, on: image, fonts: rasterizer())
        for cell in rack.cells where cell.status != .read { drawing.mark(cell) }
        for vial in rack.vials { drawing.outline(vial.code, vial.isTyped ? .typed : .read) }
        for code in rack.outside { drawing.outline(code, .outside) }
        // Labels last, so that no outline runs through the text.
        for (index, vial) in rack.vials.enumerated() {
            drawing.caption("\(index + 1): \(vial.value)", above: vial.code, vial.isTyped ? .typed : .value)
        }
        for code in rack.outside { drawing.caption(code.value, above: code, .outside) }
        return drawing.canvas.image
    }
}
