import EspyPixels

/// The visible shape of a thing, measured in pixels of the picture.
struct TrayShape {
    private(set) var area = 0.0
    private(set) var length = 0.0

    init(of thing: Int32, _ outline: TrayOutline, in painter: TrayPainter) {
        let (columns, rows) = (outline.low.x..<outline.high.x, outline.low.y..<outline.high.y)
        func owner(_ column: Int, _ row: Int) -> Int32 { painter.owners[row * painter.width + column] }
        let outside = Self.reached(columns, rows) { owner($0, $1) != thing }
        var corners: [Point] = []
        var count = 0
        for row in rows {
            for column in columns where !outside[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
            {
                // Holes that show the ground count; other things on top do not.
                guard owner(column, row) == thing || owner(column, row) < 0 else { continue }
                count += 1
                for corner in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    corners.append(Point(x: Double(column + corner.0) / 2, y: Double(row + corner.1) / 2))
                }
            }
        }
        area = Double(count) / 4
        length = TightRectangle(around: corners)?.length ?? 0
    }

    /// Returns which pixels of a box can be reached from its edge through open pixels.
    private static func reached(
        _ columns: Range<Int>, _ rows: Range<Int>, over isOpen: (Int, Int) -> Bool
    ) -> [Bool] {
        var reached = [Bool](repeating: false, count: columns.count * rows.count)
        var next: [(Int, Int)] = []
        func visit(_ column: Int, _ row: Int) {
            guard columns.contains(column), rows.contains(row), isOpen(column, row) else { return }
            let place = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
            guard !reached[place] else { return }
            reached[place] = true
            next.append((column, row))
        }
        for column in columns {
            visit(column, rows.lowerBound)
            visit(column, rows.upperBound - 1)
        }
        for row in rows {
            visit(columns.lowerBound, row)
            visit(columns.upperBound - 1, row)
        }
        while let (column, row) = next.popLast() {
            visit(column - 1, row)
            visit(column + 1, row)
            visit(column, row - 1)
            visit(column, row + 1)
        }
        return reached
    }
}
