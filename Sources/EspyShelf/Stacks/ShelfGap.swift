package import EspyPixels

/// A part of a shelf where no book stands, and which is wide enough for books that lie.
package struct ShelfGap: Sendable, Equatable {
    /// Which shelf.
    package let row: Int
    /// Without what stands beside it, down to a little below the board; pixels of the picture.
    package let area: Rect
    /// Half of the books of this shelf are so high, and the highest one.
    let (height, highest): (Double, Double)
    /// Where the books of this shelf stand.
    let feet: LevelLine

    /// Books that are less sure say nothing of their shelf.
    private static let least = 0.5
    /// Fewer books do not show where a shelf is.
    private static let fewest = 3
    /// A lying book is about as long as standing ones are high; the shortest ones are half as long.
    private static let narrowest = 0.5

    /// - Parameters:
    ///   - spines: those that stand, of all shelves.
    ///   - width: of the picture.
    ///   - height: of the picture.
    /// - Returns: shelf by shelf, each from left to right.
    package static func gaps(between spines: [DetectedSpine], width: Int, height: Int) -> [ShelfGap] {
        let sure = spines.filter { $0.confidence >= least }
        return Dictionary(grouping: sure, by: \.row).sorted { $0.key < $1.key }.flatMap { row, books in
            books.count < fewest
                ? [] : gaps(row, books.map(\.quad), Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        }
    }

    private static func gaps(_ row: Int, _ books: [Quad], _ picture: Rect) -> [ShelfGap] {
        let heights = books.map(\.meanHeight).sorted()
        let (height, highest) = (heights[heights.count / 2], heights[heights.count - 1])
        let feet = LevelLine(through: books.map { ($0.bottomLeft + $0.bottomRight) * 0.5 })
        var (gaps, end): ([ShelfGap], Double) = ([], 0)
        let spans = books.map(\.bounds).sorted { $0.x < $1.x }.map { ($0.x, $0.x + $0.width) }
        for (left, right) in spans + [(picture.width, picture.width)] {
            if left - end >= narrowest * height {
                let (one, other) = (feet.y(at: end), feet.y(at: left))
                let top = max(min(one, other) - 1.1 * highest, 0)
                let bottom = min(max(one, other) + 0.04 * height, picture.height)
                if bottom - top >= 0.2 * height {
                    let area = Rect(x: end, y: top, width: left - end, height: bottom - top)
                    gaps.append(ShelfGap(row: row, area: area, height: height, highest: highest, feet: feet))
                }
            }
            end = max(end, right)
        }
        return gaps
    }
}

/// A line that is nearly level.
struct LevelLine: Sendable, Equatable {
    private let middle: Point
    private let slope: Double

    /// The one with the least squares of vertical distances; level where there are fewer than three points.
    init(through points: [Point]) {
        let count = Double(max(points.count, 1))
        let middle = Point(x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
        let spread = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
        let rise = points.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) }
        self.middle = middle
        slope = points.count > 2 && spread > 0 ? rise / spread : 0
    }

    func y(at x: Double) -> Double { middle.y + slope * (x - middle.x) }
}
