import DataMatrix
import Foundation
import Testing

struct MessageTests {
    @Test(arguments: [
        ("A00352", "A00352", false), (" ~", " ~", false), ("", "", false),
        ("A\u{1D}B", "A\u{1D}B", false), ("A\n", "A\n", false), ("A\u{1B}[2J", "411b5b324a", true),
        ("\u{7F}", "7f", true), ("caf\u{E9}", "636166e9", true),
    ])
    func `the value is ASCII text or hex`(_ text: String, _ value: String, _ isHex: Bool) {
        let message = Message(text: text)
        #expect(message.value == value)
        #expect(message.isHex == isHex)
        #expect(message.text == text)
    }

    @Test(arguments: [
        (26, "4b c3 a4 73 65", "Käse", false), (3, "4b e4 73 65", "Käse", false), (1, "b5 4c", "µL", false),
        (22, "cf f0", "Пр", false), (25, "65 e5 67 2c", "日本", false), (26, "41 42", "AB", false),
        // Invalid, unknown, or containing bytes that are not text.
        (26, "4b e4 73 65", "4be47365", true), (20, "93 fa", "93fa", true), (899, "ff 41", "ff41", true),
        (26, "41 1b", "411b", true), (26, "e2 80 ae 41", "e280ae41", true), (3, "85 41", "8541", true),
        // Every character set contains ASCII.
        (899, "41 42", "AB", false), (28, "41 42", "AB", false), (nil, "4b e4", "4be4", true),
        (nil, "c3 a4", "c3a4", true),
    ])
    func `text in a declared character set is the value`(_ eci: Int?, _ bytes: String, _ value: String, _ isHex: Bool) {
        let message = message(eci, bytes)
        #expect(message.value == value)
        #expect(message.isHex == isHex)
        #expect(message.shown == (value, isHex))
    }

    @Test func `letters before the first declaration are as unsure as without one`() {
        let changes = [Interpretation(offset: 1, eci: 26)]
        #expect(Message(bytes: [0x41, 0xC3, 0xA4], interpretations: changes).value == "Aä")
        #expect(Message(bytes: [0xE4, 0xC3, 0xA4], interpretations: changes).value == "e4c3a4")
        let several = [Interpretation(offset: 0, eci: 9), Interpretation(offset: 1, eci: 7)]
        #expect(Message(bytes: [0xE1, 0xB0], interpretations: several).value == "αА")
    }

    @Test func `separators stay in the value`() {
        let gs1 = Message(text: "10ABC\u{1D}219", kind: .gs1)
        #expect(gs1.value == "10ABC\u{1D}219")
        #expect(gs1.isGS1)
        #expect(!gs1.isHex)
        #expect(!gs1.isReaderProgramming)
        let macro = Message(text: "[)>\u{1E}06\u{1D}4LUS\u{1E}\u{4}", kind: .macro06)
        #expect(macro.value == "[)>\u{1E}06\u{1D}4LUS\u{1E}\u{4}")
        #expect(Message(text: "A\u{1}", kind: .gs1).isHex)
    }

    @Test(arguments: [
        (nil, "c4 e9", "Äé"), (1, "c4", "Ä"), (3, "c4", "Ä"), (0, "80 e1 9b", "Çß¢"), (2, "9c", "£"),
        (4, "a1 e8", "Ąč"), (7, "b0 f0 41", "А№A"), (9, "c1 e1", "Αα"), (11, "d0 fe", "Ğş"), (17, "a4 bc", "€Œ"),
        (23, "80 93 e9", "€“é"), (5, "a1 e6", "Ħĉ"), (6, "a2 be", "ĸž"), (8, "c7 d3", "اس"), (10, "e0 fa", "את"),
        (12, "a3 bf", "Ģŋ"), (13, "a1 df fb", "ก฿๛"), (15, "a5 ff", "„’"), (16, "a1 fe", "Ḃŷ"), (18, "aa fe", "Șț"),
        (21, "8c 9f", "Śź"), (22, "c6 b8 ff", "Жёя"), (24, "81 c7 ff", "پاے"), (33, "41 00 e5 65", "A日"),
        (25, "ff fe 41 00", "A"), (26, "ef bb bf 41", "A"), (20, "41 b1 df", "Aｱﾟ"), (32, "41 42", "AB"),
        (25, "00 41 65 e5 d8 3d de 00", "A日😀"), (26, "e6 97 a5", "日"), (27, "41", "A"),
        (170, "7e", "~"),
    ])
    func `text follows the interpretation`(_ eci: Int?, _ bytes: String, _ text: String) {
        #expect(message(eci, bytes).text == text)
    }

    @Test(arguments: [
        (26, "e6 97"), (26, "ff"), (25, "00"), (25, "d8 00 00 41"), (27, "80"), (9, "ff"), (23, "81"), (5, "a5"),
        (8, "a1"), (10, "a1"), (13, "fc"), (21, "81"), (22, "98"), (14, "41"), (19, "41"), (20, "93 fa"), (28, "a4 a4"),
        (32, "81 30 81 30"), (899, "41"), (999_999, "41"),
    ])
    func `bytes without a meaning have no text`(_ eci: Int, _ bytes: String) {
        #expect(message(eci, bytes).text == nil)
    }

    @Test func `text is cut where the interpretation changes`() {
        let bytes = hexBytes("e4 cf cf e6 97 a5")
        let message = Message(
            bytes: bytes,
            interpretations: [
                Interpretation(offset: 1, eci: 7), Interpretation(offset: 2, eci: 9), Interpretation(offset: 3, eci: 4),
                Interpretation(offset: 3, eci: Interpretation.utf8),
            ])
        #expect(message.segments.map(\.eci) == [nil, 7, 9, 26])
        #expect(message.segments.flatMap(\.bytes) == bytes)
        #expect(message.text == "äЯΟ日")
        #expect(Message(bytes: []).segments.isEmpty)
    }

    @Test func `text that Latin 1 lacks becomes UTF-8 with its ECI`() throws {
        let message = Message(text: "日本語 26")
        #expect(message.interpretations == [Interpretation(offset: 0, eci: 26)])
        let read = try SymbolDecoder().decode(SymbolEncoder().encode("日本語 26").matrix)
        #expect(read.message == message)
        #expect(read.message.text == "日本語 26")
        #expect(Message(text: "Größe").interpretations.isEmpty)
    }

    @Test(
        arguments: [
            (0, 2, [1, 1]), (3, 2, [1, 1]), (1, 1, [1, 1]), (1, 17, [1, 1]), (1, 2, [1]),
        ] as [(Int, Int, [UInt8])])
    func `impossible places in a sequence are refused`(_ position: Int, _ count: Int, _ identifier: [UInt8]) {
        #expect(StructuredAppend(position: position, count: count, fileIdentifier: identifier) == nil)
        let json = #"{"position":\#(position),"count":\#(count),"fileIdentifier":\#(identifier)}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StructuredAppend.self, from: Data(json.utf8))
        }
    }

    @Test func `messages survive coding`() throws {
        let messages = [
            Message(bytes: [0, 255, 66]), Message(text: "0112\u{1D}", kind: .gs1), Message(text: "日"),
            Message(
                bytes: [1], structuredAppend: StructuredAppend(position: 2, count: 3, fileIdentifier: [7, 8])),
        ]
        for message in messages {
            let json = try JSONEncoder().encode(message)
            #expect(try JSONDecoder().decode(Message.self, from: json) == message)
        }
    }

    private func message(_ eci: Int?, _ bytes: String) -> Message {
        let changes = eci.map { [Interpretation(offset: 0, eci: $0)] } ?? []
        return Message(bytes: hexBytes(bytes), interpretations: changes)
    }
}
