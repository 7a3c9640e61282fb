import CMath
public import EspyPixels

/// Where the wells at the corners of a box are in a photo, as a person says who sees them.
///
/// That settles where a box lies that does not show it by itself: a part-filled one on plain ground, or one with a few tubes.
public struct RackCorners: Sendable, Hashable {
    /// The middle of well A1, in pixels of the upright photo; of A1 and of the last well; or of all four corner wells: A1,
    /// the end of its row, the last well, and the start of the last row.
    public let points: [Point]

    /// - Returns: nil unless there are one, two or four points, all of them apart from each other and four of them the corners
    ///   of an area.
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

    /// In pixels: more than any photo has.
    private static let farthest = 1e6

    /// How sharply the way around turns at each point: positive with the clock.
    private var turns: [Double] {
        points.indices.map { index in
            let next = points[(index + 1) % points.count]
            let after = points[(index + 2) % points.count]
            return (next - points[index]).cross(after - next)
        }
    }

    /// How the box lies in the photo.
    ///
    /// - Parameters:
    ///   - view: what else is known of it: from which side it is seen, and where A1 is, which one point does not tell.
    ///   - grid: rows and columns of the box.
    /// - Returns: nil where four points run around the box as they do when it is seen from its other side.
    func view(_ view: RackView, grid: RackGrid) -> RackView? {
        guard points.count > 1 else { return view }
        if points.count == 4, (turns[0] < 0) != view.isFromBelow { return nil }
        let across = points[1] - points[0]
        var degrees = atan2(across.y, across.x) * 180 / .pi
        if points.count == 2 {
            // The angle from the row of A1 to the last well. A box of unknown size is taken for a square.
            let size = grid.size ?? (rows: 2, cols: 2)
            let diagonal = atan2(Double(size.rows - 1), Double(size.cols - 1)) * 180 / .pi
            degrees += view.isFromBelow ? diagonal : -diagonal
        }
        if view.isFromBelow { degrees -= 90 }
        let quarters = Int((degrees / 90).rounded()) + 8
        return RackView(a1: RackView.Corner.clockwise[quarters % 4], isFromBelow: view.isFromBelow)
    }
}
