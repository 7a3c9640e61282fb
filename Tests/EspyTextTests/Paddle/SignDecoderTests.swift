import EspyText
import Testing

/// Characters decoded from a network's output, step by step.
@Suite struct SignDecoderTests {
    /// None, a, b, c, space.
    private let decoder = SignDecoder("a\nb\nc", columns: 5)

    /// - Parameter steps: the most likely character of each, with its probability.
    private func read(_ steps: [(Int, Float)]) throws -> [SignDecoder.Sign] {
        let values = steps.flatMap { sign, value in (0..<5).map { $0 == sign ? value : 0 } }
        let decoder = try #require(decoder)
        return values.withUnsafeBufferPointer { decoder.signs(in: $0, steps: steps.count) }
    }

    @Test func repetitionsAreOneUnlessSomethingIsBetween() throws {
        let signs = try read([(0, 1), (1, 0.9), (1, 0.8), (0, 1), (1, 0.7), (2, 0.6), (4, 1), (3, 1)])
        #expect(signs.map(\.text) == ["a", "a", "b", " ", "c"])
        #expect(signs.map(\.steps) == [1...2, 4...4, 5...5, 6...6, 7...7])
        #expect(abs(signs[0].confidence - 0.9) < 1e-6)
        #expect(abs(signs[2].confidence - 0.6) < 1e-6)
    }

    @Test func tracesOfASpaceBetweenSignsAreOne() throws {
        let decoder = try #require(SignDecoder("a\nB\nc", columns: 5))
        func read(_ room: Float, _ second: Int) -> String {
            let rows: [[Float]] = [[0, 0.9, 0, 0, 0], [0.8, 0, 0, 0, room], (0..<5).map { $0 == second ? 0.9 : 0 }]
            return rows.flatMap(\.self).withUnsafeBufferPointer { values in
                decoder.signs(in: values, steps: 3).map(\.text).joined()
            }
        }
        #expect(read(0.15, 3) == "a c")
        #expect(read(0.05, 3) == "ac")
        #expect(read(.nan, 3) == "ac")
        // A capital in the middle of a word more likely begins a new one.
        #expect(read(0.05, 2) == "a B")
        #expect(read(0.01, 2) == "aB")
    }

    @Test func listsOfAnotherLengthAreRefused() {
        #expect(SignDecoder("a\nb\nc\n", columns: 5) != nil)
        #expect(SignDecoder("a\nb", columns: 5) == nil)
        #expect(SignDecoder("", columns: 5) == nil)
    }

    @Test func manyColumnsAreSearchedWhole() throws {
        let list = (0..<998).map { String(UnicodeScalar(UInt32(0x4E00 + $0))!) }.joined(separator: "\n")
        let decoder = try #require(SignDecoder(list, columns: 1000))
        for place in [1, 15, 16, 17, 500, 990, 998, 999] {
            var values = [Float](repeating: 0.001, count: 1000)
            values[place] = 0.7
            let signs = values.withUnsafeBufferPointer { decoder.signs(in: $0, steps: 1) }
            let expected = place == 999 ? " " : String(UnicodeScalar(UInt32(0x4E00 + place - 1))!)
            #expect(signs.map(\.text) == [expected])
        }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func anyNumbersAreRead(value: Float) throws {
        let decoder = try #require(decoder)
        let values = [Float](repeating: value, count: 50)
        let signs = values.withUnsafeBufferPointer { decoder.signs(in: $0, steps: 10) }
        #expect(signs.allSatisfy { 0...1 ~= $0.confidence })
        // More steps than there are numbers.
        #expect(values.withUnsafeBufferPointer { decoder.signs(in: $0, steps: 11) }.isEmpty)
    }
}
