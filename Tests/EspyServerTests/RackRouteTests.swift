import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

struct RackRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    private func read(_ request: [String: Any] = [:]) async throws -> Reply {
        var request = request
        request["photo"] = try await bench.upload(
            try Repository.bytes("Tests/Samples/rack/box-5x5-mixed.jpg"), name: "box.jpg")
        return try await bench.finish(try await bench.start("/api/v1/racks", request))
    }

    @Test func resultIsWhatTheLibraryReads() async throws {
        let job = try await read()
        let image = try ImageDecoder().decode(try Repository.bytes("Tests/Samples/rack/box-5x5-mixed.jpg"))
        let rack = try await RackReader().read(image)
        let expected = try JSONEncoder().encode(RackAnswer(rack, file: "box.jpg"))
        let object = try JSONSerialization.jsonObject(with: expected)
        #expect(NSDictionary(dictionary: try job.object("result")) == object as? NSDictionary)
        let entry = try job.object("entry")
        #expect(entry["kind"] as? String == "rack")
        #expect(entry["count"] as? Int == rack.vials.count)
        #expect(entry["rows"] as? Int == 5)
        #expect(entry["title"] as? String == "box.jpg")
    }

    /// Reading a photo again keeps the name that the user gave its entry; another photo brings its own.
    @Test func nameOfTheUserIsKept() async throws {
        let bytes = try Repository.bytes("Tests/Samples/rack/box-5x5-mixed.jpg")
        let photo = try await bench.upload(bytes, name: "box.jpg")
        func read(_ photo: String, replacing old: String? = nil) async throws -> [String: Any] {
            let asked = ["photo": photo, "replaces": old].compactMapValues { $0 }
            return try await bench.finish(try await bench.start("/api/v1/racks", asked)).object("entry")
        }
        let id = try #require(try await read(photo)["id"] as? String)
        _ = await bench.client.patch("/api/v1/history/\(id)", json: ["title": "Box 7"])
        #expect(try await read(photo, replacing: id)["title"] as? String == "Box 7")
        let other = try await bench.upload(bytes + [0], name: "other.jpg")
        #expect(try await read(other, replacing: id)["title"] as? String == "other.jpg")
    }

    @Test func overrides() async throws {
        let job = try await read(["options": ["grid": "tolerance:40", "looksTwice": false, "maxDimension": 900]])
        #expect(try job.object("result")["layout"] as? String == "tolerance")
        let parameters = try #require(try job.object("entry")["parameters"] as? [String: Any])
        #expect(parameters["grid"] as? String == "tolerance:40")
        #expect(parameters["maxDimension"] as? Int == 900)
        #expect(parameters["looksTwice"] as? Bool == false)
    }

    @Test func boxThatLiesOtherwise() async throws {
        let plain = try await read().object("result")
        let turned = try await read(["options": ["a1": "bottom-right", "rack": "R7"]])
        let result = try turned.object("result")
        #expect(plain["rack"] == nil)
        #expect(result["rack"] as? String == "R7")
        let values = { (result: [String: Any]) in
            (result["vials"] as? [[String: Any]] ?? []).compactMap { $0["value"] as? String }
        }
        #expect(values(result) == values(plain).reversed())
        let parameters = try #require(try turned.object("entry")["parameters"] as? [String: Any])
        #expect((parameters["view"] as? [String: Any])?["a1"] as? String == "bottom-right")
    }

    @Test func cornersThatAPersonSees() async throws {
        let first = try await read().object("result")
        let vials = try #require(first["vials"] as? [[String: Any]])
        let center = { (vial: [String: Any]?) in [vial?["x"] as? Double ?? 0, vial?["y"] as? Double ?? 0] }
        let corners = [center(vials.first), center(vials.last)]
        let job = try await read(["options": ["corners": corners]])
        #expect(try job.object("result")["origin"] as? String == "box")
        let parameters = try #require(try job.object("entry")["parameters"] as? [String: Any])
        let kept = try #require(parameters["corners"] as? [[String: Any]])
        #expect(kept.map { center($0) } == corners)
        let off = try await read(["options": ["corners": [[corners[1][0], corners[1][1]]]]])
        let warnings = try #require(try off.object("result")["warnings"] as? [[String: Any]])
        #expect(warnings.contains { $0["kind"] as? String == "cornersDoNotFit" })
    }

    @Test func boxWithoutACodeIsNotKept() async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let job = try await bench.finish(try await bench.start("/api/v1/racks", ["photo": photo]))
        #expect(try job.text("state") == "done")
        #expect(try job.object()["entry"] == nil)
    }

    @Test(
        arguments: [
            (["grid": "banana"], "unprocessable"), (["grid": "99x1"], "unprocessable"),
            (["maxDimension": 10], "unprocessable"), (["maxDimension": -1], "unprocessable"),
            (["a1": "top"], "unprocessable"), (["corners": [[1.0]]], "unprocessable"),
            (["corners": [[1.0, 2.0], [1.0, 2.0]]], "unprocessable"), (["corners": [[Double]]()], "unprocessable"),
            (["corners": [[9.0, 9.0]], "grid": "tolerance:9"], "unprocessable"), (["corners": "1,2"], "bad-request"),
            (["rack": ""], "unprocessable"), (["rack": "a\u{7}"], "unprocessable"),
            (["grid": 9], "bad-request"),
            (["looksTwice": "yes"], "bad-request"),
        ] as [([String: any Sendable], String)])
    func badRequests(options: [String: any Sendable], problem: String) async throws {
        let photo = try await bench.upload(try Pictures.jpeg())
        let answer = await client.post("/api/v1/racks", json: ["photo": photo, "options": options])
        #expect(answer.problem == problem)
    }

    @Test func typedValues() async throws {
        let job = try await read()
        let id = try #require(try job.object("entry")["id"] as? String)
        let cells = try #require(try job.object("result")["cells"] as? [[String: Any]])
        let cell = try #require(cells.first { $0["status"] as? String != "read" })
        let (row, col) = (cell["row"] as? Int ?? 0, cell["col"] as? Int ?? 0)
        let count = try job.object("entry")["count"] as? Int ?? 0
        let values: [[String: Any]] = [["row": row, "col": col, "value": "BY-HAND-1"]]
        let changed = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["values": values]])
        #expect(changed.status == 200)
        #expect(try changed.object("entry")["count"] as? Int == count + 1)
        #expect(try changed.object("entry")["corrected"] as? Bool == true)
        #expect((try changed.object("corrections")["values"] as? [[String: Any]])?.count == 1)
        // The original result.
        #expect((try changed.object("result")["vials"] as? [[String: Any]])?.count == count)
        let table = await client.get("/api/v1/history/\(id)/export.csv").string
        #expect(table.hasPrefix("value,x,y,rect,row,col\r\n"))
        #expect(table.contains("BY-HAND-1,"))
        let vials = try await client.get("/api/v1/history/\(id)/export.json").list("vials")
        #expect(vials.count == count + 1)
        #expect(vials.filter { $0["typed"] as? Bool == true }.count == 1)
        let bad: [[String: Any]] = [["row": 99, "col": 0, "value": "x"]]
        let refused = await client.patch("/api/v1/history/\(id)", json: ["corrections": ["values": bad]])
        #expect(refused.problem == "unprocessable")
        #expect(try await client.get("/api/v1/history/\(id)").object("entry")["count"] as? Int == count + 1)
    }
}
