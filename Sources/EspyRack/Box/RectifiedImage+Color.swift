import EspyPixels

extension RectifiedImage {
    /// The color at a position among the cells, x in columns and y in rows; nil outside the picture.
    func color(at position: Point) -> SIMD4<Float>? {
        let x = Int(((position.x - Double(cells.cols.lowerBound) + 0.5) * Double(resolution)).rounded(.down))
        let y = Int(((position.y - Double(cells.rows.lowerBound) + 0.5) * Double(resolution)).rounded(.down))
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        let pixel = pixels[y * width + x]
        return pixel.x.isNaN ? nil : pixel
    }
}
