/// One look at a plane: the patches on one side of a threshold that may be symbols.
struct Glance: Sendable {
    let plane: Plane
    let polarity: Polarity
    let candidates: [Candidate]

    /// A patch and the ways in which its sides may form a finder.
    struct Candidate: Sendable {
        /// Center of the bounding box, in pixels of the plane.
        let center: SIMD2<Float>
        let outlines: [Outline]
    }

    /// - Parameter fraction: position of the threshold between the darkest and lightest pixel around.
    static func all(_ plane: Plane, _ polarities: [Polarity], fraction: Float = 0.5) -> [Glance] {
        plane.withRaster { raster in
            let threshold = LocalThreshold(raster, fraction: fraction, contrast: 24)
            return polarities.map { polarity in
                let finder = CornerFinder(
                    raster: raster, threshold: threshold, inverted: polarity == .lightOnDark, leastSolidity: 0.75)
                return Glance(plane: plane, polarity: polarity, candidates: finder.patches.compactMap(finder.candidate))
            }
        }
    }

    /// Also includes patches without solid sides, and dots merged to patches, but only the largest: a picture without
    /// symbols must not take forever, and a single symbol is mostly large.
    ///
    /// Each glance is made lazily.
    static func thorough(_ plane: Plane, _ polarity: Polarity) -> some Sequence<Glance> {
        let cuts: [(fraction: Float, isJoined: Bool)] = [(0.5, false), (0.3, false), (0.7, false), (0.5, true)]
        return cuts.lazy.map { cut in
            let source =
                cut.isJoined ? plane.spread { polarity == .darkOnLight ? min($0, $1) : max($0, $1) } : plane
            return source.withRaster { raster in
                let finder = CornerFinder(
                    raster: raster, threshold: LocalThreshold(raster, fraction: cut.fraction, contrast: 24),
                    inverted: polarity == .lightOnDark, leastSolidity: 0.5)
                let largest = finder.patches.sorted { $0.area > $1.area }.prefix(16)
                return Glance(plane: plane, polarity: polarity, candidates: largest.compactMap(finder.candidate))
            }
        }
    }
}

/// The polarity of a symbol.
enum Polarity: Sendable {
    case darkOnLight
    case lightOnDark
}

extension SymbolSearch {
    /// Reads symbols whose finder is one connected patch: most of those in a good photo, and quickly.
    ///
    /// - Parameter share: the half of the candidates to read, `0` or `1`; all of them if `nil`.
    mutating func read(_ glance: Glance, share: Int? = nil) {
        glance.plane.withRaster { raster in
            for (index, candidate) in glance.candidates.enumerated() where share == nil || index % 2 == share {
                if Task.isCancelled { return }
                if isRead(candidate.center * Float(glance.plane.scale)) { continue }
                for outline in candidate.outlines
                where read(outline, raster, glance.plane, inverted: glance.polarity == .lightOnDark) {
                    break
                }
            }
        }
    }
}

/// Finds two long straight sides of a patch that meet at about a right angle: possibly the solid finder of a symbol.
private struct CornerFinder {
    let raster: Raster
    let threshold: LocalThreshold
    let inverted: Bool
    /// The least share of dark pixels along two sides of a finder, 0 to 1.
    let leastSolidity: Float

    /// The patches on the right side of the threshold that are large enough for a symbol.
    var patches: [Component] {
        ComponentFinder.components(in: raster, threshold: threshold, inverted: inverted, minimumSide: 14)
    }

    /// The ways in which a patch may be a symbol, the most solid finder first; `nil` if there are none.
    func candidate(_ patch: Component) -> Glance.Candidate? {
        let outlines = outlines(of: patch)
        guard !outlines.isEmpty else { return nil }
        return Glance.Candidate(
            center: SIMD2(Float(patch.left + patch.right), Float(patch.top + patch.bottom)) / 2, outlines: outlines)
    }

    private func outlines(of patch: Component) -> [Outline] {
        // Two modules in each row on average: strokes, edges and blots have fewer.
        guard patch.runs.count * 10 >= 17 * (patch.bottom - patch.top) else { return [] }
        let hull = Hull(patch)
        let extent = max(patch.right - patch.left, patch.bottom - patch.top)
        let polygon = hull.simplified(tolerance: 1.2 + 0.008 * Float(extent))
        guard polygon.count >= 3, polygon.count <= 12 else { return [] }
        let probe = SideProbe(raster: raster, threshold: threshold, inverted: inverted)
        var found: [(outline: Outline, solidity: Float)] = []
        for first in polygon.indices {
            // The next side, or the one after it if a short side cuts off the corner.
            for step in 1...2 {
                let second = (first + step) % polygon.count
                guard let outline = Self.parallelogram(polygon, first, second, hull: hull) else { continue }
                let solidity = min(
                    probe.share(from: outline.bottomLeft, to: outline.topLeft, inward: outline.center),
                    probe.share(from: outline.bottomLeft, to: outline.bottomRight, inward: outline.center))
                guard solidity >= leastSolidity else { continue }
                found.append((outline, solidity))
                if let outline = Self.quadrilateral(polygon, first, second, like: outline) {
                    found.append((outline, solidity - 0.01))
                }
            }
        }
        return found.sorted { $0.solidity > $1.solidity }.prefix(6).map { $0.outline }
    }

    /// The parallelogram along two sides of a clockwise polygon, stretched to contain the whole hull.
    private static func parallelogram(
        _ polygon: [SIMD2<Float>], _ first: Int, _ second: Int, hull: Hull
    ) -> Outline? {
        // Clockwise, the lower side comes before the left one.
        let bottom = Side(polygon, first)
        let left = Side(polygon, second)
        guard length(bottom.end - left.start) * 3 < min(left.length, bottom.length) + 0.01,
            // Between about 55 and 125 degrees: tubes lean and cameras tilt.
            cross(bottom.vector, left.vector) > 0.8 * left.length * bottom.length,
            let corner = left.crossing(bottom)
        else { return nil }
        let up = left.vector / left.length
        let right = -bottom.vector / bottom.length
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
        guard left.length > 0.5 * height, bottom.length > 0.5 * width else { return nil }
        return Outline(
            topLeft: corner + up * height, topRight: corner + up * height + right * width,
            bottomRight: corner + right * width, bottomLeft: corner)
    }

    /// The same with the polygon's own other two sides, if present, because perspective makes them converge.
    private static func quadrilateral(
        _ polygon: [SIMD2<Float>], _ first: Int, _ second: Int, like outline: Outline
    ) -> Outline? {
        let bottom = Side(polygon, first)
        let left = Side(polygon, second)
        // The longest of the sides in between that have about the right direction.
        let others = (1..<polygon.count).map { Side(polygon, second + $0) }.prefix(polygon.count - 2)
        let rights = others.filter { dot($0.vector, left.vector) < -0.7 * $0.length * left.length }
        let tops = others.filter { dot($0.vector, bottom.vector) < -0.7 * $0.length * bottom.length }
        guard let right = rights.max(by: { $0.length < $1.length }), right.length > 0.4 * left.length,
            let top = tops.max(by: { $0.length < $1.length }), top.length > 0.4 * bottom.length,
            let topLeft = left.crossing(top), let topRight = top.crossing(right),
            let bottomRight = bottom.crossing(right)
        else { return nil }
        let found = Outline(
            topLeft: topLeft, topRight: topRight, bottomRight: bottomRight, bottomLeft: outline.bottomLeft)
        // Lines that cross far away do not give corners of this patch.
        let limit = 0.35 * max(outline.width, outline.height)
        let shifts = zip(found.corners, outline.corners).map { $0 - $1 }
        return shifts.allSatisfy { ($0 * $0).sum() < Double(limit * limit) } ? found : nil
    }
}

/// One side of a polygon.
private struct Side {
    let start: SIMD2<Float>
    let end: SIMD2<Float>

    init(_ polygon: [SIMD2<Float>], _ index: Int) {
        start = polygon[index % polygon.count]
        end = polygon[(index + 1) % polygon.count]
    }

    var vector: SIMD2<Float> { end - start }
    var length: Float { max((vector.x * vector.x + vector.y * vector.y).squareRoot(), 1e-3) }

    /// The intersection of the two lines; `nil` if they are nearly parallel.
    func crossing(_ other: Side) -> SIMD2<Float>? {
        let turn = cross(vector, other.vector)
        guard abs(turn) > 0.1 * length * other.length else { return nil }
        return start + vector * (cross(other.start - start, other.vector) / turn)
    }
}

/// Measures the share of a line just inside a side that belongs to the patch.
private struct SideProbe {
    let raster: Raster
    let threshold: LocalThreshold
    let inverted: Bool

    func share(from start: SIMD2<Float>, to end: SIMD2<Float>, inward center: SIMD2<Float>) -> Float {
        let side = end - start
        let steps = 32
        var normal = SIMD2(-side.y, side.x) / max(length(side), 1)
        if dot(normal, center - start) < 0 { normal = -normal }
        // Inside the finder's bar even if a side has 144 modules of two pixels.
        let inset = 1.2 + 0.002 * length(side)
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

/// The convex outline of a patch, clockwise in the picture, in pixel coordinates.
private struct Hull {
    let points: [SIMD2<Float>]

    /// By Andrew's monotone chain over the outer corners of the first and the last pixel of every row.
    init(_ component: Component) {
        var left: [SIMD2<Float>] = []
        var right: [SIMD2<Float>] = []
        var index = component.runs.startIndex
        while index < component.runs.endIndex {
            let row = component.runs[index].y
            var start = component.runs[index].start
            var end = component.runs[index].end
            while index < component.runs.endIndex && component.runs[index].y == row {
                start = min(start, component.runs[index].start)
                end = max(end, component.runs[index].end)
                index += 1
            }
            for y in [Float(row), Float(row + 1)] {
                Self.extend(&left, with: SIMD2(Float(start), y), turn: -1)
                Self.extend(&right, with: SIMD2(Float(end), y), turn: 1)
            }
        }
        points = right + left.reversed()
    }

    private static func extend(_ chain: inout [SIMD2<Float>], with point: SIMD2<Float>, turn: Float) {
        while chain.count >= 2,
            cross(chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1]) * turn <= 0
        {
            chain.removeLast()
        }
        chain.append(point)
    }

    /// Removes the slightest corners, one by one, until each remaining one is more than `tolerance` pixels from the
    /// line between its neighbors.
    func simplified(tolerance: Float) -> [SIMD2<Float>] {
        var polygon = points
        while polygon.count > 3 {
            var slightest = Float.infinity
            var position = 0
            for index in polygon.indices {
                let before = polygon[(index + polygon.count - 1) % polygon.count]
                let after = polygon[(index + 1) % polygon.count]
                let base = length(after - before)
                let height = base > 0 ? abs(cross(after - before, polygon[index] - before)) / base : 0
                if height < slightest {
                    slightest = height
                    position = index
                }
            }
            if slightest > tolerance { break }
            polygon.remove(at: position)
        }
        return polygon
    }
}
