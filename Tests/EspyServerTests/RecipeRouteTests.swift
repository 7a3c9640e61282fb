import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Recipes over HTTP.
struct RecipeRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }
    private let box = ["x": 30, "y": 20, "width": 40, "height": 50]

    init() throws { bench = try Bench() }

    private func made(_ request: [String: Any]) async throws -> Reply {
        var request = request
        if request["job"] == nil { request["photo"] = try await bench.upload(try Pictures.jpeg()) }
        return await client.post("/api/v1/recipes", json: request)
    }

    @Test func oneIsKeptOfBoxes() async throws {
        let answer = try await made([
            "name": "tarts", "examples": [box], "things": ["one": "tart", "several": "tarts"],
        ])
        #expect(answer.status == 201 && answer.header("Location") == "/api/v1/recipes/tarts", "\(answer.string)")
        #expect(try answer.object()["examples"] as? Int == 1)
        let listed = try await client.get("/api/v1/recipes").object()["recipes"] as? [[String: Any]]
        #expect(listed?.count == 1 && listed?[0]["name"] as? String == "tarts")
        let picture = await client.get("/api/v1/recipes/tarts/picture")
        #expect(picture.status == 200 && picture.header("Content-Type") == "image/png")
        #expect(await client.delete("/api/v1/recipes/tarts").status == 204)
        #expect(await client.get("/api/v1/recipes/tarts").status == 404)
        #expect(await client.delete("/api/v1/recipes/tarts").status == 404)
    }

    @Test func oneIsKeptOfACount() async throws {
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let job = try await bench.start("/api/v1/counts", ["photo": photo])
        _ = try await bench.finish(job)
        let answer = try await made(["name": "rows", "job": job])
        #expect(answer.status == 201, "\(answer.string)")
        #expect(try answer.object()["examples"] as? Int == 3, "the few that were surest")
        let counted = try await bench.finish(
            try await bench.start("/api/v1/counts", ["photo": photo, "recipe": "rows"]))
        let recipe = try counted.object("result")["recipe"] as? [String: Any]
        #expect(recipe?["name"] as? String == "rows", "\(counted.string)")
    }

    @Test func regionsOfOneAreCounted() async throws {
        let layout: [String: Any] = ["width": 800, "height": 240, "grid": ["rows": 1, "columns": 2]]
        #expect(try await made(["name": "rows", "examples": [box], "layout": layout]).status == 201)
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        func regions(_ options: [String: Any]) async throws -> Int? {
            let request: [String: Any] = ["photo": photo, "recipe": "rows", "options": options]
            let counted = try await bench.finish(try await bench.start("/api/v1/counts", request))
            return (try counted.object("result")["regions"] as? [Any])?.count
        }
        #expect(try await regions([:]) == 2)
        #expect(try await regions(["regions": []]) == nil, "none are wanted this time")
        let bad: [String: Any] = ["grid": ["rows": 9000, "columns": 9000]]
        #expect(try await made(["name": "x", "examples": [box], "layout": bad]).problem == "unprocessable")
    }

    @Test func correctionsAreLearnedAndTakenBack() async throws {
        _ = try await made(["name": "rows", "examples": [box]])
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        func entry(_ request: [String: Any]) async throws -> String {
            let counted = try await bench.finish(try await bench.start("/api/v1/counts", request))
            return try #require(try counted.object("entry")["id"] as? String)
        }
        let id = try await entry(["photo": photo, "recipe": "rows"])
        let path = "/api/v1/recipes/rows/lessons"
        #expect(await client.post(path, json: ["entry": id]).status == 422, "nothing was corrected yet")
        let added = ["x": 300, "y": 150, "width": 40, "height": 50]
        _ = await client.patch(
            "/api/v1/history/\(id)", json: ["corrections": ["added": [added], "removed": [0]] as [String: Any]])
        let learned = await client.post(path, json: ["entry": id])
        #expect(learned.status == 200, "\(learned.string)")
        #expect(try learned.object("lesson") as? [String: Int] == ["examples": 1, "counterexamples": 1])
        #expect(try learned.object("recipe")["examples"] as? Int == 2)
        let back = "\(path)?examples=1&counterexamples=1"
        #expect(try await client.delete(back).object()["examples"] as? Int == 1)
        #expect(await client.delete(back).status == 422, "one example is left, and has to stay")
        #expect(await client.delete(path).status == 400)
        let other = try await entry(["photo": photo])
        #expect(await client.post(path, json: ["entry": other]).status == 422)
        #expect(await client.post("/api/v1/recipes/no/lessons", json: ["entry": id]).status == 404)
    }

    @Test func whatIsNone() async throws {
        _ = try await made(["name": "tarts", "examples": [box]])
        #expect(try await made(["name": "tarts", "examples": [box]]).problem == "recipe-exists")
        #expect(try await made(["name": "a\u{0}b", "examples": [box]]).problem == "unprocessable")
        #expect(try await made(["name": "x"]).problem == "unprocessable")
        #expect(try await made(["name": "x", "examples": []]).problem == "unprocessable")
        #expect(try await made(["name": "x", "examples": Array(repeating: box, count: 13)]).problem == "unprocessable")
        let far = ["x": 9_000, "y": 0, "width": 9, "height": 9]
        #expect(try await made(["name": "x", "examples": [far]]).problem == "unprocessable")
        #expect(try await made(["name": "x", "job": "no"]).problem == "not-found")
        let photo = try await bench.upload(try Pictures.jpeg())
        let unknown = await client.post("/api/v1/counts", json: ["photo": photo, "recipe": "nothing"])
        #expect(unknown.problem == "not-found")
    }
}
