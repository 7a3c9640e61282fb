import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// About and settings.
struct PlainRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    @Test func health() async throws {
        #expect(await client.get("/api/v1/health").string == #"{"access":"local","status":"ok","version":"1.2.3"}"#)
        let stranger = Client(core: client.core, caller: .stranger)
        #expect(try await stranger.get("/api/v1/health").text("access") == "none")
    }

    @Test func about() async throws {
        let about = try await client.get("/api/v1/about").object()
        #expect(about["name"] as? String == "Espy")
        #expect(about["version"] as? String == "1.2.3")
        #expect((about["models"] as? [String: String])?["detector"] == "fake-detector")
        #expect(about["loopback"] as? Bool == true)
        #expect(about["lan"] as? Bool == false)
        #expect(about["tls"] as? Bool == false)
        #expect(about["looksTwice"] as? Bool == true)
        #expect((about["limits"] as? [String: Int]) == ["bytes": 256 << 20, "pixels": 110_000_000])
    }

    @Test func settings() async throws {
        func confidence(_ reply: Reply) throws -> [String: Any] {
            try #require(try reply.list("settings").first { $0["key"] as? String == "count.confidence" })
        }
        let all = await client.get("/api/v1/settings")
        let keys = try all.list("settings").compactMap { $0["key"] as? String }
        #expect(keys.count == Set(keys).count)
        #expect(keys.contains("rack.grid"))
        // A client that may open pages does not need to see this machine's files.
        #expect(!keys.contains("shelf.catalog"))
        let row = try confidence(all)
        #expect(row["kind"] as? String == "number")
        #expect(row["default"] as? String == "auto")
        #expect(row["min"] as? Double == 0.001)
        #expect(row["choices"] as? [String] == ["auto"])
        let changed = await client.patch("/api/v1/settings", json: ["count.confidence": "0.25"])
        #expect(try confidence(changed)["value"] as? String == "0.25")
        #expect(try confidence(await client.delete("/api/v1/settings"))["value"] as? String == "auto")
        let refused = [["count.confidence": "high"], ["x": "1"], ["shelf.catalog": "/etc/passwd"]]
        for json in refused {
            #expect(await client.patch("/api/v1/settings", json: json).problem == "bad-setting")
        }
        #expect(await client.patch("/api/v1/settings", json: ["count.confidence": 0.3]).problem == "bad-request")
    }

    @Test func aLowerLimitAsksFirst() async throws {
        let path = "/api/v1/settings"
        func limit() async throws -> String? {
            let rows = try await client.get(path).list("settings")
            return rows.first { $0["key"] as? String == "history-limit" }?["value"] as? String
        }
        func kept() async throws -> [String] {
            try await client.get("/api/v1/history").list("entries").compactMap { $0["id"] as? String }
        }
        #expect(try await limit() == "2000")
        var entries: [String] = []
        for _ in 0..<4 { entries.insert(try await bench.entry(), at: 0) }
        let refused = await client.patch(path, json: ["history-limit": "1", "threads": "2"])
        #expect(refused.status == 409)
        #expect(refused.problem == "would-delete")
        #expect(try refused.object()["count"] as? Int == 3)
        #expect(await client.patch("\(path)?deleting=2", json: ["history-limit": "1"]).problem == "would-delete")
        #expect(await client.patch("\(path)?deleting=some", json: ["history-limit": "1"]).problem == "bad-request")
        #expect(await client.patch(path, json: ["history-limit": "0"]).problem == "bad-setting")
        #expect(try await limit() == "2000")
        #expect(try await kept() == entries)
        // A limit of as many entries as there are needs no confirmation.
        #expect(await client.patch(path, json: ["history-limit": "4"]).status == 200)
        #expect(await client.patch("\(path)?deleting=3", json: ["history-limit": "1"]).status == 200)
        #expect(try await limit() == "1")
        #expect(try await kept() == [entries[0]])
        let newest = try await bench.entry()
        #expect(try await kept() == [newest])
    }

    @Test func resettingAHigherLimitAsksFirst() async throws {
        let path = "/api/v1/settings"
        #expect(await client.patch(path, json: ["history-limit": "3000"]).status == 200)
        let count = RGBImage(width: 9, height: 9, red: 9, green: 9, blue: 9)
        let history = try History(path: bench.history, limit: 3_000)
        let found = Count(
            width: 9, height: 9, count: 1, range: .init(low: 1, high: 1), clusters: [], detections: [],
            model: .init(detector: "d"), parameters: CountOptions())
        for time in 0..<2_002 { try await history.add(found, .init(), of: count, title: "tray", at: time) }
        let refused = await client.ask(.delete, path)
        #expect(refused.problem == "would-delete")
        #expect(try refused.object()["count"] as? Int == 2)
        #expect(await client.ask(.delete, "\(path)?deleting=2").status == 200)
        #expect(try await history.count() == 2_000)
    }

    @Test func unknownPlacesAndMethods() async throws {
        #expect(await client.get("/api/v1/nothing").problem == "not-found")
        let answer = await client.ask(.put, "/api/v1/photos")
        #expect(answer.problem == "method-not-allowed")
        #expect(answer.header("Allow") == "POST")
    }
}
