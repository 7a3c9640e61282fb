import EspyTool
import Foundation
import Testing

/// `espy shelf inventory`, `espy shelf --table` and `espy shelf catalog`.
struct InventoryCommandTests {
    private let scratch: Scratch
    private let photo = Repository.path("Tests/Samples/inventory/shelf.jpg")
    private let list = Repository.path("Tests/Samples/inventory/list.csv")

    init() throws { scratch = try Scratch() }

    @Test func differencesAreListedAndDrawn() async throws {
        let drawn = scratch.file("marked.jpg")
        let ending = try await espy("shelf", "inventory", list, photo, "-v", "-o", drawn, "--no-history")
        #expect(ending.exit == 1, "\(ending.err)")
        #expect(
            ending.out.hasPrefix(
                "status,title,author,isbn,callNumber,after,file,row,position,spine,confidence,text,reason,perhaps\r\n"
            ))
        #expect(!ending.out.contains("\npresent,"))
        #expect(ending.err.contains(" present, "))
        #expect(FileManager.default.fileExists(atPath: drawn))
        let all = try await espy("shelf", "inventory", list, photo, "--all", "--no-history")
        #expect(all.out.contains("\npresent,"))
    }

    @Test func answerIsOneObject() async throws {
        let ending = try await espy("shelf", "inventory", list, photo, "--json", "--no-history")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        #expect(object["schema"] as? Int == 1)
        #expect(object["order"] as? String == "list")
        #expect(object["books"] as? Int == 16)
        let findings = try #require(object["findings"] as? [[String: Any]])
        let counts = try #require(object["counts"] as? [String: Int])
        #expect(counts.values.reduce(0, +) == findings.count)
        let absent = ["missing", "not-seen"]
        #expect(findings.allSatisfy { absent.contains($0["status"] as? String ?? "") != ($0["quad"] is [[Double]]) })
        #expect(findings.allSatisfy { ($0["status"] as? String == "not-seen") == ($0["reason"] is String) })
    }

    @Test func listsAreKeptByName() async throws {
        let none = try await atHome("shelf", "lists", "list")
        #expect(none.exit == 0)
        #expect(none.out.isEmpty)
        #expect(none.err.contains("no lists yet"))
        #expect(try await atHome("shelf", "inventory", "Reading room", photo).exit == 2)
        let kept = try await atHome("shelf", "lists", "keep", " Reading  room", list)
        #expect(kept.exit == 0, "\(kept.err)")
        #expect(kept.err.contains("Reading room"), "\(kept.err)")
        #expect(kept.err.contains("16 books"), "\(kept.err)")
        let lists = try await atHome("shelf", "lists", "list", "--json")
        #expect(lists.out.contains("\"name\":\"Reading room\""))
        #expect(lists.out.contains("\"books\":16"))
        let named = try await atHome("shelf", "inventory", "Reading room", photo, "--no-history")
        let filed = try await atHome("shelf", "inventory", list, photo, "--no-history")
        #expect(named.exit == 1)
        #expect(named.out == filed.out)
        let shown = try await atHome("shelf", "lists", "show", "Reading room")
        #expect(shown.out == (try String(contentsOfFile: list, encoding: .utf8)))
        #expect(try await atHome("shelf", "lists", "delete", "Reading room").exit == 0)
        let gone = try await atHome("shelf", "lists", "show", "Reading room")
        #expect(gone.exit == 2, "\(gone.err)")
        #expect(gone.err.contains("no list “Reading room”"), "\(gone.err)")
    }

    @Test func whatIsNoListIsNotKept() async throws {
        let empty = try scratch.write("empty.csv", "year\n1999\n")
        let unusable = try await atHome("shelf", "lists", "keep", "a", empty)
        #expect(unusable.exit == 2, "\(unusable.err)")
        #expect(unusable.err.contains("no column is called title, isbn"), "\(unusable.err)")
        #expect(try await atHome("shelf", "lists", "keep", "a", scratch.file("none.csv")).exit == 2)
        #expect(try await atHome("shelf", "lists", "keep", " ", list).exit == 64)
        #expect(try await atHome("shelf", "lists", "list").out.isEmpty)
    }

    @Test func whatCannotBeDoneIsSaid() async throws {
        let empty = try scratch.write("empty.csv", "year\n1999\n")
        let unusable = try await espy("shelf", "inventory", empty, photo)
        #expect(unusable.exit == 2)
        #expect(unusable.out.isEmpty)
        #expect(unusable.err.contains("no column is called title, isbn"))
        #expect(try await espy("shelf", "inventory", list).exit == 64)
        #expect(try await espy("shelf", "inventory", list, "-", "-o", scratch.file("a.jpg")).exit == 64)
        #expect(try await espy("shelf", "inventory", list, photo, "--order", "size").exit == 64)
        let broken = try scratch.write("broken.jpg", "no picture")
        #expect(try await espy("shelf", "inventory", list, broken, "--no-history").exit == 2)
    }

    @Test func booksAreWrittenForCatalogs() async throws {
        let table = scratch.file("import.csv")
        let ending = try await espy(
            "shelf", photo, "--catalog", list, "--table", "goodreads", "--csv", table, "--no-history")
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.out.isEmpty, "\(ending.err)")
        let text = try String(contentsOfFile: table, encoding: .utf8)
        #expect(text.hasPrefix("Title,Author,ISBN,ISBN13,Bookshelves\r\n"))
        #expect(text.split(separator: "\r\n").count > 5)
        #expect(try await espy("shelf", photo, "--table", "libib", "--json").exit == 64)
    }

    @Test func dumpBecomesACatalog() async throws {
        let dump = try scratch.write(
            "dump.txt",
            "/type/edition\t/books/OL1M\t1\t2020\t{\"title\": \"Winter Night\", \"isbn_13\": [\"9780306406157\"]}\nbroken\n"
        )
        let store = scratch.file("books.sqlite")
        let ending = try await espy("shelf", "catalog", "build", dump, "-o", store)
        #expect(ending.exit == 1, "\(ending.err)")
        #expect(ending.err.contains("1 books of 2 lines; 1 lines are damaged"), "\(ending.err)")
        let again = try await espy("shelf", "catalog", "build", dump, "-o", store)
        #expect(again.exit == 64)
        #expect(again.err.contains("already exists"))
        let shelf = try await espy(
            "shelf", Repository.path("Tests/Samples/shelf/library-row.jpg"), "--catalog", store, "--json",
            "--no-history")
        #expect(shelf.exit == 0, "\(shelf.err)")
        #expect(shelf.out.contains("9780306406157"), "\(shelf.err)")
        let nothing = try await espy(
            "shelf", "catalog", "build", try scratch.write("none.txt", "x\n"), "-o", scratch.file("n"))
        #expect(nothing.exit == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("n")))
    }

    /// Runs with a history that the next run finds.
    private func atHome(_ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: ["HOME": scratch.path])
    }
}
