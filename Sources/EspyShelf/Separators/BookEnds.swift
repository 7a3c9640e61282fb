import EspyPixels

/// Finds the top and bottom of books whose sides are known.
struct BookEnds {
    /// An end is an edge that is steep on this share of the columns.
    private static let share = 0.6
    /// Differences of gray over two rows that are an edge.
    private static let steepness: Int16 = 14
    /// How far beyond its sides a book may reach, in rows: they are known to the strip. Further below would be the front
    /// of the board.
    private static let beyond = 12
    /// How much earlier it may end.
    private static let within = 40

    let gray: GrayImage
    private let search: LineSearch

    init(_ gray: GrayImage, _ search: LineSearch) {
        self.gray = gray
        self.search = search
    }

    func quad(_ left: SeparatorLine, _ right: SeparatorLine) -> Quad {
        let rows = StripSums.rows
        let first = min(left.strips.lowerBound, right.strips.lowerBound) * rows
        let second = max(left.strips.lowerBound, right.strips.lowerBound) * rows
        let last = max(left.strips.upperBound, right.strips.upperBound) * rows
        let top = edge(stride(from: first - Self.beyond, to: second + Self.within, by: 1), left, right)
        let bottom = edge(stride(from: last + Self.beyond, to: last - Self.within, by: -1), left, right)
        return quad(left, right, top: top ?? Double(first), bottom: bottom ?? Double(last))
    }

    /// The first row where an edge runs from side to side.
    private func edge(
        _ rows: StrideTo<Int>, _ left: SeparatorLine, _ right: SeparatorLine
    ) -> Double? {
        for row in rows where row >= 1 && row < gray.height - 1 {
            let low = max(0, Int(x(left, Double(row)).rounded()) + 1)
            let high = min(gray.width, Int(x(right, Double(row)).rounded()))
            guard high > low else { continue }
            var brighter = 0
            var darker = 0
            for column in low..<high {
                let step =
                    Int16(gray.pixels[(row + 1) * gray.width + column])
                    - Int16(gray.pixels[(row - 1) * gray.width + column])
                if step > Self.steepness { brighter += 1 }
                if step < -Self.steepness { darker += 1 }
            }
            if Double(max(brighter, darker)) >= Self.share * Double(high - low) { return Double(row) + 0.5 }
        }
        return nil
    }

    private func x(_ line: SeparatorLine, _ y: Double) -> Double { line.x + 0.5 + line.slope * (y - search.middle) }

    private func quad(_ left: SeparatorLine, _ right: SeparatorLine, top: Double, bottom: Double) -> Quad {
        func point(_ line: SeparatorLine, _ y: Double) -> Point { Point(x: x(line, y), y: y) }
        return Quad(
            topLeft: point(left, top), topRight: point(right, top), bottomRight: point(right, bottom),
            bottomLeft: point(left, bottom))
    }
}
