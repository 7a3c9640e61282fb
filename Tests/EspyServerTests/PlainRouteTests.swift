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
        // Whoever may open pages need not see files of this machine.
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

    @Test func unknownPlacesAndMethods() async throws {
        #expect(await client.get("/api/v1/nothing").problem == "not-found")
        let answer = await client.ask(.put, "/api/v1/photos")
        #expect(answer.problem == "method-not-allowed")
        #expect(answer.header("Allow") == "POST")
    }
}
