import DataMatrix
import Testing

struct RoundTripTests {
    /// Every size × mode: the longest message of its kind, shorter ones around the ends of groups, and one too long.
    @Test(arguments: SymbolSize.all)
    func `every mode fills every size`(_ size: SymbolSize) throws {
        var generator = SeededGenerator(UInt64(size.rows * 1000 + size.columns))
        for mode in Encodation.allCases {
            let encoder = SymbolEncoder(shape: .exact(size), encodation: mode)
            let pool = mode.sample(2 * size.dataCodewords + 2, &generator)
            let longest = longestPrefix(of: pool, encoder)
            #expect(longest > 0)
            for count in Set([longest, longest - 1, longest - 2, longest - 3, longest - 4, longest / 2, 1])
            where count > 0 {
                try expectRoundTrip(Array(pool.prefix(count)), encoder)
            }
            expectTooLong(Array(pool.prefix(longest + 1)), encoder)
        }
    }

    @Test(arguments: SymbolSize.all)
    func `capacities are those of the standard`(_ size: SymbolSize) throws {
        let digits = [UInt8](repeating: 0x37, count: 2 * size.dataCodewords)
        try expectRoundTrip(digits, SymbolEncoder(shape: .exact(size)))
        expectTooLong(digits + [0x37], SymbolEncoder(shape: .exact(size)))
        let binary = size.dataCodewords - 2
        let bytes = (0..<binary).map { UInt8(200 + $0 % 50) }
        try expectRoundTrip(bytes, SymbolEncoder(shape: .exact(size), encodation: .base256))
        expectTooLong(bytes + [200], SymbolEncoder(shape: .exact(size), encodation: .base256))
    }

    @Test func `mixed messages of every length go round in every shape`() throws {
        var generator = SeededGenerator(3)
        for count in 0..<150 {
            for shape in [SymbolEncoder.Shape.square, .rectangular, .extended] {
                let bytes = mixture(count, &generator)
                guard let symbol = try? SymbolEncoder(shape: shape).encode(bytes) else { continue }
                let read = try SymbolDecoder().decode(symbol.matrix)
                #expect(read.message == Message(bytes: bytes))
                #expect(read.codewords == Array(symbol.dataCodewords))
            }
        }
    }

    @Test func `fixed modes take the bytes that need shifts`() throws {
        var generator = SeededGenerator(4)
        for mode in [Encodation.ascii, .c40, .text, .base256] {
            for count in 0..<80 {
                let bytes = generator.bytes(count)
                try expectRoundTrip(bytes, SymbolEncoder(encodation: mode))
            }
        }
    }

    /// A Base 256 run to the very end of the symbol, where the count needs one codeword instead of two.
    @Test func `an open Base 256 run fills the symbol`() throws {
        let size = try #require(SymbolSize(rows: 64, columns: 64))
        let bytes = [UInt8](repeating: 0xEE, count: size.dataCodewords - 2)
        let symbol = try SymbolEncoder(shape: .exact(size)).encode(bytes)
        #expect(try SymbolDecoder().decode(symbol.matrix).message.bytes == bytes)
    }

    private func longestPrefix(of pool: [UInt8], _ encoder: SymbolEncoder) -> Int {
        var fits = 0
        var fails = pool.count + 1
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            if (try? encoder.encode(Array(pool.prefix(middle)))) != nil { fits = middle } else { fails = middle }
        }
        return fits
    }

    private func mixture(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let mode = Encodation.allCases.randomElement(using: &generator) ?? .ascii
            bytes += mode.sample(Int.random(in: 1...12, using: &generator), &generator)
        }
        return Array(bytes.prefix(count))
    }

    private func expectRoundTrip(_ bytes: [UInt8], _ encoder: SymbolEncoder) throws {
        let symbol = try encoder.encode(bytes)
        let read = try SymbolDecoder().decode(symbol.matrix)
        #expect(read.message.bytes == bytes, "\(symbol.size) \(encoder.encodation?.rawValue ?? "mixed")")
    }

    private func expectTooLong(_ bytes: [UInt8], _ encoder: SymbolEncoder) {
        do {
            let symbol = try encoder.encode(bytes)
            Issue.record("\(bytes.count) bytes fit into \(symbol.size)")
        } catch {
            guard case .tooLong(let needed, let available) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(needed > available)
        }
    }
}
