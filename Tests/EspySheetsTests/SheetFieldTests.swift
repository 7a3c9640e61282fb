import EspyBase
import EspySheets
import EspySystem
import Foundation
import Testing

/// Fields of sheets, as shown and as stored: control characters, number formats, formulas.
@Suite struct SheetFieldTests {
    @Test(arguments: [
        "]d2010123\u{1D}10LOT7\u{1D}", "_x005F\u{1D}", "_x0041_", "_x001D_\u{1D}_x005F_", "_x005F_x0041_", "_X0041_",
        "_x00zz_",
        "__x0041__",
        " leading", "trailing ", "line\nend\n", "return\r\nand\r", "\ttab\t", "&amp;&#x41;<![CDATA[x]]>",
        "\u{301}&\u{301}",
        "\u{0}\u{1}\u{7F}\u{80}\u{FFFE}\u{FFFF}", "\u{FEFF}x", "_x_x0041_", "\u{1F9EA}",
    ])
    func everyTextComesBack(text: String) throws {
        let lines = [["well", text, "end"], [text, "x"]]
        #expect(try SheetReader.lines(try SheetWriter.xlsx(lines, name: "x")) == lines)
    }

    /// Texts of all one-byte characters, any of which may be an escape.
    @Test(arguments: 0..<40) func randomTextsComeBack(seed: UInt64) throws {
        var random = SystemRandomNumberGenerator()
        let pieces = ["_x", "_", "00", "1D", "005F", "x", "&", ";"]
        let lines = (0..<20).map { _ in
            ["."]
                + (0..<3).map { _ in
                    (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        Bool.random(using: &random)
                            ? pieces.randomElement(using: &random) ?? ""
                            : String(Unicode.Scalar(UInt8.random(in: 0...255, using: &random)))
                    }.joined()
                }
        }
        let read = try SheetReader.lines(try SheetWriter.xlsx(lines, name: "x"))
        #expect(read.map { $0.map { Array($0.unicodeScalars) } } == lines.map { $0.map { Array($0.unicodeScalars) } })
    }

    @Test func escapesOfOtherPrograms() throws {
        let lines = try lines(
            strings:
                "<si><t>A_x001D_B</t></si><si><t xml:space=\"preserve\"> x_x000a_</t></si><si><t>a\r\nb&#13;</t></si>",
            rows: """
                <row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>
                <c t="inlineStr"><is><t>_x0009__x005F_x0041_</t></is></c><c t="str"><f>A1</f><v>C_x001d_</v></c></row>
                """)
        #expect(lines == [["A\u{1D}B", " x\n", "a\nb\r", "\t_x0041_", "C\u{1D}"]])
    }

    @Test(arguments: [
        ("0000000000", "36322619", "0036322619"), ("00000", "7", "00007"), ("00000", "1234567", "1234567"),
        ("000-0000", "1234", "000-1234"), ("\\F\\X00000", "42", "FX00042"), ("&quot;FX&quot;00000", "42", "FX00042"),
        ("0000;[Red]-0000", "-42", "-0042"), ("0000", "-42", "-0042"), ("[Blue]0000_)", "42", "0042"),
        ("0000", "0", "0000"),
        ("000000000-0", "306401002", "030640100-2"), ("000,000", "42", "000042"), ("0000", "42.0", "0042"),
        ("0000", "4.2E+1", "0042"),
        // Formats that do not show leading zeros or signs of a code.
        ("General", "42", "42"), ("0.00", "42", "42"), ("#,##0", "1234", "1234"), ("yyyy\\-mm\\-dd", "45000", "45000"),
        ("0%", "1", "1"), ("0.00E+00", "42", "42"), ("@", "42", "42"), ("[&gt;5]0000;0", "42", "42"),
        ("0000", "1.5", "1.5"),
        ("[$€-407]0000", "42", "42"), ("0000,", "42", "42"),
    ])
    func numbersAsTheirFormatShowsThem(format: String, value: String, shown: String) throws {
        let lines = try lines(
            styles: """
                <numFmts><numFmt numFmtId="164" formatCode="\(format)"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>\
                <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>
                """, rows: "<row><c s=\"1\"><v>\(value)</v></c><c><v>5</v></c><c s=\"9\"><v>6</v></c></row>")
        #expect(lines == [[shown, "5", "6"]])
    }

    @Test func fieldsWithoutValueAreCounted() throws {
        let sheet = try SheetReader.read(
            book(
                rows: """
                    <row r="1"><c r="A1" t="inlineStr"><is><t>well</t></is></c></row>
                    <row r="3"><c r="A3"><v>1</v></c><c r="AB3"><f>A1</f><v></v></c><c r="AC3"><f>A1</f></c>
                    <c r="AD3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="AE3" t="str"><f>""</f><v></v></c>
                    <c r="AF3"><f>1+1</f><v>2</v></c><c r="AG3"/></row>
                    """))
        #expect(sheet.withoutValue == 3)
        #expect(sheet.firstWithoutValue == "AB3")
        #expect(sheet.name == "First")
        #expect(sheet.lines.map { $0.filter { !$0.isEmpty } } == [["well"], ["1", "2"]])
        let list = try ListFile(
            book(rows: "<row><c><v>1</v></c></row><row><c><v>2</v></c><c><f>A1</f></c></row>"), limit: 9)
        #expect(list.notes.map(\.kind) == [.noValues])
        #expect(list.notes[0].text.contains("the first is B2"))
    }

    @Test func otherSheetsAreTold() throws {
        let hidden = #"<sheet name="Old" state="hidden" r:id="r2"/><sheet name="First" r:id="r1"/>"#
        let rows = "<row><c><v>1</v></c></row>"
        #expect(try SheetReader.read(book(sheets: hidden, rows: rows, others: rows)).others == 0)
        #expect(try SheetReader.lines(book(sheets: hidden, rows: rows, others: "")) == [["1"]])
        let two = #"<sheet name="First" r:id="r1"/><sheet name="More" r:id="r2"/>"#
        #expect(try SheetReader.read(book(sheets: two, rows: rows, others: "")).others == 0)
        let list = try ListFile(book(sheets: two, rows: rows, others: rows), limit: 9)
        #expect(list.records == [["1"]])
        #expect(list.notes.map(\.kind) == [.otherSheets])
        #expect(list.notes[0].count == 1)
    }

    @Test func listsOfAnyForm() throws {
        let list = try ListFile(Array("sep=;\r\nwell;code\r\nA1; x \r\n".utf8), limit: 9)
        #expect(list.records == [["well", "code"], ["A1", " x "]])
        #expect(list.notes.isEmpty)
        let western = Array("Title\nM".utf8) + [0xFC] + Array("ller\n".utf8)
        #expect(try ListFile(western, limit: 9).records == [["Title"], ["Müller"]])
        #expect(try ListFile(western, limit: 9, encoding: .windows1251).records == [["Title"], ["Mьller"]])
        #expect(throws: ListFile.Failure.notEncoded(.utf8)) { try ListFile(western, limit: 9, encoding: .utf8) }
        #expect(throws: ListFile.Failure.notText) { try ListFile([0, 1, 2, 0], limit: 9) }
        #expect(throws: ListFile.Failure.tooMany(limit: 1)) { try ListFile(Array("a\nb".utf8), limit: 1) }
        #expect(throws: ListFile.Failure.tooMany(limit: 1)) {
            try ListFile(try SheetWriter.xlsx([["a"], ["b"]], name: "x"), limit: 1)
        }
        #expect(throws: ListFile.Failure.self) { try ListFile([0x50, 0x4B, 3, 4, 0], limit: 1) }
    }

    private func lines(styles: String = "", strings: String = "", rows: String) throws -> [[String]] {
        try SheetReader.lines(book(styles: styles, strings: strings, rows: rows))
    }

    private func book(
        sheets: String = #"<sheet name="First" r:id="r1"/>"#, styles: String = "", strings: String = "", rows: String,
        others: String = ""
    ) -> [UInt8] {
        ZIP.archive([
            ("xl/workbook.xml", "<workbook><sheets>\(sheets)</sheets></workbook>"),
            (
                "xl/_rels/workbook.xml.rels",
                #"<Relationships><Relationship Id="r1" Target="a.xml"/><Relationship Id="r2" Target="b.xml"/></Relationships>"#
            ),
            ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"), ("xl/sharedStrings.xml", "<sst>\(strings)</sst>"),
            ("xl/a.xml", "<worksheet><sheetData>\(rows)</sheetData></worksheet>"),
            ("xl/b.xml", "<worksheet><sheetData>\(others)</sheetData></worksheet>"),
        ])
    }
}
