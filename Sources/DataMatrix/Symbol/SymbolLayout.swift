/// The parts that all symbols of a size share: the fixed modules and the module of each codeword bit. Made once per
/// size.
package struct SymbolLayout: Sendable {
    package let size: SymbolSize
    /// `rows * columns` values, row by row: 1 dark and 0 light for finder, timing and fixed corner, ``data`` otherwise.
    package let template: [UInt8]
    /// Module index (row × columns + column) of each codeword bit, most significant bit first.
    package let bits: [UInt16]

    /// The value in ``template`` of a module that belongs to a codeword.
    package static let data: UInt8 = 2

    package static func of(_ size: SymbolSize) -> SymbolLayout {
        size.index < small.count ? small[size.index] : large[size.index - small.count]
    }

    // Up to 26×26, the sizes on labels. The other tables take twenty times as long to make.
    private static let small = SymbolSize.all.prefix(9).map(SymbolLayout.init)
    private static let large = SymbolSize.all.dropFirst(9).map(SymbolLayout.init)

    private init(_ size: SymbolSize) {
        let frame = RegionFrame(size)
        let placement = Placement(rows: frame.dataRows, columns: frame.dataColumns)
        var template = frame.borders()
        if placement.leavesCorner {
            for (row, column, value) in [(2, 2, 1), (2, 1, 0), (1, 2, 0), (1, 1, 1)] as [(Int, Int, UInt8)] {
                template[frame.module(row: frame.dataRows - row, column: frame.dataColumns - column)] = value
            }
        }
        self.size = size
        self.template = template
        bits = placement.cells.map { cell in
            UInt16(frame.module(row: cell / frame.dataColumns, column: cell % frame.dataColumns))
        }
    }
}

/// The borders of the data regions of one size and the map from the mapping matrix into the symbol.
private struct RegionFrame {
    let size: SymbolSize
    /// Modules of one region inside its border.
    let regionHeight: Int
    let regionWidth: Int

    init(_ size: SymbolSize) {
        self.size = size
        regionHeight = size.rows / size.regionRows - 2
        regionWidth = size.columns / size.regionColumns - 2
    }

    var dataRows: Int { regionHeight * size.regionRows }
    var dataColumns: Int { regionWidth * size.regionColumns }

    func module(row: Int, column: Int) -> Int {
        let outerRow = row + 2 * (row / regionHeight) + 1
        let outerColumn = column + 2 * (column / regionWidth) + 1
        return outerRow * size.columns + outerColumn
    }

    /// Solid on the left and below, alternating above and on the right, for every region.
    func borders() -> [UInt8] {
        var modules = [UInt8](repeating: SymbolLayout.data, count: size.rows * size.columns)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                if let value = border(row: row % (regionHeight + 2), column: column % (regionWidth + 2)) {
                    modules[row * size.columns + column] = value
                }
            }
        }
        return modules
    }

    private func border(row: Int, column: Int) -> UInt8? {
        if column == 0 || row == regionHeight + 1 { return 1 }
        if row == 0 { return column % 2 == 0 ? 1 : 0 }
        if column == regionWidth + 1 { return row % 2 == 1 ? 1 : 0 }
        return nil
    }
}

extension SymbolLayout {
    /// The codewords in the modules, data before check codewords, blocks interleaved.
    func codewords(in modules: [UInt8]) -> [UInt8] {
        gather(modules) { value, module in value << 1 | (module & 1) }
    }

    /// The doubt of each codeword: that of its most doubtful module.
    func codewordDoubts(_ doubts: [UInt8]) -> [UInt8] {
        gather(doubts, max)
    }

    @inline(__always)
    private func gather(_ modules: [UInt8], _ combine: (UInt8, UInt8) -> UInt8) -> [UInt8] {
        let total = size.codewords
        precondition(modules.count == template.count && bits.count >= 8 * total)
        return [UInt8](unsafeUninitializedCapacity: total) { result, count in
            modules.withUnsafeBufferPointer { modules in
                bits.withUnsafeBufferPointer { bits in
                    for index in 0..<total {
                        var value: UInt8 = 0
                        for bit in 8 * index..<8 * index + 8 { value = combine(value, modules[Int(bits[bit])]) }
                        result[index] = value
                    }
                }
            }
            count = total
        }
    }
}

/// The place of each bit of each codeword in the mapping matrix (ISO/IEC 16022 annex F): diagonal sweeps of an
/// eight-module shape, four special shapes for the corners, and wrapping at the borders.
private struct Placement {
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

    /// Whether the sweep skips the 2×2 corner at the lower right, which then shows a fixed pattern.
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

    /// Places a special shape if the sweep passes one of the four places that the standard names.
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
        // Only the flat sizes of ISO/IEC 21471 get here: the shift above can exceed the lower border.
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
