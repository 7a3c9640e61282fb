import DataMatrix
import Testing

/// The encoder against the parser: any message that a reader gets from some codewords is encoded into no more.
struct ShortestEncodingTests {
    @Test(arguments: SymbolSize.square.prefix(8))
    func `what any codewords of a symbol say fits into that symbol`(_ size: SymbolSize) throws {
        var generator = SeededGenerator(UInt64(40 + size.rows))
        var parsed = 0
        for _ in 0..<40_000 {
            let codewords = stream(size.dataCodewords, &generator)
            guard let message = try? MessageParser.parse(codewords).message else { continue }
            parsed += 1
            let symbol = try? SymbolEncoder(shape: .exact(size)).encode(message)
            #expect(symbol != nil, "\(codewords)")
        }
        #expect(parsed > 400)
    }

    /// Every message that a 10x10 symbol can carry begins with one of these codewords.
    @Test func `what three codewords say fits into 10x10, for every first codeword`() throws {
        let size = try #require(SymbolSize(rows: 10, columns: 10))
        var generator = SeededGenerator(50)
        for first in UInt8.min...UInt8.max {
            for _ in 0..<200 {
                let codewords = [first] + generator.bytes(2)
                guard let message = try? MessageParser.parse(codewords).message else { continue }
                let symbol = try SymbolEncoder(shape: .exact(size)).encode(message)
                #expect(try MessageParser.parse(Array(symbol.dataCodewords)).message == message)
            }
        }
    }

    /// Codewords that are likely to be a message: runs of every mode, cut off at the end of the symbol.
    private func stream(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var codewords: [UInt8] = []
        while codewords.count < count {
            let length = Int.random(in: 1...6, using: &generator)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0: codewords += generator.bytes(length, in: 1...128)
            case 1: codewords += generator.bytes(length, in: 130...229)
            case 2: codewords += [235] + generator.bytes(1, in: 1...128)
            case 3: codewords += [230] + triples(length, &generator)
            case 4: codewords += [[239, 238].randomElement(using: &generator) ?? 239] + triples(length, &generator)
            case 5: codewords += [240] + edifact(length, &generator)
            default: codewords += base256(length, at: codewords.count + 2, &generator)
            }
        }
        return Array(codewords.prefix(count))
    }

    private func triples(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let packed = (0..<count).flatMap { _ -> [UInt8] in
            let values = (0..<3).map { _ in Int.random(in: 3...39, using: &generator) }
            let number = 1600 * values[0] + 40 * values[1] + values[2] + 1
            return [UInt8(number >> 8), UInt8(number & 255)]
        }
        return packed + [254]
    }

    /// Groups of four characters, then an unlatch at the start of a group.
    private func edifact(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        let packed = (0..<count).flatMap { _ -> [UInt8] in
            let number = (0..<4).reduce(0) { sum, _ in sum << 6 | Int.random(in: 32...63, using: &generator) }
            return [UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]
        }
        return packed + [31 << 2]
    }

    private func base256(_ count: Int, at place: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        // The count is masked by its position, counted from 1.
        let masked = UInt8(truncatingIfNeeded: count + 149 * place % 255 + 1)
        return [231, masked] + generator.bytes(count)
    }
}
