import EspyBarcode
public import EspyPixels
import Foundation

/// Tells where there is text without reading it, fast enough for every frame of a camera.
///
/// ```swift
/// for region in TextFinder().find(in: frame.gray) { print(region.quad, region.confidence) }
/// ```
///
/// Words are found that are 8 to 60 pixels high, in any direction, on a picture of about 1920 × 1080 pixels. Pictures on
/// covers may be taken for text; what it costs does not depend on what is in the picture by much.
public struct TextFinder: TextRegionDetector {
    public init() {}

    /// Larger pictures are made smaller first, for their letters are larger, too.
    private static let longest = 2600

    private func doubled(_ regions: [Shelf.TextRegion]) -> [Shelf.TextRegion] {
        regions.map { Shelf.TextRegion(quad: $0.quad.map { $0 * 2 }, confidence: $0.confidence) }
    }

    /// More than this are not returned: those that are surest.
    public static let most = 200

    public func regions(
        in image: GrayImage, spines: [Quad]
    ) async throws(CancellationError) -> [Shelf.TextRegion] {
        if Task.isCancelled { throw CancellationError() }
        return find(in: image, spines: spines)
    }

    /// - Parameters:
    ///   - image: upright, in gray.
    ///   - spines: in pixels of `image`. Text on them is looked for along each of them; text elsewhere in any direction.
    /// - Returns: a region for each line of words or a part of one, the surest first. A quad's upper edge runs along the
    ///   words; whether they are upside down is not known.
    public func find(in image: GrayImage, spines: [Quad] = []) -> [Shelf.TextRegion] {
        if max(image.width, image.height) > Self.longest {
            return doubled(find(in: image.halved, spines: spines.map { $0.map { $0 * 0.5 } }))
        }
        var cells = TextCells(image)
        var isTaken = [Bool](repeating: false, count: cells.score.count)
        let lines = spines.compactMap { SpineLines($0) }.flatMap { $0.regions(in: cells, &isTaken) }
        cells.remove(isTaken)
        let others = CellGroups(cells).groups.compactMap(Self.region)
        let regions = (lines + others).sorted { $0.confidence > $1.confidence }
        return Array(regions.prefix(Self.most))
    }

    /// Around a group of squares, turned the way it is long; nil for what is too small for a word.
    private static func region(_ cells: [CellGroups.Cell]) -> Shelf.TextRegion? {
        guard cells.count >= 4 else { return nil }
        // A square belongs to the cell that it begins at, and reaches into the next.
        let points = cells.map {
            Point(x: (Double($0.column) + 1) * TextCells.side, y: (Double($0.row) + 1) * TextCells.side)
        }
        let center = points.reduce(Point(x: 0, y: 0), +) * (1 / Double(points.count))
        let axis = direction(points, center)
        let across = Point(x: -axis.y, y: axis.x)
        let along = span(points.map { ($0 - center).dot(axis) })
        let thick = span(points.map { ($0 - center).dot(across) })
        let length = along.upperBound - along.lowerBound
        let height = thick.upperBound - thick.lowerBound
        guard length >= 3 * TextCells.side, length * height <= 4 * 64 * Double(cells.count) else { return nil }
        func corner(_ u: Double, _ v: Double) -> Point {
            let place = center + axis * u + across * v
            return Point(x: (place.x * 10).rounded() / 10, y: (place.y * 10).rounded() / 10)
        }
        let score = Double(cells.reduce(0) { $0 + $1.score }) / Double(cells.count)
        let quad = Quad(
            topLeft: corner(along.lowerBound, thick.lowerBound), topRight: corner(along.upperBound, thick.lowerBound),
            bottomRight: corner(along.upperBound, thick.upperBound),
            bottomLeft: corner(along.lowerBound, thick.upperBound))
        return Shelf.TextRegion(quad: quad, confidence: confidence(score, cells.count))
    }

    /// - Parameter score: of the squares, on average.
    static func confidence(_ score: Double, _ squares: Int) -> Double {
        let confidence = (1 - exp(-score / 5)) * min(1, Double(squares) / 8)
        return (1000 * confidence).rounded() / 1000
    }

    private static func span(_ values: [Double]) -> ClosedRange<Double> {
        let margin = TextCells.side / 2
        return (values.min() ?? 0) - margin...(values.max() ?? 0) + margin
    }

    /// The direction in which points spread most, to the right or straight down.
    private static func direction(_ points: [Point], _ center: Point) -> Point {
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let away = point - center
            xx += away.x * away.x
            xy += away.x * away.y
            yy += away.y * away.y
        }
        let angle = atan2(2 * xy, xx - yy) / 2
        return Point(x: cos(angle), y: sin(angle))
    }
}
