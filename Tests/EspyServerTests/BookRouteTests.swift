import Espy
import EspyHTTP
import EspyServer
import EspySheets
import Foundation
import Testing

/// The books of all photos, lists and inventories, through requests.
struct BookRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    /// Stores a shelf whose spines have typed titles.
    private func shelf(_ titles: [String], place: String? = nil) async throws -> String {
        var request: [String: Any] = ["options": ["text": false]]
        request["place"] = place
        request["photo"] = try await bench.upload(
            try Repository.bytes("Tests/Samples/shelf/library-row.jpg"), name: "books.jpg")
        let job = try await bench.finish(try await bench.start("/api/v1/shelves", request))
        let id = try #require(try job.object("entry")["id"] as? String)
        let spines = try #require(try job.object("result")["spines"] as? [[String: Any]]).compactMap {
            $0["id"] as? Int
        }
        let texts = Dictionary(uniqueKeysWithValues: zip(spines.map(String.init), titles))
        let removed = Array(spines.dropFirst(titles.count))
        let changed = await client.patch(
            "/api/v1/history/\(id)", json: ["corrections": ["texts": texts, "removed": removed]])
        #expect(changed.status == 200)
        return id
    }

    private func list(_ csv: String) async throws -> String {
        let answer = await client.post("/api/v1/book-lists?name=mine", type: "text/csv", Array(csv.utf8))
        #expect(answer.status == 201)
        return try answer.text("id")
    }

    @Test func booksAreFoundWithTheirPlaces() async throws {
        #expect(try await client.get("/api/v1/books").object()["all"] as? Int == 0)
        let id = try await shelf(["Winter Night", "Road to Kyoto"], place: "Study/Case 2")
        let all = await client.get("/api/v1/books")
        #expect(try all.object()["total"] as? Int == 2)
        let found = try await client.get("/api/v1/books?q=kyoto&place=study").list("books")
        #expect(found.compactMap { $0["title"] as? String } == ["Road to Kyoto"])
        #expect(try await client.get("/api/v1/places").list("places")[0]["place"] as? String == "Study / Case 2")
        let book = try #require(found[0]["id"] as? String)
        #expect(try await client.get("/api/v1/books/\(book)").text("title") == "Road to Kyoto")
        let moved = await client.patch("/api/v1/history/\(id)", json: ["place": "Hall"])
        #expect(try moved.object("entry")["place"] as? String == "Hall")
        #expect(try await client.get("/api/v1/books?place=Study").object()["total"] as? Int == 0)
        let table = await client.get("/api/v1/books.csv?q=winter")
        #expect(table.string.contains("\r\nWinter Night,"))
        #expect(await client.get("/api/v1/books.csv?form=libib").string.hasPrefix("item_type,title"))
    }

    @Test func peopleJoinAndPart() async throws {
        let id = try await shelf(["Winter Night", "Winter Nihgt"])
        let books = try await client.get("/api/v1/books").list("books").compactMap { $0["id"] as? String }
        let body: [String: Any] = ["books": books, "same": true]
        let joined = await put("/api/v1/same-books", body)
        #expect(try joined.list("sightings").count == 2)
        #expect(try await client.get("/api/v1/books").object()["total"] as? Int == 1)
        #expect(await put("/api/v1/same-books", ["books": books, "same": NSNull()]).status == 200)
        #expect(try await client.get("/api/v1/books").object()["total"] as? Int == 2)
        #expect(await put("/api/v1/same-books", ["books": ["\(id).1"], "same": true]).problem == "unprocessable")
        #expect(await put("/api/v1/same-books", ["books": ["\(id).1", "\(id).99"]]).problem == "unprocessable")
    }

    private func put(_ target: String, _ json: Any) async -> Reply {
        let bytes = (try? JSONSerialization.data(withJSONObject: json)).map(Array.init) ?? []
        return await client.ask(.put, target, headers: ["Content-Type": "application/json"], body: RequestBody(bytes))
    }

    @Test func shelfIsHeldAgainstAList() async throws {
        let id = try await shelf(["Winter Night", "Road to Kyoto", "Unheard Novelty"])
        let list = try await list("Title,ISBN\nWinter Night,9780306406157\nSilent Harbor,\nRoad to Kyoto,\n")
        let inventory = await client.get("/api/v1/history/\(id)/inventory?list=\(list)&order=list&scope=whole")
        let counts = try inventory.object("counts")
        #expect(counts["present"] as? Int == 2)
        #expect(counts["extra"] as? Int == 1)
        #expect((counts["missing"] as? Int ?? 0) + (counts["unreadable"] as? Int ?? 0) == 1)
        let table = await client.get("/api/v1/history/\(id)/inventory.csv?list=\(list)").string
        #expect(table.contains("Silent Harbor"))
        #expect(!table.contains("present"))
        let picture = await client.get("/api/v1/history/\(id)/inventory.jpg?list=\(list)")
        #expect(picture.status == 200)
        #expect(picture.header("Content-Type") == "image/jpeg")
        let books = await client.get("/api/v1/history/\(id)/books.csv?form=goodreads&list=\(list)").string
        #expect(books.contains("=\"\"9780306406157\"\""))
        let labels = await client.get("/api/v1/history/\(id)/inventory")
        #expect(try labels.object()["basis"] as? String == "labels")
        #expect(try labels.object("counts")["unreadable"] as? Int == 3)
        #expect(try inventory.object()["basis"] as? String == "list")
        #expect(await client.get("/api/v1/history/\(id)/inventory?list=none").status == 404)
        #expect(await client.get("/api/v1/history/\(id)/inventory?list=\(list)&order=size").problem == "bad-request")
        let count = try await bench.entry()
        #expect(await client.get("/api/v1/history/\(count)/inventory?list=\(list)").problem == "unprocessable")
    }

    @Test func listsAreKept() async throws {
        let id = try await list("Title\nWinter Night\n")
        #expect(try await client.get("/api/v1/book-lists").list("lists")[0]["books"] as? Int == 1)
        #expect(await client.get("/api/v1/book-lists/\(id)").string == "Title\nWinter Night\n")
        #expect(await client.delete("/api/v1/book-lists/\(id)").status == 204)
        #expect(await client.delete("/api/v1/book-lists/\(id)").status == 404)
        let western = Array("Title,ISBN\nDvo".utf8) + [0xF8] + Array("k,306401002\n".utf8)
        let guessed = await client.post("/api/v1/book-lists?name=x", type: "text/csv", western)
        let notes = try #require(try guessed.object()["notes"] as? [[String: Any]])
        #expect(notes.compactMap { $0["kind"] as? String } == ["encodingGuessed", "isbnZerosLost"])
        let asked = await client.post("/api/v1/book-lists?name=x&encoding=cp1250", type: "text/csv", western)
        let kept = await client.get("/api/v1/book-lists/\(try asked.text("id"))")
        #expect(kept.string == "\u{FEFF}Title,ISBN\nDvořk,306401002\n")
        let sheet = try SheetWriter.xlsx([["Title"], ["Winter Night"]], name: "x")
        let sent = await client.post("/api/v1/book-lists?name=x", type: "application/octet-stream", sheet)
        #expect(try sent.object()["books"] as? Int == 1)
        let back = await client.get("/api/v1/book-lists/\(try sent.text("id"))")
        #expect(back.bytes == sheet)
        #expect(back.header("Content-Type")?.contains("spreadsheetml") == true)
        for bad in ["", "size\n4\n", "Title\n\"open\n", "Title\n"] {
            let answer = await client.post("/api/v1/book-lists?name=x", type: "text/csv", Array(bad.utf8))
            #expect(answer.problem == "unprocessable", "\(bad)")
        }
        #expect(
            await client.post("/api/v1/book-lists", type: "text/csv", Array("Title\nA\n".utf8)).problem
                == "unprocessable")
    }

    @Test func onlyShelvesHaveAPlace() async throws {
        let count = try await bench.entry()
        #expect(await client.patch("/api/v1/history/\(count)", json: ["place": "Hall"]).problem == "unprocessable")
        let id = try await shelf(["Winter Night"])
        #expect(await client.patch("/api/v1/history/\(id)", json: ["place": " / "]).problem == "unprocessable")
        let taken = await client.patch("/api/v1/history/\(id)", json: ["place": NSNull()])
        #expect(try taken.object("entry")["place"] == nil)
    }
}
