import DataMatrix
import Testing

struct SymbolEncoderTests {
    @Test(arguments: [
        // Digit pairs beat everything; one more capital is not worth a latch.
        ("0123456789", "83 99 af c5 db"), ("A00352", "42 82 a5 33 81"),
        // A run of capitals is worth C40, lowercase letters Text, punctuation among capitals EDIFACT.
        ("ABCABCABCABC", "e6 59 e9 59 e9 59 e9 59 e9 fe 81 93"), ("abcabcabc", "ef 59 e9 59 e9 59 e9 fe"),
        ("A*>A*>A*>A*>", "ee 57 ab 57 ab 57 ab 57 ab fe 81 93"),
    ])
    func `the shortest mix of modes is found`(_ text: String, _ codewords: String) throws {
        #expect(try Array(SymbolEncoder().encode(text).dataCodewords) == hexBytes(codewords))
    }

    @Test func `the mix is never longer than one mode`() throws {
        var generator = SeededGenerator(30)
        for _ in 0..<300 {
            let first = Encodation.allCases.randomElement(using: &generator) ?? .ascii
            let second = Encodation.allCases.randomElement(using: &generator) ?? .ascii
            let bytes =
                first.sample(Int.random(in: 0...20, using: &generator), &generator)
                + second.sample(Int.random(in: 0...20, using: &generator), &generator)
            let mixed = try SymbolEncoder().encode(bytes).size.dataCodewords
            for mode in Encodation.allCases {
                guard let fixed = try? SymbolEncoder(encodation: mode).encode(bytes) else { continue }
                #expect(mixed <= fixed.size.dataCodewords)
            }
        }
    }

    @Test func `a fixed mode is used`() throws {
        for (mode, latch) in [(Encodation.c40, 230), (.text, 239), (.x12, 238), (.edifact, 240), (.base256, 231)] {
            let symbol = try SymbolEncoder(encodation: mode).encode("123456789")
            #expect(symbol.dataCodewords.first == UInt8(latch))
        }
        let ascii = try SymbolEncoder(encodation: .ascii).encode("ABCABCABCABC")
        #expect(ascii.dataCodewords.elementsEqual("ABCABCABCABC".utf8.map { $0 + 1 }))
    }

    @Test(arguments: [
        (Encodation.x12, "ABCa", UInt8(0x61), 3), (.edifact, "AB_", 0x5F, 2), (.edifact, "\u{1F}", 0x1F, 0),
    ])
    func `bytes that a fixed mode lacks are named`(_ mode: Encodation, _ text: String, _ byte: UInt8, _ offset: Int) {
        #expect(throws: EncodingError.notEncodable(byte: byte, offset: offset, mode)) {
            try SymbolEncoder(encodation: mode).encode(text)
        }
    }

    @Test func `too long messages say how long they are`() throws {
        #expect(throws: EncodingError.tooLong(needed: 4, available: 3)) {
            try SymbolEncoder(shape: .exact(SymbolSize.square[0])).encode("ABCD")
        }
        #expect(throws: EncodingError.tooLong(needed: 50_000, available: 1558)) {
            try SymbolEncoder().encode([UInt8](repeating: 65, count: 100_000))
        }
    }

    @Test func `shapes choose among their sizes`() throws {
        #expect(try SymbolEncoder().encode("A00352").size.description == "12x12")
        #expect(try SymbolEncoder(shape: .rectangular).encode("A00352").size.description == "8x18")
        #expect(try SymbolEncoder(shape: .rectangular).encode("0123456789012345678901").size.description == "12x26")
        #expect(
            try SymbolEncoder(shape: .extended).encode(String(repeating: "7", count: 36)).size.description == "8x48")
    }

    @Test(arguments: Message.Kind.allCases)
    func `every kind goes round`(_ kind: Message.Kind) throws {
        let texts = ["12AB\u{1D}34", "AB12\u{1D}", "Az", "12"].map { text in
            switch kind {
            case .macro05: "[)>\u{1E}05\u{1D}\(text)\u{1E}\u{4}"
            case .macro06: "[)>\u{1E}06\u{1D}\(text)\u{1E}\u{4}"
            default: text
            }
        }
        for text in texts {
            for mode in Encodation.allCases.map(Optional.init) + [nil] where mode != .x12 && mode != .edifact {
                let message = Message(text: text, kind: kind)
                let symbol = try SymbolEncoder(encodation: mode).encode(message)
                #expect(try SymbolDecoder().decode(symbol.matrix).message == message)
            }
        }
    }

    @Test func `GS1 separators are FNC1`() throws {
        let symbol = try SymbolEncoder(encodation: .ascii).encode(Message(text: "10A\u{1D}21B", kind: .gs1))
        #expect(symbol.dataCodewords.starts(with: hexBytes("e8 8c 42 e8 97 43 81")))
    }

    @Test func `interpretations go round anywhere`() throws {
        var generator = SeededGenerator(31)
        for round in 0..<300 {
            let bytes = generator.bytes(Int.random(in: 0...30, using: &generator))
            let offsets = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
            let message = Message(
                bytes: bytes,
                interpretations: offsets.map {
                    Interpretation(offset: $0, eci: Int.random(in: 0...999_999, using: &generator))
                })
            let mode = round % 3 == 0 ? Encodation.base256 : round % 3 == 1 ? .c40 : nil
            let symbol = try SymbolEncoder(encodation: mode).encode(message)
            #expect(try SymbolDecoder().decode(symbol.matrix).message == message)
        }
    }

    @Test func `every place in a sequence goes round`() throws {
        for count in 2...16 {
            for position in 1...count {
                let place = StructuredAppend(position: position, count: count, fileIdentifier: [UInt8(count), 254])
                let message = Message(bytes: [65], kind: count % 2 == 0 ? .gs1 : .plain, structuredAppend: place)
                #expect(try SymbolDecoder().decode(SymbolEncoder().encode(message).matrix).message == message)
            }
        }
    }

    @Test func `messages that contradict themselves are refused`() {
        let place = StructuredAppend(position: 1, count: 2, fileIdentifier: [1, 1])
        let refused: [(Message, EncodingError)] = [
            (Message(text: "A", kind: .macro05), .payloadDoesNotFit(.macro05)),
            (Message(text: "[)>\u{1E}05\u{1D}A", kind: .macro05), .payloadDoesNotFit(.macro05)),
            (Message(text: "[)>\u{1E}05\u{1D}\u{1E}\u{4}", kind: .macro06), .payloadDoesNotFit(.macro06)),
            (Message(text: "1A", kind: .industry), .payloadDoesNotFit(.industry)),
            (Message(text: "", kind: .industry), .payloadDoesNotFit(.industry)),
            (
                Message(bytes: [65], kind: .readerProgramming, structuredAppend: place),
                .structuredAppendWith(.readerProgramming)
            ),
            (
                Message(bytes: [65], interpretations: [Interpretation(offset: 0, eci: 1_000_000)]),
                .invalidInterpretation(Interpretation(offset: 0, eci: 1_000_000))
            ),
            (
                Message(
                    bytes: [65, 66],
                    interpretations: [Interpretation(offset: 1, eci: 3), Interpretation(offset: 0, eci: 4)]),
                .invalidInterpretation(Interpretation(offset: 0, eci: 4))
            ),
        ]
        for (message, error) in refused {
            #expect(throws: error) { try SymbolEncoder().encode(message) }
        }
    }

    @Test(arguments: [1749, 1750, 2067, 3000])
    func `more bytes than a Base 256 run can count are too long`(count: Int) {
        let encoder = SymbolEncoder(encodation: .base256)
        let error = #expect(throws: EncodingError.self) { try encoder.encode([UInt8](repeating: 0x83, count: count)) }
        guard case .tooLong? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
