import Espy
import EspyBase
import Testing

@Suite struct CatalogCSVTests {
    private func books(_ text: String) throws -> [Catalog.Book] { try Catalog(csv: Array(text.utf8)).books }

    @Test(arguments: [
        "Title,Author,ISBN\nSmall Worlds,Watts,9780691117041\n",
        "\u{FEFF}Book Id;ISBN13;Author;Title\r\n1;\"=\"\"9780691117041\"\"\";Watts;Small Worlds\r\n",
        "autor\ttítulo\tisbn-10\rWatts\tSmall Worlds\t0-691-11704-7",
        "\n\n  TITLE , \"Author(s)\",isbn/uid\n\"Small Worlds\" ,Watts, [9780691117041]\n,,\n,Nobody,\n",
    ])
    func columnsAreFoundByName(text: String) throws {
        let isbn = try #require(ISBN("9780691117041"))
        #expect(try books(text) == [Catalog.Book(title: "Small Worlds", author: "Watts", isbn: isbn)])
    }

    @Test func fieldsMayHoldAnything() throws {
        let text = "title,author\n\"A \"\"B\"\",\nC\",\"D;E\"\nF\"G,\n"
        #expect(try books(text).map(\.title) == ["A \"B\",\nC", "F\"G"])
        #expect(try books(text).map(\.author) == ["D;E", nil])
    }

    @Test func latinOneIsRead() throws {
        let bytes = Array("title\nF".utf8) + [0xFC] + Array("hrer\n".utf8)
        #expect(try Catalog(csv: bytes).books.map(\.title) == ["Führer"])
    }

    @Test func wrongNumbersAreLeftOut() throws {
        #expect(try books("title,isbn\nA,9780691117042\nB,none\n").allSatisfy { $0.isbn == nil })
    }

    @Test func whatIsWrongIsSaid() {
        func problem(_ bytes: [UInt8]) -> CatalogError? {
            do throws(CatalogError) {
                _ = try Catalog(csv: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(problem([]) == .empty)
        #expect(problem(Array(" \n\r\n".utf8)) == .empty)
        #expect(problem([0x50, 0x4B, 3, 4, 0, 0]) == .sheet(reason: "it is not an XLSX file"))
        #expect(problem([0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 0]) == .notText)
        #expect(problem(Array("year,pages\n1999,200\n".utf8)) == .noTitleColumn(columns: ["year", "pages"]))
        #expect(problem(Array("title\na\n\"b\n\nc".utf8)) == .openQuote(line: 3))
        let many = "title\n" + String(repeating: "a\n", count: Catalog.mostBooks + 1)
        #expect(problem(Array(many.utf8)) == .tooManyBooks(limit: Catalog.mostBooks + 1))
    }

    @Test func longFieldsAndRecordsAreCut() throws {
        let long = String(repeating: "x", count: 5000)
        let wide = String(repeating: ",", count: 5000)
        let books = try books("title\(wide)\n\(long)\(wide)\n")
        #expect(books.map(\.title.count) == [CSVRecords.longestField])
    }

    /// Any fields written as CSV (RFC 4180) come back unchanged.
    @Test(arguments: 0..<200) func writtenRecordsComeBack(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let separator: Character = [",", ";", "\t"].randomElement(using: &random) ?? ","
        let end = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        let pieces = ["a", "\"", "é", ",", ";", "\t", "\n", "=", "'", "漢", "0", "x y", "\"\""]
        let records = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            ["-"]
                + (0..<3).map { _ in
                    let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        pieces.randomElement(using: &random) ?? ""
                    }
                    return "|" + text.joined() + "|"
                }
        }
        let lines = records.map { record in
            record.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: String(separator))
        }
        let read = try CSVRecords(parsing: lines.joined(separator: end), limit: 100)
        #expect(read.records == records)
    }
}

/// A random number generator with the same numbers in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
