import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

struct CountRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    private func count(_ request: [String: Any], width: Int = 800) async throws -> Reply {
        var request = request
        request["photo"] = try await bench.upload(try Pictures.jpeg(width: width))
        return try await bench.finish(try await bench.start("/api/v1/counts", request))
    }

    @Test func jobIsTakenOn() async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let answer = await client.post("/api/v1/counts", json: ["photo": photo])
        let id = try answer.text("id")
        #expect(answer.status == 202)
        #expect(answer.header("Location") == "/api/v1/jobs/\(id)")
        #expect(try answer.text("kind") == "count")
        #expect(try answer.text("photo") == photo)
        #expect(["queued", "running"].contains(try answer.text("state")))
        _ = try await bench.finish(try answer.text("id"))
    }

    @Test func resultIsWhatTheCommandLineWrites() async throws {
        let job = try await count([:])
        let expected = CountAnswer(
            FakeCounting.count(width: 800, height: 240, .init(), FakeCounting.models), file: "tray.jpg")
        let result = try JSONSerialization.data(withJSONObject: job.object("result"), options: [.sortedKeys])
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(expected))
        #expect(try result == JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]))
        #expect(try job.object("entry")["count"] as? Int == 6)
        #expect(try job.object("entry")["title"] as? String == "tray.jpg")
    }

    @Test func wishesGoBeforeSettings() async throws {
        let store = SettingsStore(bench.environment)
        try store.change(store.checked(["count.confidence": "0.5"]))
        func parameters(_ options: [String: Any]) async throws -> [String: Any] {
            try #require(try await count(["options": options]).object("result")["parameters"] as? [String: Any])
        }
        #expect(try await parameters([:])["confidence"] as? Double == 0.5)
        #expect(try await parameters(["confidence": 0.25])["confidence"] as? Double == 0.25)
        #expect(try await parameters(["confidence": NSNull()])["confidence"] == nil)
        let all = try await parameters([
            "similarity": 0.75, "filtersSize": false, "filtersAspect": false, "border": "whole",
            "pipeline": "reference", "like": ["x": 1, "y": 2, "width": 3, "height": 4],
            "region": [[0, 0], [100, 0], [100, 100]], "exclusions": [[[0, 0], [10, 0], [10, 10]]],
        ])
        #expect(all["similarity"] as? Double == 0.75)
        #expect(all["filtersSize"] as? Bool == false)
        #expect(all["border"] as? String == "whole")
        #expect(all["pipeline"] as? String == "reference")
        #expect((all["like"] as? [String: Int]) == ["x": 1, "y": 2, "width": 3, "height": 4])
        #expect((all["region"] as? [[String: Int]])?[1] == ["x": 100, "y": 0])
        #expect((all["exclusions"] as? [[[String: Int]]])?.count == 1)
    }

    @Test func constantsAreAskedFor() async throws {
        let overrides: [String: Any] = [
            "pipeline": "reference",
            "constants": ["strict": true, "size": NSNull(), "area": 1.5, "smallestGroup": 2] as [String: Any],
        ]
        let result = try await count(["options": overrides]).object("result")
        let kept = try #require((result["parameters"] as? [String: Any])?["constants"] as? [String: Any])
        #expect(kept as NSDictionary == ["aspect": 0.5, "area": 1.5, "smallestGroup": 2] as NSDictionary)
    }

    @Test(arguments: [
        #"{"constants": {"strict": true}}"#, #"{"pipeline": "reference", "constants": {"size": 0}}"#,
        #"{"pipeline": "reference", "constants": {"smallestGroup": 0}}"#,
    ])
    func constantsThatCannotBe(options: String) async throws {
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let overrides = try JSONSerialization.jsonObject(with: Data(options.utf8))
        #expect(await client.post("/api/v1/counts", json: ["photo": photo, "options": overrides]).status == 422)
    }

    @Test func regionsAreCountedEachByItself() async throws {
        let left: [String: Any] = ["name": "left", "corners": [[0, 0], [400, 0], [400, 240], [0, 240]]]
        let right: [String: Any] = ["name": "right", "box": [400, 0, 400, 240]]
        let result = try await count(["options": ["regions": [left, right]]]).object("result")
        let regions = try #require(result["regions"] as? [[String: Any]])
        #expect(regions.compactMap { $0["name"] as? String } == ["left", "right"])
        #expect(regions.compactMap { $0["count"] as? Int }.reduce(0, +) == result["count"] as? Int)
        let parameters = try #require(result["parameters"] as? [String: Any])
        let kept = try #require((parameters["regions"] as? [[String: Any]])?.last?["corners"] as? [[String: Int]])
        #expect(kept == [["x": 400, "y": 0], ["x": 800, "y": 0], ["x": 800, "y": 240], ["x": 400, "y": 240]])
    }

    @Test func gridsLieInFourCorners() async throws {
        let grid: [String: Any] = [
            "rows": 1, "columns": 2, "within": [[0, 0], [400, 0], [400, 240], [0, 240]] as [[Int]],
        ]
        let result = try await count(["options": ["regionGrid": grid]]).object("result")
        #expect((result["regions"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["A1", "A2"])
    }

    @Test(arguments: [
        #"{"regionGrid": {"rows": 0, "columns": 2}}"#, #"{"regionGrid": {"rows": 4096, "columns": 4096}}"#,
        #"{"regions": [{"name": "", "box": [0, 0, 9, 9]}]}"#, #"{"regions": [{"name": "a", "corners": [[1, 1]]}]}"#,
    ])
    func regionsThatCannotBe(options: String) async throws {
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let overrides = try JSONSerialization.jsonObject(with: Data(options.utf8))
        let answer = await client.post("/api/v1/counts", json: ["photo": photo, "options": overrides])
        #expect(answer.status == 422)
    }

    @Test func measuringIsAskedFor() async throws {
        let scale: [String: Any] = ["pixelsPerUnit": 12.5, "unit": "mm"]
        let result = try await count(["options": ["measuring": ["scale": scale, "smallest": 2]]]).object("result")
        let kept = try #require((result["parameters"] as? [String: Any])?["measuring"] as? [String: Any])
        #expect(kept["smallest"] as? Double == 2)
        #expect((kept["scale"] as? [String: Any])?["unit"] as? String == "mm")
    }

    @Test(arguments: [
        #"{"scale": {"pixelsPerUnit": 0, "unit": "mm"}}"#, #"{"smallest": 5, "largest": 4}"#,
        #"{"reference": {"box": {"x": 1, "y": 1, "width": 9, "height": 9}, "length": -1, "unit": "cm"}}"#,
    ])
    func sizesThatCannotBe(measuring: String) async throws {
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let overrides = try JSONSerialization.jsonObject(with: Data(#"{"measuring": \#(measuring)}"#.utf8))
        let answer = await client.post("/api/v1/counts", json: ["photo": photo, "options": overrides])
        #expect(answer.status == 422)
    }

    @Test func otherGroups() async throws {
        let job = try await count(["groups": [1]])
        #expect(try job.object("result")["count"] as? Int == 2)
        let unknown = try await count(["groups": [7]])
        #expect(try unknown.object("problem")["type"] as? String == "/problems/unprocessable")
    }

    @Test func whatIsNotKept() async throws {
        #expect(try await count(["keep": false]).object()["entry"] == nil)
        #expect(try await count([:], width: 50).object()["entry"] == nil, "nothing was found")
        let quiet = try Bench(settings: ["history": "false"])
        let photo = try await quiet.upload(try Pictures.jpeg(width: 500))
        let job = try await quiet.finish(try await quiet.start("/api/v1/counts", ["photo": photo]))
        #expect(try job.text("state") == "done")
        #expect(try job.object()["entry"] == nil)
        // Nothing was created, either.
        #expect(try FileManager.default.contentsOfDirectory(atPath: quiet.folder).isEmpty)
    }

    @Test func resultIsGivenEvenIfItCannotBeKept() async throws {
        let file = URL(fileURLWithPath: bench.history)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("this is no database".utf8).write(to: file)
        let job = try await count([:])
        #expect(try job.text("state") == "done")
        #expect(try job.object("result")["count"] as? Int == 6)
        #expect(try job.object("unkept")["type"] as? String == "/problems/history-unusable")
        #expect(await client.get("/api/v1/history").problem == "history-unusable")
    }

    @Test func oneResultTakesThePlaceOfAnother() async throws {
        let old = try await bench.entry()
        _ = await client.patch("/api/v1/history/\(old)", json: ["note": "shelf 3", "favorite": true])
        let job = try await count(["replaces": old], width: 300)
        let entry = try job.object("entry")
        #expect(entry["id"] as? String == old)
        #expect(entry["count"] as? Int == 3)
        #expect(entry["note"] as? String == "shelf 3")
        #expect(entry["favorite"] as? Bool == true)
        #expect(try await client.get("/api/v1/history").object()["total"] as? Int == 1)
        // Even if nothing is left of it.
        #expect(try await count(["replaces": old], width: 50).object("entry")["count"] as? Int == 0)
    }

    @Test func whatCannotBeReplaced() async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let unknown = "00000000-0000-4000-8000-000000000000"
        let request = ["photo": photo, "replaces": unknown]
        #expect(await client.post("/api/v1/counts", json: request).problem == "not-found")
        let entry = try await bench.entry()
        let other = await client.post("/api/v1/racks", json: ["photo": photo, "replaces": entry])
        #expect(other.problem == "unprocessable")
    }

    @Test(
        arguments: [
            (["photo": "x"], 410, "photo-gone"), ([:], 400, "bad-request"),
            (["options": ["confidence": 2]], 422, "unprocessable"),
            (["options": ["confidence": "high"]], 400, "bad-request"),
            (["options": ["border": "some"]], 400, "bad-request"),
            (["options": ["region": [[0, 0], [1, 1]]]], 422, "unprocessable"),
            (["options": ["region": [[0], [1, 1]]]], 400, "bad-request"),
            (["options": ["like": ["x": 0, "y": 0, "width": 0, "height": 5]]], 422, "unprocessable"),
            (["options": ["like": ["x": 5_000, "y": 0, "width": 5, "height": 5]]], 422, "unprocessable"),
            (["photo": 7], 400, "bad-request"),
        ] as [([String: any Sendable], Int, String)])
    func badRequests(request: [String: any Sendable], status: Int, problem: String) async throws {
        var request = request
        if request["photo"] == nil, !request.isEmpty { request["photo"] = try await bench.upload(try Pictures.jpeg()) }
        let answer = await client.post("/api/v1/counts", json: request)
        #expect(answer.status == status, "\(answer.string)")
        #expect(answer.problem == problem, "\(answer.string)")
    }

    @Test func bodiesThatAreNoJSON() async throws {
        for body in ["", "{", "[1]", "null", "{\"photo\":\"\u{0}"] {
            let answer = await client.post("/api/v1/counts", type: "application/json", Array(body.utf8))
            #expect(answer.status == 400)
            #expect(answer.problem == "bad-request")
        }
        let form = await client.post("/api/v1/counts", type: "text/plain", Array("{}".utf8))
        #expect(form.status == 415)
        #expect(form.problem == "unsupported-media-type")
        let large = [UInt8](repeating: 0x20, count: (1 << 20) + 1)
        #expect(await client.post("/api/v1/counts", type: "application/json", large).problem == "too-large")
    }
}
