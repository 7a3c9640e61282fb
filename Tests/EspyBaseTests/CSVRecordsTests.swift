import EspyBase
import Testing

/// Lists as written by people and spreadsheets.
@Suite struct CSVRecordsTests {
    private func records(_ text: String, trimmed: Bool = true) throws -> [[String]] {
        try CSVRecords(parsing: text, limit: 100, trimmed: trimmed).records
    }

    @Test(arguments: [
        "a,b\n1,2", "a;b\n1;2", "a\tb\n1\t2", "a|b\n1|2", "sep=;\na;b\n1;2", "sep=,\r\na,b\r\n1,2",
        "\"sep=;\"\n\na;b\n1;2",
        "SEP=|\na|b\n1|2", "sep=\t\ra\tb\r1\t2", "\u{FEFF}sep=;\r\na;b\r\n1;2\r\n", "sep=;;\na;b\n1;2",
        "sep=,\na;b\n1;2",
        "\"a\" ; \"b\"\n \"1\";2",
    ])
    func separatorsAreFound(text: String) throws { #expect(try records(text) == [["a", "b"], ["1", "2"]]) }

    @Test(arguments: [
        // A title line with other separators in it.
        ("Box 7, freezer 2, 2026\nwell;code\nA1;x\nA2;y", ["well", "code"], 1),
        // Names with commas, in a tab-separated list.
        ("title\tauthor\nA, B\tC, D\nE\tF, G", ["title", "author"], 0),
        // Decimal commas.
        ("A01;1,5\nA02;2,5", ["A01", "1,5"], 0), ("A01,x;y\nA02,z;w", ["A01", "x;y"], 0),
        // Quotation marks within fields.
        ("a,b\n3\" pipe;x,4\" pipe;y\n5,6", ["3\" pipe;x", "4\" pipe;y"], 1),
    ])
    func otherSignsDoNoHarm(text: String, record: [String], line: Int) throws {
        #expect(try records(text)[line] == record)
    }

    @Test func whiteSpaceIsKeptWhereItCounts() throws {
        #expect(try records("a,b\n\" x \", y ", trimmed: false) == [["a", "b"], [" x ", " y "]])
        #expect(try records("a,b\n\" x \", y ") == [["a", "b"], ["x", "y"]])
        #expect(try records("a,b\n \t , ", trimmed: false) == [["a", "b"]])
    }

    /// A combining mark after a quotation mark or a separator makes another character of it, but does not move fields.
    @Test func fieldsWithCombiningMarks() throws {
        for text in ["x\"\u{301}", "\"\u{301}", ",\u{301}", "a\r\nb", "\r", "\u{301}"] {
            let line = "1," + CSV.field(text) + ",2\r\n"
            #expect(try records(line, trimmed: false) == [["1", text, "2"]])
        }
    }

    @Test func whatIsWrongIsSaid() {
        #expect(throws: CSVRecords.Failure.openQuote(line: 3)) { try records("sep=;\na;b\n\"x") }
        #expect(throws: CSVRecords.Failure.tooMany(limit: 100)) { try records(String(repeating: "a,b\n", count: 101)) }
    }

    @Test(arguments: [
        ("=\"0036\"", "0036"), ("'0036", "0036"), (" 0036 ", "0036"), ("'=\"0036\"", "0036"),
        ("= \"00\"\"36\"", "00\"36"),
        ("=A1&\"x\"", "=A1&\"x\""), ("=\"a\"&\"b\"", "=\"a\"&\"b\""), ("'", "'"), ("=", "="), ("=\"\"", ""),
        ("a'b", "a'b"),
    ])
    func textThatIsKeptAsText(field: String, text: String) { #expect(SpreadsheetText.plain(field) == text) }

    @Test(arguments: [
        ("0036", "0036"), ("36322619.0", "36322619"), ("36,322,619", "36322619"), ("36.322.619", "36322619"),
        ("36 322 619", "36322619"), ("36\u{202F}322\u{202F}619", "36322619"), ("36'322'619", "36322619"),
        ("3.6322619E+7", "36322619"), ("3,6322619E+07", "36322619"), ("9.780306401008e+12", "9780306401008"),
        ("1.50E+1", "15"), ("12,00", "12"),
    ])
    func wholeNumbers(text: String, digits: String) { #expect(SpreadsheetText.number(text) == .digits(digits)) }

    @Test(arguments: ["1.23E+11", "1E+5", "9,78031E+12"]) func roundedNumbers(text: String) {
        #expect(SpreadsheetText.number(text) == .rounded)
    }

    @Test(arguments: [
        "", "12E3", "1.5", "1,2,3", "36,3226,19", "-5", "A1", "1E", "1E+", "0x12", "١٢", "12.5E+3", "1.25E+1",
    ])
    func noWholeNumbers(text: String) { #expect(SpreadsheetText.number(text) == nil) }
}
