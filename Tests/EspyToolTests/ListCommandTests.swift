import Espy
import EspySheets
import EspyTestSupport
import EspyTool
import Foundation
import Testing

/// Lists of codes and books, written by spreadsheets and other systems, as input of commands.
struct ListCommandTests {
    private let scratch: Scratch
    private let box = Repository.path("Tests/Samples/rack/box-9x9.jpg")
    private let shelf = Repository.path("Tests/Samples/inventory/shelf.jpg")
    private static let nothing = "kind,value,expected,found,elsewhere\r\n"

    init() throws { scratch = try Scratch() }

    @Test func listsOfSpreadsheetsFitTheBox() async throws {
        let table = try await espy("rack", box, "-q", "--columns", "well,code").out
        let wrapped = table.replacing(/,(E\d+)/) { ",\"=\"\"\($0.1)\"\"\"" }
        let wide: [UInt8] =
            [0xFF, 0xFE] + table.replacing(",", with: "\t").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let named = "sep=;\r\n" + table.replacing(",", with: ";")
        for bytes in [Array(wrapped.utf8), wide, Array(named.utf8)] {
            try scratch.write("list.csv", bytes)
            let ending = try await espy("rack", box, "--expect", scratch.file("list.csv"))
            #expect(ending.exit == 0, "\(ending.err)")
            #expect(ending.out == Self.nothing, "\(ending.err)")
        }
        let asked = try await espy("rack", box, "--expect", scratch.file("list.csv"), "--encoding", "utf-16")
        #expect(asked.exit == 2, "\(asked.err)")
        #expect(asked.err.contains("not valid UTF-16"), "\(asked.err)")
        #expect(try await espy("rack", box, "--expect", "x", "--encoding", "klingon").exit == 64)
        let alone = try await espy("rack", box, "--encoding", "utf-8")
        #expect(alone.exit == 64)
        #expect(alone.err.contains("--expect"))
    }

    @Test func encodingsOfKeptLists() async throws {
        let home = ["HOME": scratch.path]
        let file = try scratch.write("mine.txt", Array("Title,Author\nDvo".utf8) + [0xF8] + Array("k,x\n".utf8))
        let guessed = try await espy(["shelf", "lists", "keep", "a", file], variables: home)
        #expect(guessed.exit == 0, "\(guessed.err)")
        #expect(guessed.err.contains("which is a guess"), "\(guessed.err)")
        let asked = try await espy(
            ["shelf", "lists", "keep", "a", file, "--encoding", "windows-1250"], variables: home)
        #expect(asked.exit == 0, "\(asked.err)")
        #expect(!asked.err.contains("guess"), "\(asked.err)")
        let shown = try await espy(["shelf", "lists", "show", "a"], variables: home)
        #expect(shown.out == "Title,Author\nDvořk,x\n")
    }

    @Test func booksGetTheirNumbers() async throws {
        let lines = try String(contentsOfFile: Repository.path("Tests/Samples/inventory/list.csv"), encoding: .utf8)
            .split(separator: "\n").dropFirst()
        let titles = lines.map { $0.split(separator: ",")[0] }
        let text = "My books\nTitle;ISBN\n" + titles.map { "\($0);306401002.0\n" }.joined()
        let list = try scratch.write("books.csv", text)
        let ending = try await espy("shelf", shelf, "--catalog", list, "--table", "goodreads", "--no-history")
        #expect(ending.exit == 0, "\(ending.out)")
        #expect(ending.out.contains("9780306401008"), "\(ending.out)")
        #expect(ending.err.contains("ISBNs are right when they are put back"), "\(ending.err)")
        let inventory = try await espy("shelf", "inventory", list, shelf, "--json", "--no-history", "-q")
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(inventory.out.utf8)) as? [String: Any])
        let notes = try #require(answer["notes"] as? [[String: Any]])
        #expect(notes.map { $0["kind"] as? String } == ["isbnZerosLost"])
        #expect(!inventory.err.contains("zeros"))
    }

    @Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
    struct Reported {
        private let scratch: Scratch
        private let tubes = PhotoSets.folder.appendingPathComponent("reports/tubes-3x4.png").path

        init() throws { scratch = try Scratch() }

        @Test(arguments: [
            "manifest-no-zeros.csv", "manifest-wrapped.csv", "manifest-format.xlsx", "manifest-utf16.txt",
        ])
        func boxesFitTheirLists(name: String) async throws {
            let list = PhotoSets.folder.appendingPathComponent("reports/\(name)").path
            let ending = try await espy("rack", tubes, "--grid", "3x4", "--expect", list)
            #expect(ending.exit == 0, "\(ending.err)")
            #expect(ending.out == ListCommandTests.nothing, "\(ending.err)")
            #expect(ending.err.contains("12 codes fit when they are put back") == name.contains("no-zeros"))
            let json = try await espy("rack", tubes, "--grid", "3x4", "--expect", list, "--json", "-q")
            #expect(json.out.contains("\"kind\":\"zerosLost\"") == name.contains("no-zeros"))
        }

        @Test func separatorsComeBackFromSheets() async throws {
            let tube = PhotoSets.folder.appendingPathComponent("reports/gs1-tube.png").path
            let sheet = scratch.file("x.xlsx")
            let written = try await espy("rack", tube, "--grid", "1x1", "--table", "lims", "--xlsx", sheet)
            #expect(written.exit == 0)
            #expect(try SheetReader.lines(scratch.bytes("x.xlsx"))[1].contains { $0.contains("\u{1D}") })
            let ending = try await espy("rack", tube, "--grid", "1x1", "--expect", sheet)
            #expect(ending.exit == 0, "\(ending.err)")
            #expect(ending.out == ListCommandTests.nothing, "\(ending.err)")
        }
    }
}
