package import EspyPixels

/// Follows the line on which a map of chances is one half.
///
/// Marching squares (W. E. Lorensen and H. E. Cline, 1987, in the plane): between two cells of which one is inside the line
/// crosses where the chance, straight from one to the other, is one half. Cells that touch at a corner alone are apart.
package struct OutlineTrace {
    private let chances: UnsafeBufferPointer<Float>
    private let side: Int
    private static let level: Float = 0.5

    /// - Parameter chances: `side * side` numbers, row by row. Around them nothing is inside.
    package init(_ chances: UnsafeBufferPointer<Float>, side: Int) { (self.chances, self.side) = (chances, side) }

    /// The line around the most: its corners in cells from the outer top left corner, one after the other. Empty where
    /// no cell is inside.
    package func largest() -> [Point] {
        var next = steps()
        var best: (line: [Point], area: Double) = ([], 0)
        while let start = next.keys.min() {
            var (line, place): ([Point], Int?) = ([], start)
            while let here = place {
                line.append(point(here))
                place = next.removeValue(forKey: here)
                if place == start { break }
            }
            let enclosed = area(of: line)
            if enclosed > best.area { best = (line, enclosed) }
        }
        return best.line
    }

    /// From each place where the line crosses between two cells to the next, with the inside on one hand.
    private func steps() -> [Int: Int] {
        var next: [Int: Int] = [:]
        for row in -1..<side {
            for column in -1..<side {
                // Clockwise from the upper left.
                let inside =
                    SIMD4(
                        chance(column, row), chance(column + 1, row), chance(column + 1, row + 1),
                        chance(column, row + 1)
                    ) .> SIMD4(repeating: Self.level)
                if all(inside) || !any(inside) { continue }
                add(inside, column, row, to: &next)
            }
        }
        return next
    }

    /// The line leaves four cells by the side on which the inside ends, clockwise, and enters by that on which it began.
    private func add(_ inside: SIMDMask<SIMD4<Int32>>, _ column: Int, _ row: Int, to next: inout [Int: Int]) {
        let sides = SIMD4(across(column, row), down(column + 1, row), across(column, row + 1), down(column, row))
        for from in 0..<4 where inside[from] && !inside[(from + 1) % 4] {
            var to = (from + 3) % 4
            while inside[to] { to = (to + 3) % 4 }
            next[sides[from]] = sides[to]
        }
    }

    private func chance(_ column: Int, _ row: Int) -> Float {
        (0..<side).contains(column) && (0..<side).contains(row) ? chances[row * side + column] : 0
    }

    /// Names of the way from the middle of a cell to that of its right, or lower, neighbor.
    private func across(_ column: Int, _ row: Int) -> Int { 2 * ((row + 1) * (side + 2) + column + 1) }
    private func down(_ column: Int, _ row: Int) -> Int { across(column, row) + 1 }

    private func point(_ edge: Int) -> Point {
        let (row, column) = (edge / 2).quotientAndRemainder(dividingBy: side + 2)
        let (x, y) = (column - 1, row - 1)
        let isDown = edge % 2 == 1
        let (first, second) = (chance(x, y), isDown ? chance(x, y + 1) : chance(x + 1, y))
        let share = Double((Self.level - first) / (second - first))
        return Point(x: Double(x) + 0.5 + (isDown ? 0 : share), y: Double(y) + 0.5 + (isDown ? share : 0))
    }
}
