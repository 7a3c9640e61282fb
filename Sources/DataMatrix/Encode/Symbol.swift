/// A symbol as it is to be drawn.
public struct Symbol: Sendable, Hashable {
    public let size: SymbolSize
    /// Data codewords followed by check codewords, in the order of the standard.
    public let codewords: [UInt8]
    /// The modules, without the quiet zone of at least one light module that has to surround them.
    public let matrix: BitMatrix

    /// Adds the check codewords and places all of them.
    /// - Precondition: `dataCodewords` fills the symbol.
    package init(size: SymbolSize, dataCodewords: [UInt8]) {
        self.init(size: size, codewords: BlockLayout.common(size).addingChecks(to: dataCodewords))
    }

    /// Places codewords as they are, whether their checks are right or not.
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
