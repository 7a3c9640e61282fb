import EspyPixels
import Foundation

/// Lines of text on one spine. What is printed on a spine runs along it, and never onto the next one.
struct SpineLines {
    private let spine: Quad
    private let start: Point
    private let along: Point
    private let across: Point
    /// In pixels.
    private let length: Double
    private let thickness: Double

    /// Words of one line are no farther apart than this share of the spine's thickness.
    private static let gap = 0.7
    /// Squares of text at least; fewer are an ornament.
    private static let least = 4

    /// - Parameter spine: in pixels of the picture of the squares. Nil without any area.
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

    /// Takes the squares of text on the spine away, and puts them together.
    ///
    /// - Parameter isTaken: for each square whether it lies on a spine.
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
