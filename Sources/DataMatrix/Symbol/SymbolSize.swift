/// One of the sizes of ECC 200: the 24 squares and 6 rectangles of ISO/IEC 16022 and the 18 long rectangles of
/// ISO/IEC 21471 (DMRE). No other size can be made.
public struct SymbolSize: Sendable {
    /// Modules from top to bottom, finder and timing included.
    public let rows: Int
    /// Modules from left to right, finder and timing included.
    public let columns: Int
    /// Data regions, each with its own finder and timing border, from top to bottom.
    public let regionRows: Int
    /// Data regions from left to right.
    public let regionColumns: Int
    /// Codewords for the message and its padding, all blocks together.
    public let dataCodewords: Int
    /// Reed–Solomon check codewords, all blocks together.
    public let errorCodewords: Int
    /// Reed–Solomon blocks that the codewords are dealt out to in turn.
    public let blocks: Int
    /// Place in ``all``; the key of tables that are made once per size.
    package let index: Int

    init(index: Int, _ entry: SizeEntry) {
        self.index = index
        rows = entry.rows
        columns = entry.columns
        regionRows = entry.regionRows
        regionColumns = entry.regionColumns
        dataCodewords = entry.data
        errorCodewords = entry.error
        blocks = entry.blocks
    }

    /// The size with these outer dimensions, `nil` when the standards have none.
    public init?(rows: Int, columns: Int) {
        guard let size = Self.all.first(where: { $0.rows == rows && $0.columns == columns }) else { return nil }
        self = size
    }

    /// Data and check codewords.
    public var codewords: Int { dataCodewords + errorCodewords }
    /// Check codewords of each block; equal for all blocks of a size.
    public var errorCodewordsPerBlock: Int { errorCodewords / blocks }
    public var isSquare: Bool { rows == columns }
}

extension SymbolSize: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.index == right.index }
    public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

extension SymbolSize: CustomStringConvertible {
    /// Rows × columns, as the standards name the sizes.
    public var description: String { "\(rows)x\(columns)" }
}
