/// Where each bit of each codeword goes in the mapping matrix (ISO/IEC 16022 annex F): diagonal sweeps of an
/// eight-module shape, four special shapes for the corners, and wrapping at the borders.
struct Placement {
    /// Modules of the mapping matrix: the symbol without finder and timing.
    let rows: Int
    let columns: Int
    /// Cell (row × columns + column) of each bit, codeword by codeword, most significant bit first.
    private(set) var cells: [Int] = []
    private var isTaken: [Bool]

    init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        isTaken = [Bool](repeating: false, count: rows * columns)
        cells.reserveCapacity(rows * columns)
        sweep()
    }

    /// Whether the sweep leaves the 2×2 corner at the lower right over, which then shows a fixed pattern.
    var leavesCorner: Bool { !isTaken[rows * columns - 1] }

    private mutating func sweep() {
        var row = 4
        var column = 0
        repeat {
            placeCorner(row: row, column: column)
            repeat {
                if row < rows, column >= 0, !isTaken[row * columns + column] { placeShape(row: row, column: column) }
                row -= 2
                column += 2
            } while row >= 0 && column < columns
            row += 1
            column += 3
            repeat {
                if row >= 0, column < columns, !isTaken[row * columns + column] { placeShape(row: row, column: column) }
                row += 2
                column -= 2
            } while row < rows && column >= 0
            row += 3
            column += 1
        } while row < rows || column < columns
    }

    /// Lays a special shape where the sweep passes one of the four places that the standard names.
    private mutating func placeCorner(row: Int, column: Int) {
        if row == rows, column == 0 { place(Self.corner1) }
        if row == rows - 2, column == 0, columns % 4 != 0 { place(Self.corner2) }
        if row == rows - 2, column == 0, columns % 8 == 4 { place(Self.corner3) }
        if row == rows + 4, column == 2, columns % 8 == 0 { place(Self.corner4) }
    }

    private mutating func placeShape(row: Int, column: Int) {
        for (down, right) in Self.shape { placeBit(row: row + down, column: column + right) }
    }

    /// Negative offsets count from the far border.
    private mutating func place(_ corner: [(Int, Int)]) {
        for (row, column) in corner {
            take(row: row < 0 ? rows + row : row, column: column < 0 ? columns + column : column)
        }
    }

    private mutating func placeBit(row: Int, column: Int) {
        var row = row
        var column = column
        if row < 0 {
            row += rows
            column += 4 - (rows + 4) % 8
        }
        if column < 0 {
            column += columns
            row += 4 - (columns + 4) % 8
        }
        // Only the flat sizes of ISO/IEC 21471 get here: the shift above can run past the lower border.
        if row >= rows { row -= rows }
        take(row: row, column: column)
    }

    private mutating func take(row: Int, column: Int) {
        isTaken[row * columns + column] = true
        cells.append(row * columns + column)
    }

    private static let shape = [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)]
    private static let corner1 = [(-1, 0), (-1, 1), (-1, 2), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)]
    private static let corner2 = [(-3, 0), (-2, 0), (-1, 0), (0, -4), (0, -3), (0, -2), (0, -1), (1, -1)]
    private static let corner3 = [(-3, 0), (-2, 0), (-1, 0), (0, -2), (0, -1), (1, -1), (2, -1), (3, -1)]
    private static let corner4 = [(-1, 0), (-1, -1), (0, -3), (0, -2), (0, -1), (1, -3), (1, -2), (1, -1)]
}
