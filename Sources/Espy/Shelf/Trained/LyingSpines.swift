import EspyImage

/// Adds the books that lie in stacks: to a detector of standing books they stand when the picture is turned by a quarter.
package struct LyingSpines {
    /// A turned picture of standing books is full of edges that are no sides: only what is quite sure is believed.
    private static let least = 0.6
    /// So much of a lying book, at most, is covered by standing ones that are as sure.
    private static let covered = 0.2

    /// Height of the picture, in pixels.
    private let height: Int

    package init(height: Int) { self.height = height }

    /// - Parameters:
    ///   - standing: of the picture.
    ///   - turned: of the picture turned clockwise by a quarter, in its own pixels.
    /// - Returns: all of them, row by row from the top, each from left to right.
    package func merged(_ standing: [DetectedSpine], _ turned: [DetectedSpine]) -> [DetectedSpine] {
        let sure = standing.filter { $0.confidence >= Self.least }
        let lying = turned.filter { $0.confidence >= Self.least }
            .map { DetectedSpine(quad: back($0.quad), row: 0, confidence: $0.confidence) }
            .filter { book in
                sure.reduce(0) { $0 + QuadOverlap.common(book.quad, $1.quad) } <= Self.covered * book.quad.area
            }
        guard !lying.isEmpty else { return standing }
        let free = standing.filter { one in
            one.confidence >= Self.least || !lying.contains { QuadOverlap.common($0.quad, one.quad) > 0 }
        }
        return sorted(free, lying)
    }

    /// A quad of the turned picture in the picture, its corners in the order in which they are seen there.
    private func back(_ quad: Quad) -> Quad {
        func place(_ point: Point) -> Point { Point(x: point.y, y: Double(height) - point.x) }
        return Quad(
            topLeft: place(quad.topRight), topRight: place(quad.bottomRight), bottomRight: place(quad.bottomLeft),
            bottomLeft: place(quad.topLeft))
    }

    /// A lying book belongs to the shelf whose standing books are beside it; without any, all that lies is one shelf.
    private func sorted(_ standing: [DetectedSpine], _ lying: [DetectedSpine]) -> [DetectedSpine] {
        var middles: [(row: Int, y: Double)] = []
        for (row, books) in Dictionary(grouping: standing, by: \.row) {
            middles.append((row, books.reduce(0) { $0 + $1.quad.center.y } / Double(books.count)))
        }
        let placed = lying.map { book in
            var book = book
            let y = book.quad.center.y
            book.row = middles.min { (abs($0.y - y), $0.row) < (abs($1.y - y), $1.row) }?.row ?? 0
            return book
        }
        return (standing + placed).sorted {
            ($0.row, $0.quad.center.x, $0.quad.center.y) < ($1.row, $1.quad.center.x, $1.quad.center.y)
        }
    }
}
