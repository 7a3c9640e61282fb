public import EspyPixels

extension Count {
    /// How large one thing is, by its outline. All lengths are in pixels of the upright picture; ``Count/scale`` says
    /// what they are in the world.
    public struct Size: Codable, Sendable, Equatable {
        /// Longer side of the smallest rectangle, at any angle, around the outline.
        public var length: Double
        /// Its shorter side.
        public var width: Double
        /// What the outline encloses, in square pixels.
        public var area: Double
        /// Of a disk of the same area.
        public var diameter: Double
        /// Mean color inside, as `#rrggbb`.
        public var color: String
        /// Corners, one after the other. What hides the thing is not in it; its holes are.
        public var outline: [Point]

        /// All but the color follows from the outline, which is kept to a tenth of a pixel: finer than any is known.
        ///
        /// - Parameter color: as `#rrggbb`.
        /// - Returns: nil where an outline encloses nothing.
        package init?(outline: [Point], color: String) {
            self.outline = outline.map { Point(x: ($0.x * 10).rounded() / 10, y: ($0.y * 10).rounded() / 10) }
            guard let around = TightRectangle(around: self.outline) else { return nil }
            (length, width) = (around.length, around.width)
            area = EspyPixels.area(of: self.outline)
            diameter = 2 * (area / .pi).squareRoot()
            self.color = color
        }

        /// The same thing in the same picture at another size.
        func stretched(_ horizontal: Double, _ vertical: Double) -> Size? {
            Size(outline: outline.map { $0.scaled(x: horizontal, y: vertical) }, color: color)
        }
    }
}
