/// The modules of one symbol, finder and timing pattern included, without the quiet zone. `true` is a dark module.
///
/// Row 0 is the top row, column 0 the left column; the solid finder runs down column 0 and along the last row.
public struct BitMatrix: Sendable, Hashable {
    public let rows: Int
    public let columns: Int
    /// `rows * columns` values, row by row: 1 dark, 0 light.
    package var modules: [UInt8]

    /// A matrix of light modules.
    public init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
        modules = [UInt8](repeating: 0, count: rows * columns)
    }

    public subscript(row: Int, column: Int) -> Bool {
        get { modules[row * columns + column] != 0 }
        set { modules[row * columns + column] = newValue ? 1 : 0 }
    }
}
