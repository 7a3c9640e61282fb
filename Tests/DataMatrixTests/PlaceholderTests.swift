import DataMatrix
import Testing

@Test func `every size goes round`() throws {
    for size in SymbolSize.all {
        let text = Array("123456".utf8)
        let symbol = try SymbolEncoder(shape: .exact(size)).encode(text)
        #expect(SymbolLayout.of(size).bits.count == size.codewords * 8)
        let read = try SymbolDecoder().decode(symbol.matrix)
        #expect(read.message.bytes == text)
    }
}
