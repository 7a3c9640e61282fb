import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

struct ShelfRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }
    private static let sample = "Tests/Samples/shelf/library-row.jpg"

    init() throws { bench = try Bench() }

    private func read(_ request: [String: Any] = [:]) async throws -> Reply {
        var request = request
        request["photo"] = try await bench.upload(try Repository.bytes(Self.sample), name: "books.jpg")
        return try await bench.finish(try await bench.start("/api/v1/shelves", request))
    }

    @Test func resultIsWhatTheLibraryReads() async throws {
        let job = try await read(["options": ["text": false]])
        let image = try ImageDecoder().decode(try Repository.bytes(Self.sample))
        let shelf = try await ShelfReader(barcodes: BarcodeReader(), regions: TextFinder()).read(image)
        let expected = try JSONEncoder().encode(ShelfAnswer(shelf, file: "books.jpg"))
        var (found, object) = (
            try job.object("result"), try #require(try JSONSerialization.jsonObject(with: expected) as? [String: Any])
        )
        // Timings differ each time.
        #expect((found.removeValue(forKey: "timings") as? [String: Double])?["total"] ?? 0 > 0)
        object["timings"] = nil
        #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: object))
        let entry = try job.object("entry")
        #expect(entry["kind"] as? String == "shelf")
        #expect(entry["count"] as? Int == shelf.spines.count)
        #expect(shelf.spines.count > 3)
        #expect(entry["title"] as? String == "books.jpg")
    }

    @Test func confidenceIsAsked() async throws {
        let all = try #require(try await read(["options": ["confidence": 0]]).object("result")["spines"] as? [Any])
        let job = try await read(["options": ["confidence": 0.9]])
        let sure = try #require(try job.object("result")["spines"] as? [[String: Any]])
        #expect(sure.count < all.count)
        #expect(sure.allSatisfy { $0["confidence"] as? Double ?? 0 >= 0.9 })
        #expect((try job.object("entry")["parameters"] as? [String: Any])?["confidence"] as? Double == 0.9)
    }

    @Test(
        arguments: [
            (["confidence": 1], "unprocessable"), (["confidence": -0.1], "unprocessable"),
            (["confidence": "much"], "bad-request"), (["text": 1], "bad-request"),
        ] as [([String: any Sendable], String)])
    func badRequests(options: [String: any Sendable], problem: String) async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let answer = await client.post("/api/v1/shelves", json: ["photo": photo, "options": options])
        #expect(answer.problem == problem)
    }

    @Test func picturesWithoutBooksAreNotKept() async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let job = try await bench.finish(try await bench.start("/api/v1/shelves", ["photo": photo]))
        #expect(try job.text("state") == "done")
        #expect(try job.object()["entry"] == nil)
    }

    @Test func corrections() async throws {
        let job = try await read()
        let id = try #require(try job.object("entry")["id"] as? String)
        let spines = try #require(try job.object("result")["spines"] as? [[String: Any]])
        let ids = spines.compactMap { $0["id"] as? Int }
        let new = (ids.max() ?? 0) + 1
        let corrections: [String: Any] = [
            "removed": [ids[0]], "confirmed": [ids[1]], "texts": ["\(ids[2])": "Dune", "\(new)": "Solaris"],
            "added": [["id": new, "quad": [[1, 2], [30, 2], [30, 200], [1, 200]]]],
        ]
        let changed = await client.patch("/api/v1/history/\(id)", json: ["corrections": corrections])
        #expect(changed.status == 200)
        #expect(try changed.object("entry")["count"] as? Int == spines.count)
        // The original result.
        #expect((try changed.object("result")["spines"] as? [Any])?.count == spines.count)
        let exported = try await client.get("/api/v1/history/\(id)/export.json").list("spines")
        let texts = Dictionary(
            uniqueKeysWithValues: exported.compactMap { spine in
                (spine["id"] as? Int).map { ($0, spine["text"] as? String ?? "") }
            })
        #expect(texts[ids[0]] == nil)
        #expect(texts[ids[2]] == "Dune")
        #expect(texts[new] == "Solaris")
        #expect(texts[ids[1]] == "Book \(ids[1])")
        #expect(exported.first { $0["id"] as? Int == ids[1] }?["confidence"] as? Double == 1)
        let table = await client.get("/api/v1/history/\(id)/export.csv")
        #expect(table.header("Content-Disposition")?.contains("spines_stamp") == true)
        let picture = await client.get("/api/v1/history/\(id)/annotated.jpg")
        #expect(picture.status == 200)
        let wrong: [[String: Any]] = [
            ["removed": [999]], ["texts": ["999": "x"]], ["texts": ["\(ids[0])": "a\u{7}"]],
            ["added": [["id": ids[0], "quad": [[1, 2], [30, 2], [30, 200], [1, 200]]]]],
            ["moved": ["\(ids[0])": [[0, 0], [1e9, 0], [1e9, 10], [0, 10]]]],
        ]
        for corrections in wrong {
            let refused = await client.patch("/api/v1/history/\(id)", json: ["corrections": corrections])
            #expect(refused.problem == "unprocessable")
        }
        let short = await client.patch(
            "/api/v1/history/\(id)", json: ["corrections": ["moved": ["\(ids[0])": [[0, 0], [1, 0]]]]])
        #expect(short.problem == "bad-request")
        let list = try await client.get("/api/v1/history?kind=shelf").list("entries")
        try #require(list.count == 1)
        #expect(list[0]["corrected"] as? Bool == true)
    }
}

struct ShelfSessionTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench(sessions: .init(sessions: 2, age: 60)) }

    private func open() async throws -> String {
        let answer = await client.post("/api/v1/shelf-streams", json: [:])
        #expect(answer.status == 201)
        return try answer.text("id")
    }

    private func send(_ id: String, time: String = "1.5", type: String = "image/jpeg", _ bytes: [UInt8]) async -> Reply
    {
        await client.post("/api/v1/shelf-streams/\(id)/frames?time=\(time)", type: type, bytes)
    }

    @Test func picturesAreLookedAtInTheirOrder() async throws {
        let id = try await open()
        for frame in 0..<3 {
            let answer = await send(id, time: "\(Double(frame) / 2)", try Pictures.jpeg())
            let shelf = try answer.object()
            #expect(shelf["frame"] as? Int == frame)
            #expect(shelf["time"] as? Double == Double(frame) / 2)
            #expect(shelf["file"] == nil)
            #expect(shelf["outcome"] as? String == "processed")
            // A spine that is seen a second time is shown.
            #expect((shelf["spines"] as? [[String: Any]])?.first?["id"] as? Int == (frame == 0 ? nil : 1))
        }
        #expect(await client.delete("/api/v1/shelf-streams/\(id)").status == 204)
        #expect(await send(id, try Pictures.jpeg()).problem == "not-found")
        #expect(await client.delete("/api/v1/shelf-streams/\(id)").problem == "not-found")
    }

    /// A session uses the settings from its start, even if they change.
    @Test func sessionKeepsItsSettings() async throws {
        for (before, after, count) in [("0.3", "0.95", 1), ("0.95", "0.3", 0)] {
            let bench = try Bench()
            let settings = SettingsStore(bench.environment)
            try settings.change(settings.checked(["shelf.confidence": before]))
            let id = try await bench.client.post("/api/v1/shelf-streams", json: [:]).text("id")
            try settings.change(settings.checked(["shelf.confidence": after]))
            for frame in 0..<3 {
                let target = "/api/v1/shelf-streams/\(id)/frames?time=\(Double(frame) / 2)"
                let answer = await bench.client.post(target, type: "image/jpeg", try Pictures.jpeg())
                #expect(try answer.list("spines").count == (frame == 0 ? 0 : count))
            }
        }
    }

    @Test func badPictures() async throws {
        let id = try await open()
        #expect(await send(id, try Pictures.png()).problem == "unsupported-media-type")
        #expect(await send(id, type: "image/png", try Pictures.png()).problem == "unsupported-media-type")
        #expect(await send(id, Array("hello".utf8)).problem == "not-an-image")
        #expect(await send(id, Pictures.bomb).status >= 400)
        #expect(await send(id, try Pictures.jpeg(width: 2_600, height: 1_700)).problem == "unprocessable")
        #expect(await send(id, [UInt8](repeating: 0, count: (4 << 20) + 1)).problem == "too-large")
        for time in ["", "-1", "nan", "inf", "x"] {
            #expect(await send(id, time: time, try Pictures.jpeg()).problem == "bad-request")
        }
    }

    @Test func streamsAreForgottenAndLimited() async throws {
        let first = try await open()
        _ = try await open()
        #expect(await client.post("/api/v1/shelf-streams", json: [:]).problem == "busy")
        bench.clock.advance(61)
        let third = try await open()
        #expect(await send(first, try Pictures.jpeg()).problem == "not-found")
        #expect(await send(third, try Pictures.jpeg()).status == 200)
    }
}
