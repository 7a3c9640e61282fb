package import EspyPixels

/// The standing books of a picture, and the books in stacks between them.
///
/// Where no books stand, the free part of the shelf is rotated by 90 degrees and given to the same detector, to which the
/// books of a stack then appear to stand.
package struct BookStacks {
    private let image: RGBImage
    private let standing: [DetectedSpine]
    private var lying: [DetectedSpine] = []
    /// The free parts.
    package let parts: [Part]
    /// Minimum confidence of a lying book.
    private static let least = 0.5
    /// Minimum and maximum length of lying books, as a share of the median and maximum height of the shelf's standing
    /// books.
    private static let (shortest, longest) = (0.5, 1.4)
    /// Minimum ratio of length to thickness.
    private static let slenderness = 1.5
    /// Maximum share of a lying book covered by standing ones.
    private static let covered = 0.2
    /// Minimum color change at both ends.
    private static let change = 12.0

    /// A part of the picture without standing books.
    package struct Part {
        fileprivate let gap: ShelfGap
        fileprivate let area: Rect
        fileprivate let corner: Point

        fileprivate init(_ gap: ShelfGap) {
            self.gap = gap
            // Sides are only visible if there is something beyond them.
            let margin = 0.08 * gap.height
            area = Rect(
                x: gap.area.x - margin, y: gap.area.y, width: gap.area.width + 2 * margin, height: gap.area.height)
            corner = Point(x: max(area.x, 0).rounded(.down), y: max(area.y, 0).rounded(.down))
        }
    }

    package init(in image: RGBImage, beside standing: [DetectedSpine]) {
        (self.image, self.standing) = (image, standing)
        parts = ShelfGap.gaps(between: standing, width: image.width, height: image.height).map { Part($0) }
    }

    /// Returns a part as it is searched; nil if it has no pixels.
    package func turned(_ part: Part) -> RGBImage? {
        let piece = image.cropped(to: part.area)
        return piece.width > 0 && piece.height > 0 ? piece.oriented(.rotate90) : nil
    }

    /// Adds the books found in a part, in pixels of its rotated picture.
    package mutating func add(_ turned: [DetectedSpine], in part: Part, turnedWidth: Int) {
        let gap = part.gap
        let neighbors = standing.filter { $0.row == gap.row && $0.confidence >= Self.least }.map { $0.quad }
        lying += turned.compactMap { spine in
            guard spine.confidence >= Self.least else { return nil }
            let quad = Self.back(spine.quad, height: turnedWidth, part.corner)
            let free = neighbors.reduce(0) { $0 + QuadOverlap.common(quad, $1) } <= Self.covered * quad.area
            guard free, Self.fits(quad, gap), SpineEnds.change(of: quad, in: image) >= Self.change else { return nil }
            return DetectedSpine(quad: quad, row: gap.row, confidence: spine.confidence)
        }
    }

    /// All books, row by row from the top, each from left to right.
    package var books: [DetectedSpine] {
        guard !lying.isEmpty else { return standing }
        return (standing + lying).sorted {
            ($0.row, $0.quad.center.x, $0.quad.center.y) < ($1.row, $1.quad.center.x, $1.quad.center.y)
        }
    }

    private static func fits(_ quad: Quad, _ gap: ShelfGap) -> Bool {
        let (length, thickness) = (quad.meanWidth, quad.meanHeight)
        return length >= shortest * gap.height && length <= longest * gap.highest && length >= slenderness * thickness
            && quad.center.y <= gap.feet.y(at: quad.center.x)
    }

    /// Converts a quad of the rotated part to the picture, with its corners in the order seen there.
    private static func back(_ quad: Quad, height: Int, _ corner: Point) -> Quad {
        func place(_ point: Point) -> Point {
            Point(x: corner.x + point.y, y: corner.y + Double(height) - point.x)
        }
        return Quad(
            topLeft: place(quad.topRight), topRight: place(quad.bottomRight), bottomRight: place(quad.bottomLeft),
            bottomLeft: place(quad.topLeft))
    }
}

/// Checks that a lying book ends at its outline: boards and their shadows continue beyond it.
private enum SpineEnds {
    /// Distance inside and outside an end at which colors are compared, as a share of the length, and its minimum in
    /// pixels.
    private static let (reach, least) = (0.03, 2.5)
    /// Sampling positions along an end.
    private static let places = stride(from: 0.2, through: 0.8, by: 0.1)

    /// Returns the color change at the end with the smaller change.
    ///
    /// - Returns: the mean along the end of the largest difference in red, green and blue, from 0 to 255; 0 if the
    ///   picture ends there.
    static func change(of quad: Quad, in image: RGBImage) -> Double {
        min(
            change(from: (quad.topLeft, quad.bottomLeft), to: (quad.topRight, quad.bottomRight), image),
            change(from: (quad.topRight, quad.bottomRight), to: (quad.topLeft, quad.bottomLeft), image))
    }

    private static func change(
        from end: (upper: Point, lower: Point), to other: (upper: Point, lower: Point), _ image: RGBImage
    ) -> Double {
        let length = end.upper.distance(to: other.upper)
        guard length > 0 else { return 0 }
        let step = (other.upper - end.upper) * (1 / length)
        let distance = max(least, reach * length)
        var (sum, count) = (0.0, 0.0)
        for share in places {
            let place = end.upper + (end.lower - end.upper) * share
            guard let inside = mean(image, place, step, distance), let outside = mean(image, place, step, -distance)
            else { return 0 }
            let difference = inside - outside
            sum += max(abs(difference.x), abs(difference.y), abs(difference.z))
            count += 1
        }
        return sum / count
    }

    /// Returns the color a little away from a position.
    private static func mean(_ image: RGBImage, _ place: Point, _ step: Point, _ distance: Double) -> SIMD3<Double>? {
        var sum = SIMD3<Double>()
        for factor in [1, 1.5, 2] {
            let point = place + step * (factor * distance)
            guard point.x >= 1, point.y >= 0, point.x < Double(image.width - 1), point.y < Double(image.height)
            else { return nil }
            let index = 3 * (Int(point.y) * image.width + Int(point.x))
            sum += SIMD3(
                Double(image.pixels[index]), Double(image.pixels[index + 1]), Double(image.pixels[index + 2]))
        }
        return sum / 3
    }
}

/// A part of a shelf without standing books that is wide enough for lying ones.
package struct ShelfGap: Sendable, Equatable {
    /// The index of the shelf.
    package let row: Int
    /// The area without the books beside it, down to a little below the board; in pixels of the picture.
    package let area: Rect
    /// Median and maximum height of the books of this shelf.
    fileprivate let (height, highest): (Double, Double)
    /// The line on which the books of this shelf stand.
    fileprivate let feet: LevelLine

    /// Minimum confidence of a book that is used to measure its shelf.
    private static let least = 0.5
    /// Minimum number of books needed to measure a shelf.
    private static let fewest = 3
    /// Minimum width, relative to the height of standing books: lying books are about as long, and the shortest ones
    /// half as long.
    private static let narrowest = 0.5

    /// - Parameters:
    ///   - spines: the standing books of all shelves.
    ///   - width: of the picture.
    ///   - height: of the picture.
    /// - Returns: the gaps, shelf by shelf, each from left to right.
    package static func gaps(between spines: [DetectedSpine], width: Int, height: Int) -> [ShelfGap] {
        let sure = spines.filter { $0.confidence >= least }
        return Dictionary(grouping: sure, by: { $0.row }).sorted { $0.key < $1.key }.flatMap { row, books in
            books.count < fewest
                ? [] : gaps(row, books.map { $0.quad }, Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        }
    }

    private static func gaps(_ row: Int, _ books: [Quad], _ picture: Rect) -> [ShelfGap] {
        let heights = books.map { $0.meanHeight }.sorted()
        let (height, highest) = (heights[heights.count / 2], heights[heights.count - 1])
        let feet = LevelLine(through: books.map { ($0.bottomLeft + $0.bottomRight) * 0.5 })
        var (gaps, end): ([ShelfGap], Double) = ([], 0)
        let spans = books.map { $0.bounds }.sorted { $0.x < $1.x }.map { ($0.x, $0.x + $0.width) }
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

/// A nearly level line.
private struct LevelLine: Sendable, Equatable {
    private let middle: Point
    private let slope: Double

    /// Fits the line with the least squared vertical distances; level with fewer than three points.
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
