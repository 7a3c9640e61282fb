/// Two long straight sides of a patch that meet at about a right angle: perhaps the solid finder of a symbol.
struct FinderCorner {
    /// The parallelogram that the two sides span, with their meeting point as the symbol's lower left corner.
    let outline: Outline
    /// Share of the pixels just inside the two sides that belong to the patch, 0 to 1.
    let solidity: Float

    /// All corners of a patch worth trying, the most solid first.
    static func candidates(
        of component: Component, in raster: Raster, threshold: LocalThreshold, inverted: Bool
    ) -> [FinderCorner] {
        let hull = Hull(component)
        let extent = max(component.right - component.left, component.bottom - component.top)
        let polygon = hull.simplified(tolerance: max(1.5, 0.035 * Float(extent)))
        guard polygon.count >= 3, polygon.count <= 12 else { return [] }
        var found: [FinderCorner] = []
        for first in polygon.indices {
            // The next side, or the one after it where a short side cuts the corner off.
            for step in 1...2 {
                guard let outline = span(polygon, first, (first + step) % polygon.count, hull: hull) else { continue }
                let probe = SideProbe(raster: raster, threshold: threshold, inverted: inverted)
                let solidity = min(
                    probe.share(from: outline.bottomLeft, to: outline.topLeft, inward: outline.center),
                    probe.share(from: outline.bottomLeft, to: outline.bottomRight, inward: outline.center))
                if solidity >= 0.75 { found.append(FinderCorner(outline: outline, solidity: solidity)) }
            }
        }
        return Array(found.sorted { $0.solidity > $1.solidity }.prefix(4))
    }

    /// The parallelogram along two sides of a clockwise polygon, stretched to hold the whole hull.
    private static func span(
        _ polygon: [SIMD2<Float>], _ first: Int, _ second: Int, hull: Hull
    ) -> Outline? {
        let a0 = polygon[first]
        let a1 = polygon[(first + 1) % polygon.count]
        let b0 = polygon[second]
        let b1 = polygon[(second + 1) % polygon.count]
        let along = a1 - a0
        let across = b1 - b0
        let lengths = length(along) * length(across)
        guard lengths > 0, length(a1 - b0) * 3 < min(length(along), length(across)) + 0.01 else { return nil }
        // Between about 55 and 125 degrees: tubes lean and cameras tilt.
        let turn = cross(along, across)
        guard turn > 0.8 * lengths else { return nil }
        let corner = a0 + along * (cross(b0 - a0, across) / turn)
        let up = -along / length(along)
        let right = across / length(across)
        let base = cross(right, up)
        var height: Float = 0
        var width: Float = 0
        for point in hull.points {
            let offset = point - corner
            height = max(height, cross(right, offset) / base)
            width = max(width, cross(offset, up) / base)
        }
        guard min(width, height) >= 8, max(width, height) < 20 * min(width, height) else { return nil }
        // The sides must be most of the whole length.
        guard length(along) > 0.5 * height, length(across) > 0.5 * width else { return nil }
        return Outline(
            topLeft: corner + up * height, topRight: corner + up * height + right * width,
            bottomRight: corner + right * width, bottomLeft: corner)
    }
}

/// Counts how much of a line just inside a side belongs to the patch.
private struct SideProbe {
    let raster: Raster
    let threshold: LocalThreshold
    let inverted: Bool

    func share(from start: SIMD2<Float>, to end: SIMD2<Float>, inward center: SIMD2<Float>) -> Float {
        let side = end - start
        let steps = 32
        var normal = SIMD2(-side.y, side.x) / max(length(side), 1)
        if dot(normal, center - start) < 0 { normal = -normal }
        // A third of a module, for the most common sizes.
        let inset = max(1.2, length(side) * 0.025)
        var inside = 0
        for step in 0..<steps {
            let point = start + side * (0.04 + 0.92 * Float(step) / Float(steps - 1)) + normal * inset
            let x = min(max(Int(point.x), 0), raster.width - 1)
            let y = min(max(Int(point.y), 0), raster.height - 1)
            let limit = threshold.at(x, y)
            if limit > 0 && (raster.base[y * raster.width + x] < limit) != inverted { inside += 1 }
        }
        return Float(inside) / Float(steps)
    }
}
