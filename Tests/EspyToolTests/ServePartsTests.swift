import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspySystem
import EspyTool
import Foundation
import Testing

/// The parts of the server on this machine: the same answers, settings and history as on the command line.
struct ServePartsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private var home: [String: String] { ["HOME": scratch.path, "TMPDIR": scratch.path] }

    private func core(_ variables: [String: String] = [:], counting: CountEngine = FakeCounting.engine) -> ServerCore {
        let process = ProcessEnvironment(variables: home.merging(variables) { $1 }, now: { 1_771_597_822 })
        let parts = ServerDependencies(
            Invocation(CommandTable.espy.commands[0], in: .espy), process, facts: ServerInfo(version: "1"),
            counting: counting)
        return ServerCore(router: Router(API(parts).routes))
    }

    private func ask(
        _ core: ServerCore, _ method: Request.Method, _ path: String, json: Any? = nil, bytes: [UInt8] = [],
        query: Query = [:]
    ) async throws -> (status: Int, object: [String: Any]) {
        var (body, type) = (bytes, "image/jpeg")
        if let json { (body, type) = (Array(try JSONSerialization.data(withJSONObject: json)), "application/json") }
        let parts = "api/v1/\(path)".split(separator: "/").map(String.init)
        let request = Request(
            method, path: parts, query: query, headers: ["Content-Type": type], body: RequestBody(body))
        let response = await core.respond(to: request)
        guard case .bytes(let answer) = response.body else { return (response.status, [:]) }
        let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
        return (response.status, object ?? [:])
    }

    /// Uploads a photo and waits for its result.
    private func result(
        _ core: ServerCore, _ path: String, _ photo: [UInt8], name: String
    ) async throws -> [String: Any] {
        let sent = try await ask(core, .post, "photos", bytes: photo, query: ["name": name])
        let started = try await ask(core, .post, path, json: ["photo": sent.object["id"]])
        let id = try #require(started.object["id"] as? String)
        for _ in 0..<3_000 {
            let job = try await ask(core, .get, "jobs/\(id)").object
            if ["done", "failed"].contains(job["state"] as? String) { return job }
            try await Task.sleep(for: .milliseconds(10))
        }
        return [:]
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func rackIsWhatTheCommandLineReads() async throws {
        let bytes = try sample("box-9x9")
        try scratch.write("box.jpg", bytes)
        let job = try await result(core(), "racks", bytes, name: "box.jpg")
        let line = try shell("cd \(scratch.path) && $espy rack --json --no-history box.jpg")
        let found = try #require(job["result"] as? [String: Any])
        #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: try object(line.out)))
        #expect((found["vials"] as? [Any])?.count == 81)
    }

    @Test func countIsWhatTheCommandLineCounts() async throws {
        // Larger than the detector's input, so that positions are scaled.
        let bytes = try Pictures.blank(width: 4_400, height: 300)
        let path = try scratch.write("tray.jpg", bytes)
        let job = try await result(core(), "counts", bytes, name: path)
        let line = try await espy(["count", "--json", "--no-history", path], counting: FakeCounting.engine)
        var expected = try object(line.out)
        // The name alone, because a user's folders are private.
        expected["file"] = "tray.jpg"
        let found = try #require(job["result"] as? [String: Any])
        #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: expected))
        #expect(found["count"] as? Int ?? 0 > 5)
    }

    @Test(.enabled(if: ShippedModels.areThere)) func shippedModelsCountTheSame() async throws {
        let bytes = try [UInt8](
            Data(contentsOf: Repository.root.appendingPathComponent("Tests/Samples/count/coins.jpg")))
        let job = try await result(core(counting: .installed), "counts", bytes, name: "coins.jpg")
        let line = try shell("$espy count --json --no-history Tests/Samples/count/coins.jpg")
        let found = try #require(job["result"] as? [String: Any], "\(job)")
        let expected = try object(line.out)
        for key in ["count", "range", "clusters", "detections", "model", "parameters", "review", "warnings"] {
            #expect(found[key] as? NSObject == expected[key] as? NSObject, "\(key)")
        }
    }

    @Test func whatIsKeptTheCommandLineLists() async throws {
        _ = try await result(core(), "counts", try Pictures.blank(width: 700), name: "tray.jpg")
        let listed = try await espy("history", "list", variables: home)
        #expect(listed.out.contains("count"))
        #expect(listed.out.contains("     5    tray.jpg"))
    }

    @Test func missingModelsSayHowToGetThem() async throws {
        let engine = FakeCounting.broken(.missingModel(id: "espy-detector", path: "/x"))
        let job = try await result(core(counting: engine), "counts", try Pictures.blank(), name: "a.jpg")
        let problem = try #require(job["problem"] as? [String: Any])
        #expect(problem["type"] as? String == "/problems/model-unavailable")
        #expect((problem["detail"] as? String)?.contains("espy models install espy-detector") == true)
    }

    @Test func everySettingIsThere() async throws {
        let answer = try await ask(core(["ESPY_RACK_GRID": "8x12"]), .get, "settings")
        let rows = try #require(answer.object["settings"] as? [[String: Any]])
        // All settings except those that name files of this machine, and those for machines with a battery.
        var hidden: Set = ["shelf.catalog", "gallery.faces", "gallery.inbox"]
        if !MachineGauges().hasBattery { hidden.insert("gallery.wait-for-charger") }
        let shown = CommandTable.espy.settings.compactMap { $0.setting?.key }.filter { !hidden.contains($0) }
        #expect(rows.compactMap { $0["key"] as? String } == shown)
        func row(_ key: String) throws -> [String: Any] { try #require(rows.first { $0["key"] as? String == key }) }
        let grid = try row("rack.grid")
        #expect(grid["value"] as? String == "8x12")
        #expect(grid["source"] as? String == "ESPY_RACK_GRID")
        #expect(grid["default"] as? String == "auto")
        #expect(grid["kind"] as? String == "text")
        let confidence = try row("count.confidence")
        #expect(confidence["kind"] as? String == "number")
        #expect(confidence["choices"] as? [String] == ["auto"])
        #expect(confidence["min"] as? Double == 0.001)
        #expect(confidence["max"] as? Double == 0.9)
        #expect(try row("count.filter.size")["kind"] as? String == "boolean")
        #expect(try row("rack.max-dimension")["choices"] as? [String] == ["full", "8000", "4000", "2000"])
    }

    @Test func settingsAreThoseOfTheCommandLine() async throws {
        let core = core()
        let change = ["count.confidence": "0.25", "count.filter.size": "off", "rack.max-dimension": "2000"]
        #expect(try await ask(core, .patch, "settings", json: change).status == 200)
        let config = try await espy("config", variables: home).out
        #expect(config.contains("count.confidence"))
        #expect(config.contains("0.25"))
        let again = try await ask(core, .get, "settings").object["settings"] as? [[String: Any]]
        #expect(again?.first { $0["key"] as? String == "count.filter.size" }?["value"] as? String == "false")
        let job = try await result(core, "counts", try Pictures.blank(width: 500), name: "a")
        let parameters = (job["result"] as? [String: Any])?["parameters"] as? [String: Any]
        #expect(parameters?["confidence"] as? Double == 0.25)
        #expect(parameters?["filtersSize"] as? Bool == false)
        // And vice versa.
        _ = try await espy("config", "set", "count.confidence", "auto", variables: home)
        let rows = try await ask(core, .get, "settings").object["settings"] as? [[String: Any]]
        #expect(rows?.first { $0["key"] as? String == "count.confidence" }?["value"] as? String == "auto")
        #expect(try await ask(core, .delete, "settings").status == 200)
        #expect(try scratch.text(".config/espy/config.json") == "{}\n")
    }

    @Test(arguments: [
        ["count.confidence": "2"], ["count.confidence": "0.3", "rack.grid": "banana"], ["nothing": "1"],
        ["count.border": ""], ["history": "maybe"], ["shelf.catalog": "/etc/passwd"], ["shelf.catalog": "none"],
    ])
    func badSettingsChangeNothing(change: [String: String]) async throws {
        let answer = try await ask(core(), .patch, "settings", json: change)
        #expect(answer.status == 422)
        #expect(answer.object["type"] as? String == "/problems/bad-setting")
        #expect((answer.object["detail"] as? String)?.isEmpty == false)
        #expect(!FileManager.default.fileExists(atPath: scratch.file(".config")))
    }

    @Test func brokenFileIsToldAndCanBeReset() async throws {
        try scratch.write(".config/espy/config.json", "{")
        let core = core()
        for (method, json) in [(Request.Method.get, nil), (.patch, ["history": "on"])] as [(Request.Method, Any?)] {
            let answer = try await ask(core, method, "settings", json: json)
            #expect(answer.status == 500)
            #expect(answer.object["type"] as? String == "/problems/settings-unusable")
        }
        #expect(try scratch.text(".config/espy/config.json") == "{")
        #expect(try await ask(core, .delete, "settings").status == 200)
        #expect(try await ask(core, .get, "settings").status == 200)
    }

    @Test func namedConfigFileIsUsed() async throws {
        let core = core(["ESPY_CONFIG": scratch.file("mine.json")])
        #expect(try await ask(core, .patch, "settings", json: ["rack.grid": "9x9"]).status == 200)
        #expect(try scratch.text("mine.json").contains("\"grid\": \"9x9\""))
    }
}
