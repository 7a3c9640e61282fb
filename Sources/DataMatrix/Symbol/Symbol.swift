/// A symbol ready to draw.
public struct Symbol: Sendable, Hashable {
    public let size: SymbolSize
    /// Data codewords followed by check codewords, in the order of the standard.
    public let codewords: [UInt8]
    /// The modules, without the quiet zone of at least one light module that must surround them.
    public let matrix: BitMatrix

    /// Adds the check codewords and places all of them.
    /// - Precondition: `dataCodewords` fills the symbol.
    package init(size: SymbolSize, dataCodewords: [UInt8]) {
        self.init(size: size, codewords: BlockLayout.common(size).addingChecks(to: dataCodewords))
    }

    /// Places codewords unchanged, whether their checks are right or not.
    package init(size: SymbolSize, codewords: [UInt8]) {
        precondition(codewords.count == size.codewords)
        let layout = SymbolLayout.of(size)
        var matrix = BitMatrix(rows: size.rows, columns: size.columns)
        matrix.modules = layout.template
        for (index, module) in layout.bits.enumerated() {
            matrix.modules[Int(module)] = codewords[index / 8] >> (7 - index % 8) & 1
        }
        self.size = size
        self.codewords = codewords
        self.matrix = matrix
    }

    public var dataCodewords: ArraySlice<UInt8> { codewords.prefix(size.dataCodewords) }
}

/// The modules of one symbol, including finder and timing pattern, without the quiet zone. `true` is a dark module.
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

/// The distribution of a symbol's codewords to its Reed–Solomon blocks, in turn.
package struct BlockLayout: Sendable {
    let size: SymbolSize
    /// The number of blocks by which the check codewords are rotated against the data codewords.
    ///
    /// Only 144×144 has a number of data codewords that its blocks do not divide. Real encoders continue the turn from
    /// the data into the check codewords, and readers expect it; the text of the standard restarts the check codewords
    /// with the first block.
    let checkTurn: Int

    /// The distribution that real encoders and readers agree on.
    package static func common(_ size: SymbolSize) -> BlockLayout {
        BlockLayout(size: size, checkTurn: size.dataCodewords % size.blocks)
    }

    /// The literal reading of the standard, if it differs.
    package static func literal(_ size: SymbolSize) -> BlockLayout? {
        size.dataCodewords % size.blocks == 0 ? nil : BlockLayout(size: size, checkTurn: 0)
    }

    /// Data codewords of one block.
    package func dataCount(_ block: Int) -> Int { (size.dataCodewords - block + size.blocks - 1) / size.blocks }

    /// Index in the codeword stream of codeword `index` of a block, data codewords first.
    package func position(block: Int, index: Int) -> Int {
        let data = dataCount(block)
        guard index >= data else { return index * size.blocks + block }
        let turned = (block + size.blocks - checkTurn) % size.blocks
        return size.dataCodewords + (index - data) * size.blocks + turned
    }

    /// Data codewords followed by the check codewords of all blocks.
    package func addingChecks(to data: [UInt8]) -> [UInt8] {
        precondition(data.count == size.dataCodewords)
        let encoder = ReedSolomonEncoder(checkCount: size.errorCodewordsPerBlock)
        var stream = data + [UInt8](repeating: 0, count: size.errorCodewords)
        for block in 0..<size.blocks {
            let count = dataCount(block)
            let checks = encoder.checks(for: (0..<count).lazy.map { data[position(block: block, index: $0)] })
            for (index, check) in checks.enumerated() { stream[position(block: block, index: count + index)] = check }
        }
        return stream
    }
}
