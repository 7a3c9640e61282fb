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
        #expect(about["name"] as? String == "Espy" && about["version"] as? String == "1.2.3")
        #expect((about["models"] as? [String: String])?["detector"] == "fake-detector")
        #expect(about["loopback"] as? Bool == true && about["lan"] as? Bool == false && about["tls"] as? Bool == false)
        #expect(about["looksTwice"] as? Bool == true)
        #expect((about["limits"] as? [String: Int]) == ["bytes": 256 << 20, "pixels": 110_000_000])
    }

    @Test func settings() async throws {
        let rows = try await client.get("/api/v1/settings").list("settings")
        #expect(rows.count == 1 && rows[0]["key"] as? String == "count.confidence")
        #expect(rows[0]["kind"] as? String == "number" && rows[0]["default"] as? String == "auto")
        #expect(rows[0]["min"] as? Double == 0.001 && rows[0]["choices"] as? [String] == ["auto"])
        let changed = await client.patch("/api/v1/settings", json: ["count.confidence": "0.25"])
        #expect(try changed.list("settings")[0]["value"] as? String == "0.25")
        #expect(try await client.delete("/api/v1/settings").list("settings")[0]["value"] as? String == "auto")
        for (json, problem) in [(["count.confidence": "high"], "bad-setting"), (["x": "1"], "bad-setting")] {
            #expect(await client.patch("/api/v1/settings", json: json).problem == problem)
        }
        #expect(await client.patch("/api/v1/settings", json: ["count.confidence": 0.3]).problem == "bad-request")
    }

    @Test func unknownPlacesAndMethods() async throws {
        #expect(await client.get("/api/v1/nothing").problem == "not-found")
        let answer = await client.ask(.put, "/api/v1/photos")
        #expect(answer.problem == "method-not-allowed" && answer.header("Allow") == "POST")
    }
}
