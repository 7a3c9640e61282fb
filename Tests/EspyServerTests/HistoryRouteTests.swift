import Espy
import EspyApp
import EspyHTTP
import EspyServer
import Foundation
import Testing

struct HistoryRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    private func path(_ id: String, _ rest: String = "") -> String { "/api/v1/history/\(id)\(rest)" }

    @Test func nothingYet() async throws {
        let answer = await client.get("/api/v1/history")
        #expect(answer.string == #"{"entries":[],"next":null,"total":0}"#)
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(await client.get(path("00000000-0000-4000-8000-000000000000")).problem == "not-found")
        #expect(try await client.delete("/api/v1/history?confirm=all").object()["deleted"] as? Int == 0)
        // Looking does not create anything.
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).isEmpty)
    }

    @Test func pagesJoin() async throws {
        var ids: [String] = []
        for _ in 0..<5 { ids.insert(try await bench.entry(), at: 0) }
        var found: [String] = []
        var next = ""
        var pages = 0
        repeat {
            let page = await client.get("/api/v1/history?limit=2&kind=count\(next)")
            found += try page.list("entries").compactMap { $0["id"] as? String }
            #expect(try page.object()["total"] as? Int == 5)
            next = try page.object()["next"].flatMap { $0 as? String }.map { "&cursor=\($0)" } ?? ""
            pages += 1
        } while !next.isEmpty && pages < 9
        #expect(found == ids)
        #expect(pages == 3)
        #expect(try await client.get("/api/v1/history?kind=rack").object()["total"] as? Int == 0)
    }

    /// Pages ask often whether an entry was changed elsewhere.
    @Test func anUnchangedEntryIsNotSentAgain() async throws {
        let id = try await bench.entry()
        let first = await client.get(path(id))
        let tag = try #require(first.header("ETag"))
        #expect(first.header("Cache-Control") == "no-store")
        let again = await client.get(path(id), headers: ["If-None-Match": tag])
        #expect(again.status == 304)
        #expect(again.string.isEmpty)
        for change in [["note": "torn bag"], ["title": "left tray"], ["confirmedBy": "Ana"]] {
            let before = try #require(await client.get(path(id)).header("ETag"))
            #expect(await client.patch(path(id), json: change).status == 200)
            let after = await client.get(path(id), headers: ["If-None-Match": before])
            #expect(after.status == 200)
            #expect(after.header("ETag") != before)
        }
    }

    @Test func boxesAreFoundByPartsOfCodes() async throws {
        let history = try HistoryFile(bench.environment).open(making: true)
        let image = RGBImage(width: 40, height: 30, red: 90, green: 90, blue: 90)
        var ids: [String] = []
        for value in ["AB/1234", "ab/1299", "\u{d}q\u{1d}12"] {
            let quad = Quad(Rect(x: 0, y: 0, width: 9, height: 9))
            let rack = Rack(
                width: 40, height: 30, rows: 1, cols: 1, origin: .box, layout: .given, cells: [], vials: [],
                outside: [Rack.Code(value: value, corners: quad, symbol: "10x10", bytes: Array(value.utf8))])
            ids.insert(try await history.add(rack, RackOptions(), of: image, title: "box", at: 1_000).id, at: 0)
        }
        _ = try await bench.entry()
        func found(_ query: String) async throws -> [String?] {
            try await client.get("/api/v1/history?\(query)").list("entries").map { $0["id"] as? String }
        }
        #expect(try await found("code=ab/12") == Array(ids[1...]))
        #expect(try await found("code=B/123") == [ids[2]])
        #expect(try await found("code=\u{1d}1") == [ids[0]])
        #expect(try await found("code=12&kind=count").isEmpty)
        let page = await client.get("/api/v1/history?code=12&limit=2")
        #expect(try page.object()["total"] as? Int == 3)
        let next = try #require(try page.object()["next"] as? String)
        #expect(try await found("code=12&limit=2&cursor=\(next)") == [ids[2]])
        #expect(await client.get("/api/v1/history?code=").status == 400)
    }

    /// Lists are cached as they were sent, but only until another process or device changes the history.
    @Test func theListIsNeverOldNews() async throws {
        func listed(_ query: String = "") async throws -> [String] {
            let entries = try await client.get("/api/v1/history\(query)").list("entries")
            return try entries.map { "\(try #require($0["id"] as? String)) \($0["note"] as? String ?? "")" }
        }
        let first = try await bench.entry()
        for _ in 0..<2 { #expect(try await listed() == ["\(first) "]) }
        let second = try await bench.entry()
        #expect(try await listed() == ["\(second) ", "\(first) "])
        #expect(try await listed("?limit=1") == ["\(second) "])
        _ = await client.patch(path(first), json: ["note": "mine"])
        #expect(try await listed() == ["\(second) ", "\(first) mine"])
        let other = try History(path: bench.history)
        try await other.change(second, HistoryChange(note: "theirs"))
        #expect(try await listed() == ["\(second) theirs", "\(first) mine"])
        _ = await client.delete(path(first))
        for query in ["", "?limit=1"] { #expect(try await listed(query) == ["\(second) theirs"]) }
        try await other.delete([second], at: bench.clock.time)
        for query in ["", "?kind=count"] { #expect(try await listed(query).isEmpty) }
    }

    @Test(arguments: [
        "limit=0", "limit=501", "limit=x", "kind=gallery", "cursor=", "cursor=e-1", "cursor=x1", "cursor=e!",
    ])
    func badQueries(query: String) async throws {
        _ = try await bench.entry()
        let answer = await client.get("/api/v1/history?\(query)")
        #expect(answer.status == 400)
        #expect(answer.problem == "bad-request")
    }

    @Test func entryTellsAll() async throws {
        let id = try await bench.entry()
        let answer = await client.get(path(id))
        let entry = try answer.object("entry")
        #expect(entry["kind"] as? String == "count")
        #expect(entry["count"] as? Int == 6)
        #expect(entry["time"] as? Int == bench.clock.time)
        #expect(entry["date"] as? String == "2026-02-20T14:30:22Z")
        #expect(entry["favorite"] as? Bool == false)
        #expect(entry["corrected"] as? Bool == false)
        #expect((entry["range"] as? [String: Int]) == ["low": 5, "high": 6])
        #expect(entry["note"] == nil)
        let result = try answer.object("result")
        #expect((result["detections"] as? [Any])?.count == 8)
        #expect(result["file"] as? String == "tray.jpg")
        #expect(try answer.object("corrections") as? [String: [Int]] == ["added": [], "removed": [], "included": []])
        let photo = try answer.text("photo")
        #expect(await client.get("/api/v1/photos/\(photo)").status == 200)
        // As long as the photo is kept.
        _ = await client.delete("/api/v1/photos/\(photo)")
        #expect(try await client.get(path(id)).object()["photo"] == nil)
    }

    @Test func words() async throws {
        let id = try await bench.entry()
        let changed = await client.patch(path(id), json: ["title": "Box 7", "note": "cold", "favorite": true])
        let entry = try changed.object("entry")
        #expect(entry["title"] as? String == "Box 7")
        #expect(entry["note"] as? String == "cold")
        #expect(entry["favorite"] as? Bool == true)
        #expect(await client.get(path(id)).string == changed.string)
        let bare = await client.patch(path(id), json: ["note": NSNull()])
        #expect(try bare.object("entry")["note"] == nil)
        #expect(try bare.object("entry")["title"] as? String == "Box 7")
    }

    @Test(
        arguments: [
            (["title": ""], "unprocessable"), (["title": String(repeating: "a", count: 201)], "unprocessable"),
            (["note": String(repeating: "a", count: 10_001)], "unprocessable"), (["favorite": "yes"], "bad-request"),
            (["corrections": ["removed": [99]]], "unprocessable"),
            (["corrections": ["included": [-1]]], "unprocessable"),
            (["corrections": ["added": [["x": 1, "y": 1, "width": 0, "height": 1]]]], "unprocessable"),
            (["corrections": ["added": [["x": 9_000, "y": 1, "width": 5, "height": 5]]]], "unprocessable"),
            (["corrections": ["added": 5]], "bad-request"), (["corrections": "none"], "bad-request"),
        ] as [([String: any Sendable], String)])
    func badChanges(change: [String: any Sendable], problem: String) async throws {
        let id = try await bench.entry()
        // Together with a valid one: all or nothing.
        var change = change
        if change["favorite"] == nil { change["favorite"] = true }
        #expect(await client.patch(path(id), json: change).problem == problem)
        #expect(try await client.get(path(id)).object("entry")["favorite"] as? Bool == false)
    }

    @Test func correctedCounts() async throws {
        let id = try await bench.entry()
        let added: [[String: Any]] = [["x": 5, "y": 100, "width": 30, "height": 30]]
        let corrections: [String: Any] = ["added": added, "removed": [0, 1], "included": [7]]
        let changed = await client.patch(path(id), json: ["corrections": corrections])
        #expect(try changed.object("entry")["count"] as? Int == 6 - 2 + 1 + 1)
        #expect(try changed.object("entry")["corrected"] as? Bool == true)
        // The original result stays as it is.
        #expect(try changed.object("result")["count"] as? Int == 6)
        #expect(try changed.object("corrections")["removed"] as? [Int] == [0, 1])
        let listed = try #require(try await client.get("/api/v1/history").list("entries").first)
        #expect(listed["count"] as? Int == 6)
        #expect(listed["corrected"] as? Bool == true)
        let export = await client.get(path(id, "/export.json"))
        #expect(try export.object()["count"] as? Int == 6)
        #expect(try export.list("detections").filter { $0["added"] as? Bool == true }.count == 1)
        let table = await client.get(path(id, "/export.csv")).string.split(separator: "\r\n")
        #expect(table.count == 10)
        #expect(table.filter { $0.contains(",true,") }.count == 6)
        // And back.
        let none = await client.patch(path(id), json: ["corrections": [String: Any]()])
        #expect(try none.object("entry")["corrected"] as? Bool == false)
        #expect(try none.object("entry")["count"] as? Int == 6)
    }

    /// Two devices work on one result: the second is notified of the first one's change.
    @Test func whoKnowsLessIsTold() async throws {
        let id = try await bench.entry()
        let first = await client.patch(path(id), json: ["corrections": ["removed": [0]], "known": 0])
        #expect(try first.list("audit").count == 1)
        let second = await client.patch(path(id), json: ["corrections": ["removed": [1]], "known": 0])
        #expect(second.status == 409)
        #expect(second.problem == "changed-elsewhere")
        #expect(try await client.get(path(id)).object("corrections")["removed"] as? [Int] == [0])
        let third = await client.patch(path(id), json: ["corrections": ["removed": [0, 1]], "known": 1])
        #expect(try third.object("corrections")["removed"] as? [Int] == [0, 1])
    }

    @Test(arguments: MarkFormat.allCases)
    func marksForOtherPrograms(format: MarkFormat) async throws {
        let id = try await bench.entry()
        _ = await client.patch(path(id), json: ["corrections": ["removed": [0, 1]]])
        let answer = await client.get(path(id, "/marks/\(format.rawValue)"))
        #expect(answer.status == 200)
        if format == .yolo {
            #expect(answer.string.split(separator: "\n").count == 4)
        } else {
            #expect(try MarkFile.photos(in: answer.bytes)[0].marks.count == 4)
        }
        #expect(await client.get(path(id, "/marks/pdf")).problem == "not-found")
    }

    @Test func deletingCanBeTakenBack() async throws {
        let id = try await bench.entry()
        #expect(await client.delete(path(id)).status == 204)
        #expect(try await client.get("/api/v1/history").object()["total"] as? Int == 0)
        for rest in ["", "/thumbnail.jpg", "/export.csv", "/export.json", "/annotated.jpg"] {
            #expect(await client.get(path(id, rest)).problem == "not-found", "\(rest)")
        }
        #expect(await client.delete(path(id)).problem == "not-found")
        #expect(await client.patch(path(id), json: ["favorite": true]).problem == "not-found")
        bench.clock.advance(599)
        let back = await client.post(path(id, "/restore"), json: [String: Any]())
        #expect(back.status == 200)
        #expect(try back.text("id") == id)
        #expect(try await client.get("/api/v1/history").object()["total"] as? Int == 1)
        // Restoring works only once.
        #expect(await client.post(path(id, "/restore"), json: [String: Any]()).problem == "not-found")
        _ = await client.delete(path(id))
        bench.clock.advance(600)
        #expect(await client.post(path(id, "/restore"), json: [String: Any]()).problem == "not-found")
    }

    @Test func beginningsOfIdentifiersAreNone() async throws {
        let id = try await bench.entry()
        let short = String(id.prefix(12))
        #expect(await client.get(path(short)).problem == "not-found")
        #expect(await client.delete(path(short)).problem == "not-found")
        _ = await client.delete(path(id))
        #expect(await client.post(path(short, "/restore"), json: [String: Any]()).problem == "not-found")
    }

    @Test func clearing() async throws {
        let star = try await bench.entry()
        _ = await client.patch(path(star), json: ["favorite": true])
        for _ in 0..<2 { _ = try await bench.entry() }
        for query in ["", "?confirm=yes", "?confirm=all&keepFavorites=1", "?confirm=all&kind=x"] {
            #expect(await client.delete("/api/v1/history\(query)").problem == "bad-request")
        }
        let some = await client.delete("/api/v1/history?confirm=all&kind=count&keepFavorites=true")
        #expect(try some.object()["deleted"] as? Int == 2)
        #expect(try await client.get("/api/v1/history").object()["total"] as? Int == 1)
        #expect(try await client.delete("/api/v1/history?confirm=all").object()["deleted"] as? Int == 1)
        // Now it is final.
        #expect(await client.post(path(star, "/restore"), json: [String: Any]()).problem == "not-found")
    }

    @Test func thumbnails() async throws {
        let id = try await bench.entry()
        let listed = try await client.get(path(id)).object("entry")["thumbnail"] as? String
        let fixed = await client.get(try #require(listed))
        #expect(fixed.status == 200)
        #expect(fixed.header("Content-Type") == "image/jpeg")
        #expect(fixed.header("Cache-Control")?.contains("immutable") == true)
        #expect(try ImageDecoder().decode(fixed.bytes).width == 200)
        let plain = await client.get(path(id, "/thumbnail.jpg"))
        #expect(plain.bytes == fixed.bytes)
        #expect(plain.header("Cache-Control") == "private, no-cache")
        #expect(plain.header("ETag") == fixed.header("ETag"))
        #expect(plain.header("ETag") != nil)
    }

    /// Browsers keep a picture for a year under its address, so that another one needs another address.
    @Test func correctedThumbnailsHaveAnotherAddress() async throws {
        let bench = try Bench(settings: ["history-photos": "small"])
        let id = try await bench.entry()
        func address(_ answer: Reply) throws -> String {
            try #require(try answer.object("entry")["thumbnail"] as? String)
        }
        let first = try address(await bench.client.get(path(id)))
        let before = await bench.client.get(first)
        let changed = await bench.client.patch(path(id), json: ["corrections": ["removed": [0, 1, 2, 3, 4, 5]]])
        let second = try address(changed)
        #expect(second != first)
        let after = await bench.client.get(second)
        #expect(after.header("Cache-Control")?.contains("immutable") == true)
        #expect(after.bytes != before.bytes)
        #expect(after.header("ETag") != before.header("ETag"))
        // The old address returns the new picture, but it must not be cached.
        let old = await bench.client.get(first)
        #expect(old.bytes == after.bytes)
        #expect(old.header("Cache-Control") == "private, no-cache")
        let renamed = await bench.client.patch(path(id), json: ["title": "Box 7"])
        #expect(try address(renamed) == second)
    }

    @Test func exportsHaveDatedNames() async throws {
        let id = try await bench.entry()
        for (ending, type) in [("csv", "text/csv; charset=utf-8"), ("json", "application/json")] {
            let answer = await client.get(path(id, "/export.\(ending)"))
            #expect(answer.header("Content-Type") == type)
            #expect(
                answer.header("Content-Disposition") == "attachment; filename=\"counts_stamp1771597822.\(ending)\"")
        }
    }

    @Test func aSecondPersonConfirms() async throws {
        let id = try await bench.entry()
        let answer = await client.patch(path(id), json: ["confirmedBy": "Ann"])
        let said = try answer.object("entry")["confirmation"] as? [String: Any]
        #expect(said?["by"] as? String == "Ann", "\(answer.string)")
        #expect(said?["time"] as? Int != nil, "\(answer.string)")
        let corrected = await client.patch(path(id), json: ["corrections": ["removed": [0]]])
        #expect(try corrected.object("entry")["confirmation"] == nil)
        _ = await client.patch(path(id), json: ["confirmedBy": "Ann"])
        let none = await client.patch(path(id), json: ["confirmedBy": NSNull()])
        #expect(try none.object("entry")["confirmation"] == nil)
        for bad in ["", "a\nb", String(repeating: "x", count: 81)] {
            #expect(await client.patch(path(id), json: ["confirmedBy": bad]).status == 422)
        }
    }

    @Test func reportsRunNothing() async throws {
        let id = try await bench.entry()
        _ = await client.patch(path(id), json: ["title": "<script>", "confirmedBy": "Ann"])
        let report = await client.get(path(id, "/report.html"))
        #expect(report.status == 200)
        #expect(report.header("Content-Type") == "text/html; charset=utf-8")
        let policy = try #require(report.header("Content-Security-Policy"))
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("sandbox"))
        #expect(!policy.contains("script-src"))
        #expect(report.string.contains("&lt;script&gt;"))
        #expect(report.string.contains("data:image/jpeg;base64,"))
        let photo = try await client.get(path(id)).text("photo")
        _ = await client.delete("/api/v1/photos/\(photo)")
        #expect(await client.get(path(id, "/report.html")).string.contains("not kept any more"))
    }

    @Test func annotatedPhotos() async throws {
        let id = try await bench.entry()
        let before = await client.get(path(id, "/annotated.jpg"))
        #expect(before.status == 200)
        #expect(before.header("Content-Type") == "image/jpeg")
        #expect(try ImageDecoder().decode(before.bytes).width >= 800)
        _ = await client.patch(path(id), json: ["corrections": ["removed": [0, 1, 2, 3]]])
        #expect(await client.get(path(id, "/annotated.jpg")).bytes != before.bytes)
        let photo = try await client.get(path(id)).text("photo")
        _ = await client.delete("/api/v1/photos/\(photo)")
        let gone = await client.get(path(id, "/annotated.jpg"))
        #expect(gone.status == 410)
        #expect(gone.problem == "photo-gone")
    }

    @Test func anotherProgramHoldsTheFile() async throws {
        let id = try await bench.entry()
        // A second connection to the same file takes the place of another process.
        let other = try History(path: bench.history)
        try await other.setNote("from outside", of: id)
        #expect(try await client.get(path(id)).object("entry")["note"] as? String == "from outside")
        try await other.delete([id])
        #expect(await client.get(path(id)).problem == "not-found")
    }
}
