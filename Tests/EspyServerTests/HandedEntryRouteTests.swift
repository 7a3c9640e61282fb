import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Boxes and counts that a device has read on its own and uploads.
struct HandedEntryRouteTests {
    private let bench: Bench
    private let id = "0b8f4c7e-5d1a-4c39-9c55-7a1f2d3e4b50"
    private var client: Client { bench.client }

    init() throws { bench = try Bench(settings: ["history-photos": "small"]) }

    /// The body that a device sends, with the photo it uploaded before.
    private func order(time: Int = 0) async throws -> [String: Any] {
        let bytes = try Repository.bytes("Tests/Samples/rack/box-5x5-mixed.jpg")
        let options = RackOptions(grid: .size(rows: 5, columns: 5))
        let rack = try await RackReader(options: options).read(try ImageDecoder().decode(bytes))
        let value = { (text: String) in try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        return [
            "photo": try await bench.upload(bytes, name: "box.jpg"), "title": "box.jpg", "time": time,
            "result": try value(RackAnswer(rack, file: "box.jpg").json.text),
            "parameters": try value(options.json.text),
        ]
    }

    private func put(_ order: [String: Any], as id: String? = nil) async -> Reply {
        await client.send(.put, "/api/v1/history/\(id ?? self.id)", json: order)
    }

    private func entries() async throws -> [[String: Any]] { try await client.get("/api/v1/history").list("entries") }

    @Test func itIsKeptOnceUnderTheNameThatTheDeviceGave() async throws {
        let order = try await order(time: bench.clock.time - 3_600)
        let first = await put(order)
        #expect(first.status == 201, "\(first.string)")
        let entry = try first.object("entry")
        #expect(entry["id"] as? String == id)
        #expect(entry["time"] as? Int == bench.clock.time - 3_600)
        #expect(entry["title"] as? String == "box.jpg")
        #expect(entry["count"] as? Int == 24)
        #expect(try first.object()["photo"] != nil)
        let change = ["corrections": ["values": [["row": 0, "col": 0, "value": "HAND-1"]]]]
        #expect(await client.patch("/api/v1/history/\(id)", json: change).status == 200)
        let again = await put(order)
        #expect(again.status == 200)
        #expect((try again.object("corrections")["values"] as? [Any])?.count == 1)
        #expect(try await entries().count == 1)
    }

    @Test func theClockOfADeviceMayBeWrong() async throws {
        let answer = await put(try await order(time: bench.clock.time + 86_400))
        #expect(try answer.object("entry")["time"] as? Int == bench.clock.time)
    }

    @Test func whatWasDeletedDoesNotComeBack() async throws {
        let order = try await order()
        #expect(await put(order).status == 201)
        #expect(await client.delete("/api/v1/history/\(id)").status == 204)
        #expect(await put(order).problem == "not-found")
        #expect(try await entries().isEmpty)
    }

    @Test func whatDoesNotFitIsNotKept() async throws {
        var order = try await order()
        #expect(await put(order, as: "mine").problem == "bad-request")
        #expect(await put(order, as: id.uppercased()).problem == "bad-request")
        order["photo"] = try await bench.upload(Repository.bytes("Tests/Samples/rack/box-9x9.jpg"), name: "other.jpg")
        #expect(await put(order).problem == "unprocessable")
        order["photo"] = "none"
        #expect(await put(order).problem == "photo-gone")
        order["result"] = ["vials": []]
        #expect([400, 422].contains(await put(order).status))
        #expect(try await entries().isEmpty)
    }

    /// The body for a count of two things in a photo, one of which lies `right` pixels to the right of where it was.
    private func counted(right: Double = 0) async throws -> [String: Any] {
        let bytes = try Repository.bytes("Tests/Samples/count/coins.jpg")
        let image = try ImageDecoder().decode(bytes)
        let thing = { (x: Double) -> [String: Any] in
            [
                "x": x, "y": 20, "width": 40, "height": 40, "confidence": 0.9, "cluster": 0, "main": true, "doubt": 0,
            ]
        }
        var options = CountOptions()
        options.pipeline = .adaptive
        let parameters = try JSONSerialization.jsonObject(with: JSONEncoder().encode(options))
        let result: [String: Any] = [
            "schema": 1, "width": image.width, "height": image.height, "count": 2, "range": ["low": 2, "high": 2],
            "clusters": [["id": 0, "count": 2]], "detections": [thing(10), thing(60 + right)],
            "stages": [[String: Any]](),
            "model": ["detector": "espy-detector"], "parameters": parameters, "warnings": [String](),
        ]
        return [
            "kind": "count", "photo": try await bench.upload(bytes, name: "coins.jpg"), "title": "coins.jpg", "time": 0,
            "result": result, "parameters": parameters,
        ]
    }

    @Test func countsAreKept() async throws {
        let reply = await put(try await counted())
        #expect(reply.status == 201, "\(reply.string)")
        let entry = try reply.object("entry")
        #expect(entry["kind"] as? String == "count")
        #expect(entry["count"] as? Int == 2)
        let change = ["corrections": ["removed": [1]]]
        #expect(await client.patch("/api/v1/history/\(id)", json: change).status == 200)
        #expect(try await entries().first?["count"] as? Int == 1)
    }

    @Test func countsThatDoNotFitTogetherAreNotKept() async throws {
        #expect(await put(try await counted(right: 90_000)).problem == "unprocessable")
        var order = try await counted()
        var result = try #require(order["result"] as? [String: Any])
        result["count"] = 3
        order["result"] = result
        #expect(await put(order).problem == "unprocessable")
        order["kind"] = "shelf"
        #expect(await put(order).status == 400)
        #expect(try await entries().isEmpty)
    }
}
