import EspyBase
package import EspyPixels

/// The part of a picture in which things count, and the treatment of things at its edge.
package struct CountArea: Sendable {
    private let width: Double
    private let height: Double
    private let region: CountRegion?
    /// The named regions; empty if there are none.
    private let regions: [CountRegion]
    private let exclusions: [CountRegion]
    private let border: CountOptions.BorderPolicy

    /// - Parameters:
    ///   - width: of the picture in pixels, in the same space as the polygons of `options`.
    package init(width: Int, height: Int, options: CountOptions) {
        self.width = Double(width)
        self.height = Double(height)
        region = options.region.map(CountRegion.init)
        regions = options.regions.map { CountRegion($0.corners) }
        exclusions = options.exclusions.map(CountRegion.init)
        border = options.border
    }

    /// Whether a point is inside the region and, if there are named regions, inside one of them, and outside all
    /// exclusions.
    package func contains(_ point: Point) -> Bool {
        (region?.contains(point) ?? true) && (regions.isEmpty || place(of: point) != nil)
            && !exclusions.contains { $0.contains(point) }
    }

    /// Index of the first named region that contains a point.
    package func place(of point: Point) -> Int? { regions.firstIndex { $0.contains(point) } }

    /// Decides by position which of these similar things count.
    package func counts(_ rects: [Rect]) -> [Bool] {
        let isCut = rects.map(self.isCut)
        let whole = rects.indices.filter { !isCut[$0] }.map { rects[$0] }
        return rects.indices.map { index in
            guard contains(rects[index].center) else { return false }
            guard isCut[index] else { return true }
            switch border {
            case .all: return true
            case .whole: return false
            case .half: return visibleShare(of: rects[index], among: whole) >= 0.5
            }
        }
    }

    /// Whether the edge of the picture, or of the region, cuts it.
    package func isCut(_ rect: Rect) -> Bool {
        touchesX(rect) || touchesY(rect) || share(of: rect) < 0.97
    }

    /// The share of a thing inside the region and its named region, 0…1.
    private func share(of rect: Rect) -> Double {
        let named = place(of: rect.center).map { regions[$0].share(of: rect) } ?? 1
        return min(region?.share(of: rect) ?? 1, named)
    }

    /// The share of a thing that is inside, estimated from the size of its uncut neighbors. The detector only guesses
    /// the outer part of a box, so that is used only if there are no neighbors.
    private func visibleShare(of rect: Rect, among whole: [Rect]) -> Double {
        guard let seen = rect.intersection(Rect(x: 0, y: 0, width: width, height: height)) else { return 0 }
        let near = Self.nearest(to: rect.center, in: whole)
        var share = share(of: rect)
        if touchesX(rect) { share *= min(seen.width / (median(near.map({ $0.width })) ?? rect.width), 1) }
        if touchesY(rect) { share *= min(seen.height / (median(near.map({ $0.height })) ?? rect.height), 1) }
        return share
    }

    private static func nearest(to point: Point, in rects: [Rect]) -> [Rect] {
        let sorted = rects.map { (rect: $0, distance: $0.center.distance(to: point)) }
            .sorted { $0.distance < $1.distance }
        return sorted.prefix(5).map { $0.rect }
    }

    private func touchesX(_ rect: Rect) -> Bool {
        let reach = Self.reach(rect.width)
        return rect.x <= reach || rect.maxX >= width - reach
    }

    private func touchesY(_ rect: Rect) -> Bool {
        let reach = Self.reach(rect.height)
        return rect.y <= reach || rect.maxY >= height - reach
    }

    /// A detector's boxes end slightly before the border if the thing continues beyond it.
    private static func reach(_ side: Double) -> Double { max(1, 0.03 * side) }
}

/// A polygon in the picture; if it crosses itself, the even-odd rule applies.
private struct CountRegion: Sendable {
    private let corners: [Point]
    private let bounds: Rect

    init(_ corners: [Point]) {
        self.corners = corners
        bounds = Rect(around: corners) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    func contains(_ point: Point) -> Bool {
        guard bounds.contains(point), var from = corners.last else { return false }
        var isInside = false
        for to in corners {
            if (from.y > point.y) != (to.y > point.y),
                point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            {
                isInside.toggle()
            }
            from = to
        }
        return isInside
    }

    /// The share of a rectangle that is inside, 0…1, to about a hundredth.
    ///
    /// Counted on a grid: exact clipping of self-crossing polygons takes much code, and no decision is that close.
    func share(of rect: Rect) -> Double {
        guard bounds.intersection(rect) != nil else { return 0 }
        let steps = 16
        var hits = 0
        for row in 0..<steps {
            for column in 0..<steps {
                let point = Point(
                    x: rect.x + (Double(column) + 0.5) / Double(steps) * rect.width,
                    y: rect.y + (Double(row) + 0.5) / Double(steps) * rect.height)
                if contains(point) { hits += 1 }
            }
        }
        return Double(hits) / Double(steps * steps)
    }
}
