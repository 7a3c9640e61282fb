import EspyBarcode
public import EspyPixels
import Foundation

/// Finds regions with text without reading it, fast enough for every frame of a camera.
///
/// ```swift
/// for region in TextFinder().find(in: frame.gray) { print(region.quad, region.confidence) }
/// ```
///
/// It finds words that are 8 to 60 pixels high, in any direction, in a picture of about 1920 × 1080 pixels. Pictures on
/// covers may be mistaken for text; the time hardly depends on the content of the picture.
public struct TextFinder: Sendable {
    public init() {}

    /// Maximum size; larger pictures are scaled down first, because their letters are larger, too.
    private static let longest = 2600

    private func doubled(_ regions: [Shelf.TextRegion]) -> [Shelf.TextRegion] {
        regions.map { Shelf.TextRegion(quad: $0.quad.map { $0 * 2 }, confidence: $0.confidence) }
    }

    /// Maximum number of regions returned, the most certain ones.
    public static let most = 200

    /// - Parameters:
    ///   - image: upright, in gray.
    ///   - spines: in pixels of `image`. Text on a spine is searched for along it; text elsewhere, in any direction.
    /// - Returns: a region for each line of words or a part of one, the most certain first. A quad's upper edge runs
    ///   along the words, which may be upside down.
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

    /// Returns the region around a group of squares, along its longer side; nil if it is too small for a word.
    private static func region(_ cells: [CellGroups.Cell]) -> Shelf.TextRegion? {
        guard cells.count >= 4 else { return nil }
        // A square belongs to the cell where it begins, and extends into the next.
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

    /// - Parameter score: the mean score of the squares.
    static func confidence(_ score: Double, _ squares: Int) -> Double {
        let confidence = (1 - exp(-score / 5)) * min(1, Double(squares) / 8)
        return (1000 * confidence).rounded() / 1000
    }

    private static func span(_ values: [Double]) -> ClosedRange<Double> {
        let margin = TextCells.side / 2
        return (values.min() ?? 0) - margin...(values.max() ?? 0) + margin
    }

    /// Returns the direction in which points spread most, pointing right or straight down.
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

/// Squares of text that make up one line of words.
///
/// Runs of squares in the direction of the words are found first, with gaps as between words. Neighboring runs are then
/// merged as long as their strength does not fall and rise again: between two books there is a weaker run, and there
/// the next line begins.
private struct CellGroups {
    struct Cell {
        var column: Int
        var row: Int
        var score: Float
    }

    private(set) var groups: [[Cell]] = []

    /// Maximum number of empty squares inside a run, and minimum number of squares with text.
    private static let gap = 3
    private static let shortest = 3
    /// Maximum number of neighboring runs: letters are no higher.
    private static let thickest = 9

    init(_ cells: TextCells) {
        let isLevel = cells.smoothedLean.map { $0 >= 0 }
        groups = Self.groups(cells, isLevel, level: true) + Self.groups(cells, isLevel, level: false)
    }

    /// The squares of one run, and their mean strength.
    private struct Run {
        var from: Int
        var to: Int
        var cells: [Cell]

        var score: Float { cells.reduce(0) { $0 + $1.score } / Float(cells.count) }

        /// Returns the overlap as a share of the shorter run.
        func overlap(_ other: Run) -> Float {
            let shared = min(to, other.to) - max(from, other.from) + 1
            return Float(shared) / Float(min(to - from, other.to - other.from) + 1)
        }
    }

    private struct Line {
        var last: Run
        var cells: [Cell]
        var count = 1
        var peak: Float
        /// Whether the strength has fallen, so that a stronger run begins another line.
        var isFalling = false

        init(_ run: Run) {
            (last, cells, peak) = (run, run.cells, run.score)
        }

        func takes(_ run: Run) -> Bool {
            guard count < CellGroups.thickest, last.overlap(run) >= 0.5 else { return false }
            return !(isFalling && run.score > 1.15 * last.score)
        }

        mutating func add(_ run: Run) {
            isFalling = isFalling || run.score < 0.75 * peak
            peak = max(peak, run.score)
            last = run
            cells += run.cells
            count += 1
        }
    }

    private static func groups(_ cells: TextCells, _ isLevel: [Bool], level: Bool) -> [[Cell]] {
        var done: [[Cell]] = []
        var open: [Line] = []
        for lane in 0..<(level ? cells.height : cells.width) {
            var next: [Line] = []
            for run in runs(cells, isLevel, level: level, lane: lane) {
                let best = open.indices.filter { open[$0].takes(run) }
                    .max { open[$0].last.overlap(run) < open[$1].last.overlap(run) }
                var line = best.map { open.remove(at: $0) }
                line?.add(run)
                next.append(line ?? Line(run))
            }
            done += open.map(\.cells)
            open = next
        }
        return done + open.map(\.cells)
    }

    /// Returns the runs of one row or column of squares.
    private static func runs(_ cells: TextCells, _ isLevel: [Bool], level: Bool, lane: Int) -> [Run] {
        var runs: [Run] = []
        for position in 0..<(level ? cells.width : cells.height) {
            let (column, row) = level ? (position, lane) : (lane, position)
            let place = row * cells.width + column
            guard cells.score[place] > 0, isLevel[place] == level else { continue }
            let cell = Cell(column: column, row: row, score: cells.score[place])
            if let last = runs.last, position - last.to <= gap + 1 {
                runs[runs.count - 1].to = position
                runs[runs.count - 1].cells.append(cell)
            } else {
                runs.append(Run(from: position, to: position, cells: [cell]))
            }
        }
        return runs.filter { $0.cells.count >= shortest }
    }
}

/// The lines of text on one spine. Text runs along a spine, and never onto the next one.
private struct SpineLines {
    private let spine: Quad
    private let start: Point
    private let along: Point
    private let across: Point
    /// Length in pixels.
    private let length: Double
    private let thickness: Double

    /// Maximum gap between words of one line, as a share of the spine's thickness.
    private static let gap = 0.7
    /// Minimum number of squares with text; fewer are an ornament.
    private static let least = 4

    /// - Parameter spine: in pixels of the picture of the squares. Returns nil if it has no area.
    init?(_ spine: Quad) {
        let isStanding = spine.meanHeight >= spine.meanWidth
        let (a, b) =
            isStanding
            ? ((spine.topLeft + spine.topRight) * 0.5, (spine.bottomLeft + spine.bottomRight) * 0.5)
            : ((spine.topLeft + spine.bottomLeft) * 0.5, (spine.topRight + spine.bottomRight) * 0.5)
        length = a.distance(to: b)
        thickness = min(spine.meanWidth, spine.meanHeight)
        guard length > 0, thickness > 0 else { return nil }
        self.spine = spine
        start = a
        along = (b - a) * (1 / length)
        across = Point(x: -along.y, y: along.x)
    }

    /// Marks the squares with text on the spine as taken, and merges them into regions.
    ///
    /// - Parameter isTaken: for each square, whether it lies on a spine.
    func regions(in cells: TextCells, _ isTaken: inout [Bool]) -> [Shelf.TextRegion] {
        var found: [(place: Double, side: Double, score: Float)] = []
        let bounds = spine.bounds
        let side = TextCells.side
        let columns = max(0, Int(bounds.x / side) - 1)..<max(0, min(cells.width, Int(bounds.maxX / side) + 1))
        let rows = max(0, Int(bounds.y / side) - 1)..<max(0, min(cells.height, Int(bounds.maxY / side) + 1))
        for row in rows {
            for column in columns {
                let point = Point(x: (Double(column) + 1) * side, y: (Double(row) + 1) * side)
                guard spine.contains(point) else { continue }
                let index = row * cells.width + column
                isTaken[index] = true
                guard cells.score[index] > 0 else { continue }
                found.append(((point - start).dot(along), (point - start).dot(across), cells.score[index]))
            }
        }
        return lines(found.sorted { $0.place < $1.place }).compactMap(region)
    }

    private func lines(
        _ squares: [(place: Double, side: Double, score: Float)]
    ) -> [[(place: Double, side: Double, score: Float)]] {
        let most = max(3 * TextCells.side, Self.gap * thickness)
        var lines: [[(place: Double, side: Double, score: Float)]] = []
        for square in squares {
            if let last = lines.last?.last, square.place - last.place <= most {
                lines[lines.count - 1].append(square)
            } else {
                lines.append([square])
            }
        }
        return lines
    }

    private func region(_ squares: [(place: Double, side: Double, score: Float)]) -> Shelf.TextRegion? {
        guard squares.count >= Self.least, let first = squares.first, let last = squares.last else { return nil }
        let margin = TextCells.side / 2
        let (from, to) = (max(0, first.place - margin), min(length, last.place + margin))
        let sides = squares.map(\.side)
        let low = max(-thickness / 2, (sides.min() ?? 0) - margin)
        let high = min(thickness / 2, (sides.max() ?? 0) + margin)
        guard to - from >= 3 * TextCells.side, high > low else { return nil }
        func corner(_ u: Double, _ v: Double) -> Point {
            let place = start + along * u + across * v
            return Point(x: place.x.toTenth, y: place.y.toTenth)
        }
        let score = Double(squares.reduce(0) { $0 + $1.score }) / Double(squares.count)
        // The words run along the spine; most are read from the top down.
        let quad = Quad(
            topLeft: corner(from, low), topRight: corner(to, low), bottomRight: corner(to, high),
            bottomLeft: corner(from, high))
        return Shelf.TextRegion(quad: quad, confidence: TextFinder.confidence(score, squares.count))
    }
}
