import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Recipes over HTTP.
struct RecipeRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }
    private let type = "application/octet-stream"
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
        #expect(answer.status == 201, "\(answer.string)")
        #expect(answer.header("Location") == "/api/v1/recipes/tarts", "\(answer.string)")
        #expect(try answer.object()["examples"] as? Int == 1)
        let listed = try await client.get("/api/v1/recipes").object()["recipes"] as? [[String: Any]]
        #expect(listed?.count == 1)
        #expect(listed?[0]["name"] as? String == "tarts")
        let picture = await client.get("/api/v1/recipes/tarts/picture")
        #expect(picture.status == 200)
        #expect(picture.header("Content-Type") == "image/png")
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
        #expect(try learned.object("lesson") as? [String: Int] == ["examples": 1, "counterexamples": 1, "cuts": 1])
        #expect(try learned.object("recipe")["examples"] as? Int == 2)
        let back = "\(path)?examples=1&counterexamples=1&cuts=1"
        #expect(try await client.delete(back).object()["examples"] as? Int == 1)
        #expect(await client.delete(back).status == 422, "one example is left, and has to stay")
        #expect(await client.delete(path).status == 400)
        let other = try await entry(["photo": photo])
        #expect(await client.post(path, json: ["entry": other]).status == 422)
        #expect(await client.post("/api/v1/recipes/no/lessons", json: ["entry": id]).status == 404)
    }

    @Test func oneIsChanged() async throws {
        _ = try await made(["name": "tarts", "examples": [box]])
        let sizes: [String: Any] = [
            "longSide": 400,
            "measuring": ["scale": ["pixelsPerUnit": 2.5, "unit": "mm"], "smallest": 4, "largest": 30],
        ]
        let change: [String: Any] = [
            "things": ["one": "tart", "several": "tarts"], "similarity": 0.9, "border": "whole", "distance": "same",
            "sizes": sizes,
        ]
        let changed = await client.patch("/api/v1/recipes/tarts", json: change)
        #expect(changed.status == 200, "\(changed.string)")
        let told = try changed.object()
        #expect(told["similarity"] as? Double == 0.9)
        #expect(told["border"] as? String == "whole")
        #expect(told["examples"] as? Int == 1, "they stay")
        // In a photo of twice the size, a millimeter has twice as many pixels.
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let counted = try await bench.finish(
            try await bench.start("/api/v1/counts", ["photo": photo, "recipe": "tarts"]))
        let parameters = try counted.object("result")["parameters"] as? [String: Any]
        let measuring = parameters?["measuring"] as? [String: Any]
        #expect((measuring?["scale"] as? [String: Any])?["pixelsPerUnit"] as? Double == 5, "\(counted.string)")
        #expect(measuring?["smallest"] as? Double == 4)
        #expect(parameters?["border"] as? String == "whole")
        let back = await client.patch("/api/v1/recipes/tarts", json: ["similarity": NSNull(), "sizes": NSNull()])
        #expect(try back.object()["similarity"] == nil)
        #expect(try back.object()["sizes"] == nil)
        #expect(try back.object()["border"] as? String == "whole", "what is not named stays")
        let refused: [[String: Any]] = [
            ["name": "a\u{0}b"], ["similarity": 2], ["sizes": ["measuring": ["smallest": 5, "largest": 4]]],
            ["sizes": ["longSide": 0, "measuring": [:] as [String: Any]]],
            ["layout": ["grid": ["rows": 9000, "columns": 9000]]],
        ]
        for change in refused {
            #expect(await client.patch("/api/v1/recipes/tarts", json: change).problem == "unprocessable", "\(change)")
        }
        #expect(await client.patch("/api/v1/recipes/no", json: ["border": "all"]).status == 404)
    }

    @Test func oneIsGivenAwayAndTaken() async throws {
        _ = try await made(["name": "Tray B", "examples": [box], "unlike": [box]])
        let file = await client.get("/api/v1/recipes/Tray%20B/file")
        #expect(file.status == 200)
        #expect(file.header("Content-Disposition")?.contains("Tray B.recipe") == true)
        let path = "/api/v1/recipes/import"
        #expect(await client.post(path, type: type, file.bytes).problem == "recipe-exists")
        let copy = await client.post(path + "?name=copy", type: type, file.bytes)
        #expect(copy.status == 201, "\(copy.string)")
        #expect(copy.header("Location") == "/api/v1/recipes/copy", "\(copy.string)")
        #expect(await client.delete("/api/v1/recipes/Tray%20B").status == 204)
        let back = await client.post(path, type: type, file.bytes)
        #expect(try back.object()["counterexamples"] as? Int == 1, "\(back.string)")
        let (first, second) = (
            try Recipe(file: file.bytes), try Recipe(file: await client.get("/api/v1/recipes/Tray%20B/file").bytes)
        )
        #expect(try first.examples[0].image() == second.examples[0].image())
    }

    /// Nothing from a hostile file is stored, and none keeps the server busy for long.
    @Test func hostileFilesAreRefused() async throws {
        _ = try await made(["name": "tarts", "examples": [box]])
        let bytes = await client.get("/api/v1/recipes/tarts/file").bytes
        var whole = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        whole["name"] = "other"
        let sample = try #require((whole["examples"] as? [[String: Any]])?.first)
        func changed(_ key: String, _ value: Any) throws -> [UInt8] {
            var recipe = whole
            recipe[key] = value
            return [UInt8](try JSONSerialization.data(withJSONObject: recipe))
        }
        func example(_ key: String, _ value: Any) throws -> [UInt8] {
            var other = sample
            other[key] = value
            return try changed("examples", [other])
        }
        let bomb = Data(Pictures.bomb).base64EncodedString()
        let jpeg = Data(try Pictures.jpeg()).base64EncodedString()
        let far = ["x": 0, "y": 0, "width": 1e9, "height": 4]
        let files: [[UInt8]] = [
            [], Array("{".utf8), Array("null".utf8), try Pictures.jpeg(), Array(bytes.prefix(bytes.count / 2)),
            try changed("format", "other"), try changed("version", 9), try changed("name", "a\nb"),
            try changed("examples", []), try changed("examples", Array(repeating: sample, count: 13)),
            try example("picture", bomb), try example("picture", jpeg), try example("picture", "%%"),
            try example("box", far), try example("share", 2), try example("share", -1),
            try changed("sizes", ["measuring": ["scale": ["pixelsPerUnit": -1, "unit": "mm"]]]),
            Array(repeating: UInt8(ascii: "["), count: 100_000),
        ]
        for (place, file) in files.enumerated() {
            let answer = await client.post("/api/v1/recipes/import", type: type, file)
            #expect(answer.problem == "unprocessable", "\(place): \(answer.string)")
        }
        let long = [UInt8](repeating: 32, count: Recipe.mostBytes + 1)
        #expect(await client.post("/api/v1/recipes/import", type: type, long).status == 413)
        // A name is not a path.
        let taken = await client.post("/api/v1/recipes/import", type: type, try changed("name", "../../etc/passwd"))
        #expect(taken.status == 201)
        let listed = try await client.get("/api/v1/recipes").object()["recipes"] as? [[String: Any]]
        #expect(Set(listed?.compactMap { $0["name"] as? String } ?? []) == ["tarts", "../../etc/passwd"])
    }

    @Test func severalKindsAreCountedInOnePhoto() async throws {
        for name in ["tarts", "buns"] { _ = try await made(["name": name, "examples": [box]]) }
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let counted = try await bench.finish(
            try await bench.start("/api/v1/counts", ["photo": photo, "recipes": ["tarts", "buns"]]))
        let result = try counted.object("result")
        #expect((result["kinds"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["tarts", "buns"])
        #expect((result["recipes"] as? [Any])?.count == 2, "\(counted.string)")
        #expect(result["recipe"] == nil, "\(counted.string)")
        func problem(_ request: [String: Any]) async throws -> String? {
            await client.post("/api/v1/counts", json: request.merging(["photo": photo]) { $1 }).problem
        }
        #expect(try await problem(["recipes": ["tarts", "tarts"]]) == "unprocessable")
        #expect(try await problem(["recipes": ["tarts", "no"]]) == "not-found")
        #expect(try await problem(["recipes": Array(repeating: "tarts", count: 13)]) == "unprocessable")
        #expect(
            try await problem(["recipes": ["tarts", "buns"], "options": ["like": box]]) == "unprocessable")
        #expect(try await problem(["recipes": ["tarts", "buns"], "groups": [1]]) == "unprocessable")
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
