import EspySystem
import Foundation
import Testing

/// Text files from other programs and systems.
@Suite struct TextEncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let encoding: TextEncoding
        let text: String
        /// Whether the same bytes are words in another encoding, too.
        var isGuess = false
        var testDescription: String { encoding.rawValue }
    }

    private static let samples = [
        Sample(encoding: .windows1252, text: "Titel;Autor\r\nDer Führer;Müller\r\nÜber Größe;Weiß"),
        Sample(encoding: .windows1252, text: "Title,Author\r\nA,D’Arcy Œuvre – €\r\n", isGuess: true),
        Sample(encoding: .windows1252, text: "¿Qué es España?;Núñez\nEl corazón;José"),
        Sample(encoding: .windows1252, text: "Well;T\nA1;20°C\nA2;5 µl\n"),
        Sample(encoding: .macRoman, text: "Titre;Auteur\rL’Été à la mer;Renée Lefèvre\rNoël où ça;Éric\r"),
        Sample(encoding: .macRoman, text: "Der König;Jürgen Groß\n"),
        Sample(encoding: .windows1250, text: "Příliš žluťoučký kůň;Dvořák\nÚpěl ďábelské ódy;Čapek\n"),
        Sample(encoding: .windows1250, text: "Zażółć gęślą jaźń;Żeromski\nŁódź;Świątek\n"),
        Sample(encoding: .windows1251, text: "Война и мир;Толстой\nПреступление и наказание;Достоевский\n"),
        Sample(encoding: .shiftJIS, text: "タイトル,著者\n吾輩は猫である,夏目漱石\n"),
        Sample(encoding: .shiftJIS, text: "書名,著者\n雪国,川端康成\n人間失格,太宰治\n"),
        Sample(encoding: .gb18030, text: "书名,作者\n红楼梦,曹雪芹\n西游记,吴承恩\n活着,余华\n"),
        Sample(encoding: .big5, text: "書名,作者\n紅樓夢,曹雪芹\n西遊記,吳承恩\n"),
        Sample(encoding: .eucKR, text: "제목,저자\n채식주의자,한강\n엄마를 부탁해,신경숙\n"),
        Sample(encoding: .eucJP, text: "タイトル,著者\n吾輩は猫である,夏目漱石\n"),
    ]

    @Test(arguments: samples) func encodingsAreFoundByTheirBytes(sample: Sample) throws {
        let bytes = try Self.bytes(sample.text, sample.encoding)
        let found = try #require(DecodedText(bytes))
        #expect(found.text == sample.text)
        #expect(found.encoding == sample.encoding)
        #expect(found.isGuess == sample.isGuess)
        let asked = try #require(DecodedText(bytes, as: sample.encoding))
        #expect(asked.text == sample.text)
        #expect(!asked.isGuess)
        #expect(asked.leftOut == 0)
    }

    @Test(arguments: ["Well\tCode\r\nA1\t0036\r\n", "书名,作者\r\n红楼梦,曹雪芹\r\n", "Été,\u{1F9EA}\n"])
    func wideTextIsFoundWithAndWithoutMark(text: String) throws {
        for isBig in [false, true] {
            let plain = text.utf16.flatMap {
                isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
            }
            let mark: [UInt8] = isBig ? [0xFE, 0xFF] : [0xFF, 0xFE]
            for bytes in [plain, mark + plain] {
                let found = try #require(DecodedText(bytes))
                #expect(found.text == text)
                #expect(!found.isGuess)
                #expect(found.leftOut == 0)
                #expect(DecodedText(bytes, as: isBig ? .utf16BE : .utf16LE)?.text == text)
            }
            let cut = try #require(DecodedText(mark + plain.dropLast()))
            #expect(cut.leftOut == 1)
            #expect(text.unicodeScalars.starts(with: cut.text.unicodeScalars))
        }
    }

    @Test func plainAndMarkedText() throws {
        for text in ["", "a,b\n", "Été – €"] {
            #expect(DecodedText(Array(text.utf8))?.text == text)
            let marked = try #require(DecodedText([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
            #expect(marked.text == text)
            #expect(marked.encoding == .utf8)
            #expect(!marked.isGuess)
        }
        let written = try #require(DecodedText(Array("Été".utf8)))
        #expect(written.marked.starts(with: [0xEF, 0xBB, 0xBF]))
        #expect(DecodedText(written.marked)?.text == "Été")
    }

    @Test func bytesThatAreNoTextAreCounted() throws {
        let bytes = Array(String(repeating: "Été,Renée\n", count: 10).utf8) + [0xE9] + Array("x\n".utf8)
        let found = try #require(DecodedText(bytes))
        #expect(found.encoding == .utf8)
        #expect(found.leftOut == 1)
        #expect(found.text.hasSuffix("Renée\nx\n"))
    }

    @Test func whatIsNoText() {
        #expect(DecodedText([0x50, 0x4B, 3, 4, 0, 0]) == nil)
        #expect(
            DecodedText([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52]) == nil)
        #expect(DecodedText([0xFF, 0xFE, 0, 0xD8, 0x41, 0]) == nil)
        #expect(DecodedText([0x41, 0xFF], as: .utf8) == nil)
        #expect(DecodedText([0x81, 0x20], as: .shiftJIS) == nil)
        #expect(DecodedText([0x41], as: .utf16LE) == nil)
    }

    @Test(arguments: [
        ("cp1252", TextEncoding.windows1252), ("Latin-1", .windows1252), ("ISO-8859-1", .windows1252),
        ("SJIS", .shiftJIS),
        ("GBK", .gb18030), ("macintosh", .macRoman), ("UTF8", .utf8), ("Windows 1251", .windows1251),
        ("EUC_KR", .eucKR),
    ])
    func namesThatPeopleGive(name: String, encoding: TextEncoding) { #expect(TextEncoding(named: name) == encoding) }

    @Test func everyNameIsUnderstood() {
        for encoding in TextEncoding.allCases {
            #expect(TextEncoding(named: encoding.rawValue) == encoding)
            #expect(TextEncoding(named: encoding.name) == encoding)
        }
        #expect(TextEncoding(named: "klingon") == nil)
        #expect(TextEncoding(named: "") == nil)
    }

    /// Any bytes: text or nil, but no crash.
    @Test func anyBytes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if let found = DecodedText(bytes) { #expect(found.text.utf8.count <= 3 * bytes.count) }
            for encoding in TextEncoding.allCases { _ = DecodedText(bytes, as: encoding) }
        }
    }

    /// Converts with the system's program, which has its own tables.
    private static func bytes(_ text: String, _ encoding: TextEncoding) throws -> [UInt8] {
        let names: [TextEncoding: String] = [
            .macRoman: "MACINTOSH", .shiftJIS: "CP932", .gb18030: "GB18030", .big5: "BIG5", .eucKR: "EUC-KR",
            .eucJP: "EUC-JP", .windows1250: "CP1250", .windows1251: "CP1251", .windows1252: "CP1252",
        ]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        process.arguments = ["-f", "UTF-8", "-t", try #require(names[encoding])]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return Array(try #require(data))
    }
}
