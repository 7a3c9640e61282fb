import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Boxes that a device has read on its own and uploads.
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
        #expect(entry["id"] as? String == id && entry["time"] as? Int == bench.clock.time - 3_600)
        #expect(entry["title"] as? String == "box.jpg" && entry["count"] as? Int == 24)
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
}
