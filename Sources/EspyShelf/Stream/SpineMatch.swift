import EspyPixels

/// How likely a track and a detection are the same book.
enum SpineMatch {
    /// Where the left and right side of a spine are at half of its height, and its ends.
    struct Sides {
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
    }

    /// Sides that are farther apart than this share of the width, and a few pixels, are those of another book.
    private static let farthest = 0.6
    /// Detectors are off by a share of the frame's width, however narrow the book is.
    private static let slack = 0.004
    /// What is left of the height that either has.
    private static let leastHeight = 0.45
    /// Beyond this difference of brightness it is another book.
    private static let mostDifferent = 0.25

    static func sides(of quad: Quad) -> Sides {
        Sides(
            left: (quad.topLeft.x + quad.bottomLeft.x) / 2, right: (quad.topRight.x + quad.bottomRight.x) / 2,
            top: (quad.topLeft.y + quad.topRight.y) / 2, bottom: (quad.bottomLeft.y + quad.bottomRight.y) / 2)
    }

    /// The mean distance of the two sides.
    static func distance(_ one: Sides, _ other: Sides) -> Double {
        (abs(one.left - other.left) + abs(one.right - other.right)) / 2
    }

    /// 0 for other books, up to 1 for one that has not changed at all.
    static func worth(
        _ track: SpineTrack, _ sides: Sides, _ found: (quad: Quad, look: SpineLook), frameWidth: Double
    ) -> Double {
        let other = self.sides(of: found.quad)
        let width = min(sides.right - sides.left, other.right - other.left)
        let limit = farthest * max(width, 0) + slack * frameWidth
        let gap = distance(sides, other)
        guard gap < limit else { return 0 }
        let common = min(sides.bottom, other.bottom) - max(sides.top, other.top)
        let all = max(sides.bottom, other.bottom) - min(sides.top, other.top)
        guard all > 0, common > leastHeight * all else { return 0 }
        let difference = track.look.difference(from: found.look)
        guard difference < mostDifferent else { return 0 }
        return (1 - gap / limit) * (0.5 + 0.5 * common / all) * (1 - difference / mostDifferent)
    }
}
