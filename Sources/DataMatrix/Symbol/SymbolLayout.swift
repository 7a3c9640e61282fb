/// What every symbol of one size shares: the fixed modules and the module of each codeword bit. Made once per size.
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

    // Up to 26×26, which is what labels carry. The other tables take twenty times as long to make.
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

/// The borders of the data regions of one size and the way from the mapping matrix into the symbol.
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
