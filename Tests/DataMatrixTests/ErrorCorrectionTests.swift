import DataMatrix
import Testing

/// Error correction through whole symbols, up to the capacity of each block.
struct ErrorCorrectionTests {
    /// Accepts whatever the check codewords allow, however likely it is by chance.
    private let lenient = SymbolDecoder(limits: .init(minimumSpare: 0, minimumEvidence: 0))

    @Test func `10,000 damage patterns within capacity are corrected`() throws {
        var generator = SeededGenerator(10)
        let sizes = SymbolSize.all.filter { $0.blocks == 1 }
        for round in 0..<10_000 {
            let size = sizes[round % sizes.count]
            let erasures = Int.random(in: 0...size.errorCodewords, using: &generator)
            let errors = (size.errorCodewords - erasures) / 2
            try expectCorrection(size, errors: errors, erasures: erasures, &generator)
        }
    }

    @Test func `10,000 random module errors within capacity are corrected`() throws {
        var generator = SeededGenerator(11)
        for round in 0..<10_000 {
            let size = SymbolSize.all[round % 14]
            let symbol = try SymbolEncoder(shape: .exact(size)).encode("A7")
            var matrix = symbol.matrix
            let bits = SymbolLayout.of(size).bits
            let wrong = Int.random(in: 1...size.errorCodewords / 2, using: &generator)
            for codeword in generator.places(wrong, below: size.codewords) {
                for bit in generator.places(Int.random(in: 1...8, using: &generator), below: 8) {
                    matrix.modules[Int(bits[8 * codeword + bit])] ^= 1
                }
            }
            let read = try lenient.decode(matrix)
            #expect(read.message.bytes == [0x41, 0x37])
            #expect(read.errorsCorrected == wrong)
            #expect(read.spare == size.errorCodewords - 2 * wrong)
        }
    }

    @Test(arguments: SymbolSize.square.filter { $0.blocks > 1 })
    func `every block is corrected to its limit`(_ size: SymbolSize) throws {
        var generator = SeededGenerator(UInt64(size.rows))
        let symbol = try SymbolEncoder(shape: .exact(size)).encode(generator.bytes(size.dataCodewords - 4))
        let layout = BlockLayout.common(size)
        var codewords = symbol.codewords
        for block in 0..<size.blocks {
            let length = layout.dataCount(block) + size.errorCodewordsPerBlock
            let places = generator.places(size.errorCodewordsPerBlock / 2, below: length)
            generator.damage(&codewords, at: places.map { layout.position(block: block, index: $0) })
        }
        let read = try lenient.decode(Symbol(size: size, codewords: codewords).matrix)
        #expect(read.codewords == Array(symbol.dataCodewords))
        #expect(read.errorsCorrected == size.blocks * (size.errorCodewordsPerBlock / 2))
        #expect(read.spare == size.errorCodewordsPerBlock % 2)
    }

    @Test func `both readings of the 144x144 interleaving are read`() throws {
        let size = try #require(SymbolSize(rows: 144, columns: 144))
        var generator = SeededGenerator(144)
        let bytes = generator.bytes(1500)
        let data = Array(try SymbolEncoder(shape: .exact(size)).encode(bytes).dataCodewords)
        let literal = try #require(BlockLayout.literal(size))
        for layout in [BlockLayout.common(size), literal] {
            #expect((0..<10).map(layout.dataCount) == [156, 156, 156, 156, 156, 156, 156, 156, 155, 155])
            let symbol = Symbol(size: size, codewords: layout.addingChecks(to: data))
            #expect(try SymbolDecoder().decode(symbol.matrix).message.bytes == bytes)
        }
        #expect(BlockLayout.literal(SymbolSize.square[0]) == nil)
    }

    @Test(arguments: SymbolSize.all.filter { $0.blocks == 1 })
    func `all check codewords can be spent on erasures`(_ size: SymbolSize) throws {
        var generator = SeededGenerator(UInt64(size.rows + 1000 * size.columns))
        try expectCorrection(size, errors: 0, erasures: size.errorCodewords, &generator)
    }

    private func expectCorrection(
        _ size: SymbolSize, errors: Int, erasures: Int, _ generator: inout SeededGenerator
    ) throws {
        let data = generator.bytes(size.dataCodewords)
        let sent = BlockLayout.common(size).addingChecks(to: data)
        var received = sent
        let places = generator.places(errors + erasures, below: size.codewords)
        generator.damage(&received, at: Array(places.prefix(errors)))
        for place in places.dropFirst(errors) { received[place] = UInt8.random(in: 0...255, using: &generator) }
        let decoder = ReedSolomonDecoder(checkCount: size.errorCodewords)
        let syndromes = received.withUnsafeBufferPointer(decoder.syndromes)
        let corrections = try #require(
            decoder.corrections(for: syndromes, length: size.codewords, erasures: Array(places.dropFirst(errors))))
        for correction in corrections { received[correction.position] ^= correction.value }
        #expect(received == sent)
    }
}
