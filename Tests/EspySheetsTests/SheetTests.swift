import EspySheets
import EspySystem
import Foundation
import Testing

/// Spreadsheet files, written and read again, and files that are not spreadsheets.
@Suite struct SheetTests {
    private let lines = [
        ["rack", "well", "code"], ["TR1", "A1", "0012345"], ["TR1", "A2", "=1+1"], ["TR1", "A3"],
        ["", "", "<&>\"' äöü 管 \u{1F9EA}"], ["  blanks  ", "", "1E5"],
    ]

    @Test func writtenAndReadAgain() throws {
        let bytes = try SheetWriter.xlsx(lines, name: "rack")
        #expect(SheetReader.isSheet(bytes))
        #expect(try SheetReader.lines(bytes) == lines)
    }

    @Test func linesWithNothingInThemAreLeftOut() throws {
        let bytes = try SheetWriter.xlsx([["a"], [], ["", ""], ["b", ""]], name: "x")
        #expect(try SheetReader.lines(bytes) == [["a"], ["b"]])
    }

    @Test func whatASheetCannotHold() {
        #expect(throws: SheetError.tooLarge) {
            try SheetWriter.xlsx([[String(repeating: "x", count: SheetWriter.longestText + 1)]], name: "x")
        }
        #expect(throws: SheetError.self) { try SheetWriter.xlsx([["a"]], name: "[]") }
    }

    @Test func sheetOfAnotherProgram() throws {
        let bytes = ZIP.archive([
            ("xl/workbook.xml", #"<workbook xmlns:r="r"><sheets><sheet name="S" r:id="rId7"/></sheets></workbook>"#),
            (
                "xl/_rels/workbook.xml.rels",
                #"<Relationships><Relationship Id="rId1" Target="styles.xml"/>"#
                    + #"<Relationship Id="rId7" Target="/xl/w/one.xml"/></Relationships>"#
            ),
            ("xl/sharedStrings.xml", "<sst><si><t>well</t></si><si><r><t>co</t></r><r><t>de</t></r></si></sst>"),
            (
                "xl/w/one.xml",
                """
                <?xml version="1.0"?><!-- by hand --><x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s">\
                <x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row><x:row r="5"><x:c t="inlineStr"><x:is>\
                <x:t>A1</x:t></x:is></x:c><x:c r="C5"><x:v>12345.0</x:v></x:c><x:c r="D5" t="b"><x:v>1</x:v></x:c>\
                <x:c r="E5"/><x:c r="F5" t="str"><x:f>1+1</x:f><x:v>&#65;&amp;<![CDATA[<]]></x:v></x:c></x:row>\
                </x:sheetData></x:worksheet>
                """
            ),
        ])
        #expect(try SheetReader.lines(bytes) == [["well", "", "code"], ["A1", "", "12345", "TRUE", "", "A&<"]])
    }

    @Test func filesThatAreNone() {
        let empty: [UInt8] = []
        for bytes in [empty, Array("well,code".utf8), [0x50, 0x4B, 3, 4], ZIP.archive([]), ZIP.archive([("a", "b")])] {
            #expect(throws: SheetError.self) { try SheetReader.lines(bytes) }
        }
    }

    /// Truncated anywhere, or with any byte changed: an error or other lines, but no crash.
    @Test func brokenFiles() throws {
        let whole = try SheetWriter.xlsx(lines, name: "rack")
        for end in stride(from: 0, to: whole.count, by: 97) { _ = try? SheetReader.lines(Array(whole[..<end])) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try? SheetReader.lines(bytes)
        }
    }

    @Test func partsThatClaimToBeHugeAreNotRead() throws {
        var bytes = ZIP.archive([("xl/workbook.xml", "<workbook/>")])
        // The size in the directory at the end.
        let list = try #require((0..<bytes.count - 4).last { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
        bytes.replaceSubrange((list + 24)..<(list + 28), with: [0xFF, 0xFF, 0xFF, 0x7F])
        #expect(throws: SheetError.self) { try SheetReader.lines(bytes) }
    }

    @Test func fieldsFarToTheRightAreLeftOut() throws {
        let line = (0..<300).map { "c\($0)" }
        let read = try SheetReader.lines(try SheetWriter.xlsx([line], name: "x"))
        #expect(read == [Array(line.prefix(SheetReader.mostColumns))])
    }
}

/// Archives with uncompressed files.
enum ZIP {
    static func archive(_ files: [(name: String, text: String)]) -> [UInt8] {
        var (body, list): ([UInt8], [UInt8]) = ([], [])
        for file in files {
            let (name, text) = (Array(file.name.utf8), Array(file.text.utf8))
            let sizes = number(0, 4) + number(text.count, 4) + number(text.count, 4) + number(name.count, 2)
            list += [0x50, 0x4B, 1, 2] + number(20, 2) + number(20, 2) + number(0, 8) + sizes
            list += number(0, 12) + number(body.count, 4) + name
            body += [0x50, 0x4B, 3, 4] + number(20, 2) + number(0, 8) + sizes + number(0, 2) + name + text
        }
        let end = number(0, 4) + number(files.count, 2) + number(files.count, 2) + number(list.count, 4)
        return body + list + [0x50, 0x4B, 5, 6] + end + number(body.count, 4) + number(0, 2)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
    }
}
