import DataMatrix
import Testing

struct MessageParserTests {
    @Test(arguments: [
        // ASCII: letters, digit pairs, upper shift.
        ("42 82 a5 33", "A00352"), ("eb 64", "\u{E3}"), ("e5", "99"), ("82", "00"), ("80", "\u{7F}"),
        // C40 with unlatch, with the end of the symbol, with one ASCII codeword at the end.
        ("e6 59 bf fe 42", "AAAA"), ("e6 59 bf", "AAA"), ("e6 59 bf 42", "AAAA"), ("e6 59 bf fe", "AAA"),
        // C40 ended by a shift 1; FNC1 and upper shift in shift 2.
        ("e6 59 b1", "AA"), ("e6 0a 87", "\u{1D}A"), ("e6 0a f3 08 71", "\u{E1}A"),
        // Text, X12, EDIFACT.
        ("ef 59 bf", "aaa"), ("ee 00 2b", "\r*>"), ("f0 04 20 c4 7c 81 a1", "ABCD"), ("f0 04 20 df", "ABC"),
        ("f0 05 f0 42", "AA"), ("f0 04 20 c4 42", "ABCDA"),
        // Base 256 with a count, to the end of the symbol, followed by ASCII.
        ("e7 2d d6", "\u{15}"), ("e7 2c d6 6c", "\u{15}\u{15}"), ("e7 2d d6 42", "\u{15}A"),
    ])
    func `codewords of every mode are read`(_ codewords: String, _ text: String) throws {
        let message = try MessageParser.parse(hexBytes(codewords)).message
        #expect(message.text == text)
        #expect(message.kind == .plain)
    }

    @Test(arguments: [
        // Not defined in ASCII, or not at this place.
        "00", "42 00", "f2", "fe", "ff", "42 e9", "42 ea", "42 ec", "42 ed", "fe 42",
        // Upper shift before something other than a character.
        "eb 81", "eb 82", "eb e6", "eb 00",
        // Triples out of range, and values out of range after their shift.
        "e6 00 00", "e6 fa 01", "e6 ff ff", "e6 0a af", "e6 05 0f", "ef 11 8f", "e6 0a f2 bd bf",
        // EDIFACT with a filled unlatch codeword.
        "f0 7d 42 42", "f0 04 20 df f0 05 ff 42",
        // Base 256 with a second count codeword out of range.
        "e7 26 bb 00",
        // ECI out of range.
        "f1 00", "f1 d0 01 01", "f1 80 00", "f1 80 ff", "f1 c0 00 01", "f1 cf 41 01",
        // Structured append: more than 16 symbols, position beyond the count, file identifier 0 or 255.
        "e9 00 01 01 42", "e9 4e 01 01 42", "e9 0f 00 01 42", "e9 0f 01 ff 42",
    ])
    func `codewords that no writer makes fail`(_ codewords: String) {
        #expect(throws: MessageError.invalidCodeword) { try MessageParser.parse(hexBytes(codewords)) }
    }

    @Test(arguments: [
        "eb", "e7", "e7 30 d6", "e7 26", "f1", "f1 80", "f1 c0 01", "e9", "e9 0f 01",
        // Shifts with nothing after them.
        "e6 59 bf 00", "e6 59 b2", "e6 59 b3", "e6 57 c7 fe 42",
    ])
    func `codewords that end too early fail`(_ codewords: String) {
        #expect(throws: MessageError.self) { try MessageParser.parse(hexBytes(codewords)) }
    }

    @Test(arguments: [
        // Padding with unmasked pad codewords, with zeros, with anything.
        ("42 81 81 81", "A"), ("42 81 00 00 00", "A"), ("42 81 17 ff 0c", "A"), ("e6 59 bf fe 81 81", "AAA"),
        // A shift, or an upper shift, with nothing after it: before an unlatch, before padding, at the end.
        ("e6 59 b2 fe 42", "AAA"), ("e6 59 b3 fe 42", "AAA"), ("e6 59 b2", "AA"), ("ef 59 b3 fe 81 81", "aa"),
        ("e6 57 c7 fe 42", "AA"), ("42 eb", "A"), ("42 eb 81 81", "A"),
        // Unlatched twice, or without a latch.
        ("e6 59 bf fe fe 42", "AAAA"), ("fe 42", "A"), ("ee 59 bf fe fe", "AAA"), ("f0 04 20 df fe 42", "ABCA"),
        // Bits after the unlatch of EDIFACT, an upper shift twice, a file identification of zeros.
        ("f0 7d 42 42", "AA"), ("e6 0a f2 bd bf", "\u{C1}A"), ("e9 0f 00 00 42", "A"),
    ])
    func `what other readers take is read where it is asked for`(_ codewords: String, _ text: String) throws {
        #expect(throws: MessageError.self) { try MessageParser.parse(hexBytes(codewords)) }
        #expect(try MessageParser.parse(hexBytes(codewords), .asOthersRead).message.text == text)
    }

    @Test(arguments: [
        "00", "42 00", "f2", "ff", "42 e9", "42 ea", "eb 82", "eb e6", "e6 00 00", "e6 ff ff", "e6 0a af", "ef 11 8f",
        "f1 00", "e9 00 01 01 42", "e9 4e 01 01 42", "e7 30 d6", "f1 c0 01", "e9 0f 01", "e6 59 bf 00",
    ])
    func `what says nothing fails in every way`(_ codewords: String) {
        #expect(throws: MessageError.self) { try MessageParser.parse(hexBytes(codewords), .asOthersRead) }
    }

    @Test func `what the standard allows says the same in every way`() throws {
        var generator = SeededGenerator(6)
        var parsed = 0
        for _ in 0..<50_000 {
            let codewords = generator.bytes(Int.random(in: 1...12, using: &generator))
            guard let message = try? MessageParser.parse(codewords).message else { continue }
            parsed += 1
            #expect(try MessageParser.parse(codewords, .asOthersRead).message == message)
        }
        #expect(parsed > 500)
    }

    @Test func `other padding bears no witness`() throws {
        #expect(try MessageParser.parse(hexBytes("42 81 81 81"), .asOthersRead).padCount == 0)
    }

    @Test func `every pad codeword is checked`() throws {
        let symbol = try SymbolEncoder(shape: .exact(SymbolSize.square[4])).encode("A00352")
        let good = Array(symbol.dataCodewords)
        #expect(try MessageParser.parse(good).padCount == 14)
        for place in 5..<18 {
            var bad = good
            bad[place] ^= 4
            #expect(throws: MessageError.wrongPadding) { try MessageParser.parse(bad) }
        }
    }

    @Test(arguments: [
        ("e8 83 85", "0103", Message.Kind.gs1), ("e8 83 e8 42", "01\u{1D}A", .gs1),
        ("42 e8 83", "A01", .industry), ("8e e8 42", "12A", .industry),
        ("42 42 e8 42", "AA\u{1D}A", .plain), ("21 e8 42", " \u{1D}A", .plain),
        ("ec 42", "[)>\u{1E}05\u{1D}A\u{1E}\u{4}", .macro05), ("ed 42", "[)>\u{1E}06\u{1D}A\u{1E}\u{4}", .macro06),
        ("ea 42", "A", .readerProgramming), ("e9 1e 01 fe e8 42", "A", .gs1),
    ])
    func `the first codewords tell the kind`(_ codewords: String, _ text: String, _ kind: Message.Kind) throws {
        let message = try MessageParser.parse(hexBytes(codewords)).message
        #expect(message.text == text)
        #expect(message.kind == kind)
    }

    @Test func `structured append is read`() throws {
        let message = try MessageParser.parse(hexBytes("e9 2c 01 fe 42")).message
        #expect(message.structuredAppend == StructuredAppend(position: 3, count: 5, fileIdentifier: [1, 254]))
        #expect(message.bytes == [0x41])
    }

    @Test(arguments: [
        ("f1 01 42", 0), ("f1 7f 42", 126), ("f1 80 01 42", 127), ("f1 bf fe 42", 16382),
        ("f1 c0 01 01 42", 16383), ("f1 cf 3f 81 42", 999_999),
    ])
    func `ECI numbers of every length are read`(_ codewords: String, _ eci: Int) throws {
        let message = try MessageParser.parse(hexBytes(codewords)).message
        #expect(message.interpretations == [Interpretation(offset: 0, eci: eci)])
        #expect(message.bytes == [0x41])
    }

    @Test func `random codewords are parsed or refused, and what is parsed can be written again`() throws {
        var generator = SeededGenerator(5)
        var parsed = 0
        for _ in 0..<100_000 {
            let codewords = generator.bytes(Int.random(in: 1...12, using: &generator))
            guard let message = try? MessageParser.parse(codewords).message else { continue }
            parsed += 1
            let symbol = try SymbolEncoder().encode(message)
            #expect(try MessageParser.parse(Array(symbol.dataCodewords)).message == message)
        }
        #expect(parsed > 1000)
    }
}
