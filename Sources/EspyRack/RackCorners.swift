import CMath
public import EspyPixels

/// The corner wells of a box in a photo, as the user marked them.
///
/// They place a box that the photo alone does not: a partly filled one on plain ground, or one with only a few tubes.
public struct RackCorners: Sendable, Hashable {
    /// In pixels of the upright photo: the center of well A1; or of A1 and the last well; or of all four corner wells:
    /// A1, the end of its row, the last well, and the start of the last row.
    public let points: [Point]

    /// - Returns: nil unless there are one, two or four distinct points, and four of them are the corners of an area.
    public init?(_ points: [Point]) {
        let isApart = points.indices.allSatisfy { index in
            points[..<index].allSatisfy { $0.distance(to: points[index]) >= 1 }
        }
        guard [1, 2, 4].contains(points.count), isApart,
            points.allSatisfy({ abs($0.x) < Self.farthest && abs($0.y) < Self.farthest })
        else { return nil }
        self.points = points
        guard points.count < 4 || turns.allSatisfy({ $0 > 0 }) || turns.allSatisfy({ $0 < 0 }) else { return nil }
    }

    /// The largest coordinate in pixels: more than any photo has.
    private static let farthest = 1e6

    /// The sharpness of the turn at each point; positive is clockwise.
    private var turns: [Double] {
        points.indices.map { index in
            let next = points[(index + 1) % points.count]
            let after = points[(index + 2) % points.count]
            return (next - points[index]).cross(after - next)
        }
    }

    /// Returns the orientation of the box in the photo.
    ///
    /// - Parameters:
    ///   - view: what else is known: the side from which the box is seen, and the corner of A1, which one point does
    ///     not determine.
    ///   - grid: rows and columns of the box.
    /// - Returns: nil if four points go around the box as if it were seen from the other side.
    func view(_ view: RackView, grid: RackGrid) -> RackView? {
        guard points.count > 1 else { return view }
        if points.count == 4, (turns[0] < 0) != view.isFromBelow { return nil }
        let across = points[1] - points[0]
        var degrees = atan2(across.y, across.x) * 180 / .pi
        if points.count == 2 {
            // The angle from the row of A1 to the last well. A box of unknown size is assumed to be square.
            let size = grid.size ?? (rows: 2, cols: 2)
            let diagonal = atan2(Double(size.rows - 1), Double(size.cols - 1)) * 180 / .pi
            degrees += view.isFromBelow ? diagonal : -diagonal
        }
        if view.isFromBelow { degrees -= 90 }
        let quarters = Int((degrees / 90).rounded()) + 8
        return RackView(a1: RackView.Corner.clockwise[quarters % 4], isFromBelow: view.isFromBelow)
    }
}
