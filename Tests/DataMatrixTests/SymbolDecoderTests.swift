import DataMatrix
import Testing

/// When a reading is accepted, and how certain it claims to be.
struct SymbolDecoderTests {
    @Test func `20,000 random matrices of all sizes yield no read`() {
        var generator = SeededGenerator(20)
        for round in 0..<20_000 {
            let size = SymbolSize.all[round % SymbolSize.all.count]
            let modules = generator.bytes(size.rows * size.columns, in: 0...1)
            #expect(throws: SymbolDecoder.Failure.self) { try SymbolDecoder().decode(modules: modules, size: size) }
        }
    }

    /// The sizes with the fewest check codewords, where random data is most likely to pass, with and without doubts.
    @Test(arguments: ["10x10", "12x12", "14x14", "8x18", "8x32"])
    func `100,000 random matrices of a small size yield no read`(_ name: String) throws {
        let size = try #require(SymbolSize.all.first { $0.description == name })
        var generator = SeededGenerator(UInt64(size.codewords))
        let decoder = SymbolDecoder()
        var reads = 0
        for round in 0..<100_000 {
            // One random number holds the modules of a row.
            let modules = (0..<size.rows).flatMap { _ in
                let bits = generator.next()
                return (0..<size.columns).map { UInt8(truncatingIfNeeded: bits >> $0 & 1) }
            }
            let doubts = round % 4 == 0 ? modules.map { $0 * UInt8(truncatingIfNeeded: round >> 2) } : nil
            if (try? decoder.decode(modules: modules, size: size, doubts: doubts)) != nil { reads += 1 }
        }
        #expect(reads == 0)
    }

    @Test func `damage beyond capacity never gives a wrong message`() throws {
        var generator = SeededGenerator(21)
        let decoder = SymbolDecoder()
        for round in 0..<100_000 {
            let size = SymbolSize.all[round % 9 + (round % 7 == 0 ? 24 : 0)]
            let data = [UInt8](repeating: 66, count: size.dataCodewords)
            var codewords = BlockLayout.common(size).addingChecks(to: data)
            let least = size.errorCodewords / 2 + 1
            let wrong = Int.random(in: least...size.codewords, using: &generator)
            generator.damage(&codewords, at: generator.places(wrong, below: size.codewords))
            let read = try? decoder.decode(Symbol(size: size, codewords: codewords).matrix)
            #expect(read == nil)
        }
    }

    @Test func `doubtful codewords are erased, twice as many as errors could be`() throws {
        let symbol = try SymbolEncoder().encode("A00352")
        var codewords = symbol.codewords
        let wrong = [0, 3, 5, 9]
        for place in wrong { codewords[place] ^= 0x5A }
        let damaged = Symbol(size: symbol.size, codewords: codewords).matrix.modules
        #expect(throws: SymbolDecoder.Failure.uncorrectable) {
            try SymbolDecoder().decode(modules: damaged, size: symbol.size)
        }
        let read = try SymbolDecoder().decode(
            modules: damaged, size: symbol.size, doubts: doubts(symbol.size, [0: 90, 3: 90, 5: 90, 9: 90]))
        #expect(read.message.value == "A00352")
        #expect((read.errorsCorrected, read.erasures, read.spare) == (0, 4, 3))
    }

    @Test func `the most doubtful codewords are erased first`() throws {
        let symbol = try SymbolEncoder(shape: .exact(SymbolSize.square[2])).encode("A00352")
        var codewords = symbol.codewords
        let wrong = [1, 2, 4, 7, 11, 13]
        for place in wrong { codewords[place] ^= 0xC3 }
        let damaged = Symbol(size: symbol.size, codewords: codewords).matrix.modules
        // Every codeword is in doubt, the wrong ones slightly more.
        var levels = Dictionary(uniqueKeysWithValues: (0..<symbol.size.codewords).map { ($0, UInt8(20)) })
        for place in wrong { levels[place] = 21 }
        let read = try SymbolDecoder().decode(
            modules: damaged, size: symbol.size, doubts: doubts(symbol.size, levels))
        #expect(read.message.value == "A00352")
        #expect(read.erasures == 6)
        #expect(read.spare == 4)
    }

    @Test func `doubts about right modules do no harm`() throws {
        let symbol = try SymbolEncoder().encode("A00352")
        let all = [UInt8](repeating: 255, count: symbol.matrix.modules.count)
        var modules = symbol.matrix.modules
        #expect(try SymbolDecoder().decode(modules: modules, size: symbol.size, doubts: all).erasures == 0)
        modules[Int(SymbolLayout.of(symbol.size).bits[17])] ^= 1
        let read = try SymbolDecoder().decode(modules: modules, size: symbol.size, doubts: all)
        #expect(read.message.value == "A00352")
        #expect((read.errorsCorrected, read.erasures) == (1, 0))
    }

    @Test func `a full small symbol with spent correction needs a second look`() throws {
        // Three characters fill 10x10, so there is no padding as extra evidence.
        let full = try damaged("A0B", errors: 2)
        #expect(throws: SymbolDecoder.Failure.weak) { try SymbolDecoder().decode(full) }
        let read = try SymbolDecoder(limits: .confirmed).decode(full)
        #expect(read.message.value == "A0B")
        #expect((read.spare, read.evidence, read.errorsCorrected) == (1, 19, 2))
        #expect(try SymbolDecoder().decode(damaged("A0B", errors: 1)).evidence == 29)
    }

    @Test func `right padding counts as evidence`() throws {
        let read = try SymbolDecoder().decode(damaged("A", errors: 2))
        #expect(read.message.value == "A")
        #expect(read.evidence == 19 + 16)
    }

    @Test func `spending every check codeword is refused unless asked for`() throws {
        var codewords = try SymbolEncoder(shape: .exact(SymbolSize.square[3])).encode("VIAL 0042-77").codewords
        for place in 0..<6 { codewords[3 * place] ^= 0x21 }
        let matrix = Symbol(size: SymbolSize.square[3], codewords: codewords).matrix
        #expect(throws: SymbolDecoder.Failure.uncorrectable) { try SymbolDecoder().decode(matrix) }
        let read = try SymbolDecoder(limits: .confirmed).decode(matrix)
        #expect(read.spare == 0)
        #expect(read.evidence >= 24)
    }

    @Test func `corrected codewords that are no message fail`() {
        let size = SymbolSize.square[0]
        for data in [[0, 66, 66], [66, 250, 66], [129, 5, 5]] as [[UInt8]] {
            let matrix = Symbol(size: size, dataCodewords: data).matrix
            let error: MessageError = data[0] == 129 ? .wrongPadding : .invalidCodeword
            #expect(throws: SymbolDecoder.Failure.malformed(error)) { try SymbolDecoder().decode(matrix) }
        }
    }

    @Test(arguments: [
        ("10x10", "42 81 81", "A"), ("12x12", "42 43 81 81 81", "AB"), ("12x12", "e6 59 b2 fe 42", "AAA"),
        ("16x16", "55 56 43 46 82 38 81 81 81 81 81 81", "TUBE007"), ("8x18", "42 81 00 00 00", "A"),
    ])
    func `a clean symbol is read as other readers do`(_ name: String, _ data: String, _ text: String) throws {
        let size = try #require(SymbolSize.all.first { $0.description == name })
        let symbol = Symbol(size: size, dataCodewords: hexBytes(data))
        #expect(try SymbolDecoder().decode(symbol.matrix).message.text == text)
        // The largest number of errors that leaves no doubt about the symbol.
        let most = (0...size.errorCodewordsPerBlock / 2).last { errors in
            (try? SymbolDecoder(limits: .confirmed).decode(spoiled(symbol, errors)).message.text) == text
        }
        #expect(most == ["10x10": 0, "8x18": 1, "12x12": 1, "16x16": 5][name])
    }

    @Test func `a message that many errors may have made has to meet the standard`() throws {
        let size = SymbolSize.square[1]
        let strange = Symbol(size: size, dataCodewords: hexBytes("42 43 81 81 81"))
        #expect(throws: SymbolDecoder.Failure.malformed(.wrongPadding)) {
            try SymbolDecoder(limits: .confirmed).decode(spoiled(strange, 3))
        }
        let usual = try SymbolEncoder(shape: .exact(size)).encode("AB")
        #expect(try SymbolDecoder(limits: .confirmed).decode(spoiled(usual, 3)).message.value == "AB")
    }

    /// Corrected random codewords are accepted only if they parse by the rules of the standard.
    @Test(arguments: [("10x10", 1), ("12x12", 2), ("8x18", 2), ("14x14", 4)])
    func `nothing that was corrected much is read as other readers do`(_ name: String, _ errors: Int) throws {
        let size = try #require(SymbolSize.all.first { $0.description == name })
        var generator = SeededGenerator(90 + UInt64(size.codewords))
        let decoder = SymbolDecoder(limits: .init(minimumSpare: 0, minimumEvidence: 0))
        var (reads, strange) = (0, 0)
        for _ in 0..<20_000 {
            let data = generator.bytes(size.dataCodewords)
            let symbol = Symbol(size: size, dataCodewords: data)
            if (try? decoder.decode(spoiled(symbol, errors))) != nil {
                reads += 1
                #expect(throws: Never.self) { try MessageParser.parse(data) }
            } else if (try? MessageParser.parse(data, .asOthersRead)) != nil {
                strange += 1
            }
        }
        #expect(reads > 100)
        #expect(strange > 100)
    }

    private func spoiled(_ symbol: Symbol, _ errors: Int) -> BitMatrix {
        var codewords = symbol.codewords
        for place in 0..<errors { codewords[1 + 2 * place] ^= 0x81 }
        return Symbol(size: symbol.size, codewords: codewords).matrix
    }

    @Test func `modules that are no symbol fail`() {
        let size = SymbolSize.square[0]
        let short = [UInt8](repeating: 0, count: 99)
        #expect(throws: SymbolDecoder.Failure.wrongModuleCount) {
            try SymbolDecoder().decode(modules: short, size: size)
        }
        #expect(throws: SymbolDecoder.Failure.wrongModuleCount) {
            try SymbolDecoder().decode(modules: short + [0], size: size, doubts: short)
        }
        #expect(throws: SymbolDecoder.Failure.wrongModuleCount) {
            try SymbolDecoder().decode(BitMatrix(rows: 11, columns: 11))
        }
    }

    private func damaged(_ text: String, errors: Int) throws -> BitMatrix {
        let size = SymbolSize.square[0]
        var codewords = try SymbolEncoder(shape: .exact(size)).encode(text).codewords
        for place in 0..<errors { codewords[1 + 3 * place] ^= 0x81 }
        return Symbol(size: size, codewords: codewords).matrix
    }

    /// Doubts about the first module of each codeword.
    private func doubts(_ size: SymbolSize, _ levels: [Int: UInt8]) -> [UInt8] {
        let layout = SymbolLayout.of(size)
        var doubts = [UInt8](repeating: 0, count: layout.template.count)
        for (codeword, level) in levels { doubts[Int(layout.bits[8 * codeword])] = level }
        return doubts
    }
}
