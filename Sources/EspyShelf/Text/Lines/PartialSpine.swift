import EspyPixels
import EspyText

/// A spine of which a part was outlined, up to where its cover changes color: a line along it stands above or below that
/// part, between the same sides.
struct PartialSpine {
    /// The outlined part, by its place among the spines.
    let index: Int
    /// The part, prolonged beyond the end of the line.
    let quad: Quad

    /// How far from the middle of the spine the middle of the line may be, and its edges, as a share of the width.
    private static let (middle, edges) = (0.3, 0.65)
    /// How far the line may reach into the part, and how far away it may begin, as a share of the height of the book beside.
    private static let reach = -0.15...0.5
    /// A spine is so many times as high as the highest book beside it, at most.
    private static let highest = 1.2
    /// So much of what is added may be another spine's.
    private static let covered = 0.15

    /// - Returns: nil where no outline fits the line.
    init?(_ line: TextLine, among spines: [DetectedSpine]) {
        guard SpineTurn(line) != .level else { return nil }
        for (index, spine) in spines.enumerated() {
            guard let quad = Self.prolonged(spine, by: line, spines) else { continue }
            (self.index, self.quad) = (index, quad)
            return
        }
        return nil
    }

    private static func prolonged(_ spine: DetectedSpine, by line: TextLine, _ spines: [DetectedSpine]) -> Quad? {
        let axis = Axis(spine.quad)
        let width = spine.quad.meanWidth
        guard axis.length > 0, abs(axis.across(line.quad.center)) <= middle * width,
            line.quad.corners.allSatisfy({ abs(axis.across($0)) <= edges * width })
        else { return nil }
        let beside = spines.filter { other in
            let bounds = other.quad.bounds
            return other.row == spine.row && other.confidence >= 0.5 && bounds.y <= line.quad.center.y
                && line.quad.center.y <= bounds.maxY
                && abs(axis.across(other.quad.center)) <= width + other.quad.meanWidth
        }
        guard let height = beside.map(\.quad.meanHeight).max() else { return nil }
        let along = line.quad.corners.map(axis.along)
        let (low, high) = (along.min() ?? 0, along.max() ?? 0)
        // Both as distances from the foot.
        let isAbove = (low + high) / 2 > axis.length / 2
        guard reach ~= (isAbove ? low - axis.length : -high) / height else { return nil }
        let end = isAbove ? high + line.quad.meanHeight : low - line.quad.meanHeight
        let quad = axis.prolonged(to: end)
        guard quad.meanHeight > spine.quad.meanHeight, quad.meanHeight <= highest * height else { return nil }
        let added = quad.area - spine.quad.area
        let isFree = spines.allSatisfy { other in
            other.quad == spine.quad
                || QuadOverlap.common(quad, other.quad) - QuadOverlap.common(spine.quad, other.quad) <= covered * added
        }
        return isFree ? quad : nil
    }

    /// The middle line of a spine, from its foot up.
    private struct Axis {
        private let quad: Quad
        private let foot: Point
        private let up: Point
        let length: Double

        init(_ quad: Quad) {
            self.quad = quad
            foot = (quad.bottomLeft + quad.bottomRight) * 0.5
            let whole = (quad.topLeft + quad.topRight) * 0.5 - foot
            length = whole.length
            up = length > 0 ? whole * (1 / length) : whole
        }

        func along(_ point: Point) -> Double { (point - foot).x * up.x + (point - foot).y * up.y }

        func across(_ point: Point) -> Double { up.cross(point - foot) }

        /// - Parameter end: from the foot; below 0 it is a new foot.
        func prolonged(to end: Double) -> Quad {
            let share = end / length
            let left = quad.bottomLeft + (quad.topLeft - quad.bottomLeft) * share
            let right = quad.bottomRight + (quad.topRight - quad.bottomRight) * share
            return end > 0
                ? Quad(topLeft: left, topRight: right, bottomRight: quad.bottomRight, bottomLeft: quad.bottomLeft)
                : Quad(topLeft: quad.topLeft, topRight: quad.topRight, bottomRight: right, bottomLeft: left)
        }
    }
}
