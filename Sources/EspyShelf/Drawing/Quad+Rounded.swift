import EspyPixels

extension Quad {
    /// With every corner moved towards the center, across and along, by so many pixels; a quad that is too small for
    /// that stays as it is.
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

    /// The outline with corners rounded off: quadratic Bézier curves that begin `radius` before each corner, or half of
    /// the shorter edge where that is less.
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
