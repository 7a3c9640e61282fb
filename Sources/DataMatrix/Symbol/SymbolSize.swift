/// One of the sizes of ECC 200: the 24 squares and 6 rectangles of ISO/IEC 16022 and the 18 long rectangles of ISO/IEC
/// 21471 (DMRE). No other size can be created.
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
    /// The number of Reed–Solomon blocks to which the codewords are distributed in turn.
    public let blocks: Int
    /// Index in ``all``; the key of tables that are made once per size.
    package let index: Int

    private init(index: Int, _ entry: SizeEntry) {
        self.index = index
        rows = entry.rows
        columns = entry.columns
        regionRows = entry.regionRows
        regionColumns = entry.regionColumns
        dataCodewords = entry.data
        errorCodewords = entry.error
        blocks = entry.blocks
    }

    /// The size with these outer dimensions; `nil` if the standards do not have it.
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

/// One line of the size tables.
private struct SizeEntry {
    let rows: Int
    let columns: Int
    let regionRows: Int
    let regionColumns: Int
    let data: Int
    let error: Int
    let blocks: Int

    init(_ rows: Int, _ columns: Int, _ regions: (Int, Int), data: Int, error: Int, blocks: Int = 1) {
        self.rows = rows
        self.columns = columns
        (regionRows, regionColumns) = regions
        self.data = data
        self.error = error
        self.blocks = blocks
    }
}

extension SymbolSize {
    /// The 24 squares, 10×10 to 144×144, by rising capacity.
    public static let square: [SymbolSize] = Array(all[0..<24])
    /// The 6 rectangles of ISO/IEC 16022, by rising capacity.
    public static let rectangular: [SymbolSize] = Array(all[24..<30])
    /// The 18 rectangles that ISO/IEC 21471 adds, by rising rows, then columns.
    public static let extended: [SymbolSize] = Array(all[30...])
    /// Every size: squares, rectangles, then the extended rectangles.
    public static let all: [SymbolSize] = entries.enumerated().map { SymbolSize(index: $0.offset, $0.element) }

    /// ISO/IEC 16022 table 7, then ISO/IEC 21471 table 1. The last two blocks of 144×144 hold one data codeword less.
    private static let entries: [SizeEntry] = [
        SizeEntry(10, 10, (1, 1), data: 3, error: 5),
        SizeEntry(12, 12, (1, 1), data: 5, error: 7),
        SizeEntry(14, 14, (1, 1), data: 8, error: 10),
        SizeEntry(16, 16, (1, 1), data: 12, error: 12),
        SizeEntry(18, 18, (1, 1), data: 18, error: 14),
        SizeEntry(20, 20, (1, 1), data: 22, error: 18),
        SizeEntry(22, 22, (1, 1), data: 30, error: 20),
        SizeEntry(24, 24, (1, 1), data: 36, error: 24),
        SizeEntry(26, 26, (1, 1), data: 44, error: 28),
        SizeEntry(32, 32, (2, 2), data: 62, error: 36),
        SizeEntry(36, 36, (2, 2), data: 86, error: 42),
        SizeEntry(40, 40, (2, 2), data: 114, error: 48),
        SizeEntry(44, 44, (2, 2), data: 144, error: 56),
        SizeEntry(48, 48, (2, 2), data: 174, error: 68),
        SizeEntry(52, 52, (2, 2), data: 204, error: 84, blocks: 2),
        SizeEntry(64, 64, (4, 4), data: 280, error: 112, blocks: 2),
        SizeEntry(72, 72, (4, 4), data: 368, error: 144, blocks: 4),
        SizeEntry(80, 80, (4, 4), data: 456, error: 192, blocks: 4),
        SizeEntry(88, 88, (4, 4), data: 576, error: 224, blocks: 4),
        SizeEntry(96, 96, (4, 4), data: 696, error: 272, blocks: 4),
        SizeEntry(104, 104, (4, 4), data: 816, error: 336, blocks: 6),
        SizeEntry(120, 120, (6, 6), data: 1050, error: 408, blocks: 6),
        SizeEntry(132, 132, (6, 6), data: 1304, error: 496, blocks: 8),
        SizeEntry(144, 144, (6, 6), data: 1558, error: 620, blocks: 10),
        SizeEntry(8, 18, (1, 1), data: 5, error: 7),
        SizeEntry(8, 32, (1, 2), data: 10, error: 11),
        SizeEntry(12, 26, (1, 1), data: 16, error: 14),
        SizeEntry(12, 36, (1, 2), data: 22, error: 18),
        SizeEntry(16, 36, (1, 2), data: 32, error: 24),
        SizeEntry(16, 48, (1, 2), data: 49, error: 28),
        SizeEntry(8, 48, (1, 2), data: 18, error: 15),
        SizeEntry(8, 64, (1, 4), data: 24, error: 18),
        SizeEntry(8, 80, (1, 4), data: 32, error: 22),
        SizeEntry(8, 96, (1, 4), data: 38, error: 28),
        SizeEntry(8, 120, (1, 6), data: 49, error: 32),
        SizeEntry(8, 144, (1, 6), data: 63, error: 36),
        SizeEntry(12, 64, (1, 4), data: 43, error: 27),
        SizeEntry(12, 88, (1, 4), data: 64, error: 36),
        SizeEntry(16, 64, (1, 4), data: 62, error: 36),
        SizeEntry(20, 36, (1, 2), data: 44, error: 28),
        SizeEntry(20, 44, (1, 2), data: 56, error: 34),
        SizeEntry(20, 64, (1, 4), data: 84, error: 42),
        SizeEntry(22, 48, (1, 2), data: 72, error: 38),
        SizeEntry(24, 48, (1, 2), data: 80, error: 41),
        SizeEntry(24, 64, (1, 4), data: 108, error: 46),
        SizeEntry(26, 40, (1, 2), data: 70, error: 38),
        SizeEntry(26, 48, (1, 2), data: 90, error: 42),
        SizeEntry(26, 64, (1, 4), data: 118, error: 50),
    ]
}
