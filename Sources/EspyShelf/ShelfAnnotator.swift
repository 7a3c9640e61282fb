public import EspyPixels

/// Draws the spines onto a copy of the photo: a green outline with rounded corners for each, and its confidence in
/// percent on a badge in its upper right corner. The less sure, the fainter.
public struct ShelfAnnotator: Sendable {
    public init() {}

    /// - Parameter image: the photo that `shelf` was read from.
    /// - Returns: a copy with the marks; without any font on the machine, with outlines only.
    public func annotate(_ shelf: Shelf, on image: RGBImage) -> RGBImage {
        var drawing = ShelfDrawing(shelf, on: image)
        for spine in shelf.spines { drawing.outline(spine) }
        // Badges last, so that no outline runs through the text.
        for spine in shelf.spines { drawing.badge(spine) }
        return drawing.canvas.image
    }
}
