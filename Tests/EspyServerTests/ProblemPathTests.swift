import EspyApp
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Problems with Espy's own files are reported without their paths, because clients may be on other machines.
struct ProblemPathTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func damage(_ name: String) throws {
        let file = URL(fileURLWithPath: "\(bench.folder)/espy/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{ this is none".utf8).write(to: file)
    }

    @Test(arguments: [
        ("history.sqlite", "history", "history-unusable"),
        ("gallery/gallery.sqlite", "gallery/photos", "gallery-unusable"),
        ("config.json", "settings", "settings-unusable"),
    ])
    func damagedFileIsNotNamed(file: String, route: String, problem: String) async throws {
        try damage(file)
        let answer = await bench.client.get("/api/v1/\(route)")
        #expect(answer.problem == problem)
        let detail = try answer.text("detail")
        #expect(!detail.isEmpty)
        #expect(!detail.contains("/"), "\(detail)")
    }

    @Test func unkeptResultNamesNoFile() async throws {
        try damage("history.sqlite")
        let photo = try await bench.upload(try Pictures.jpeg(width: 800))
        let job = try await bench.finish(try await bench.start("/api/v1/counts", ["photo": photo]))
        let detail = try #require(try job.object("unkept")["detail"] as? String)
        #expect(!detail.isEmpty)
        #expect(!detail.contains("/"), "\(detail)")
    }

    @Test func badValueInTheConfigFileNamesNoFile() async throws {
        let file = URL(fileURLWithPath: "\(bench.folder)/espy/config.json")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(#"{"threads": "many"}"#.utf8).write(to: file)
        let answer = await bench.client.patch("/api/v1/settings", json: ["history": "on"])
        let read = await bench.client.get("/api/v1/settings")
        for answer in [answer, read] where answer.status != 200 {
            #expect(try answer.text("detail").contains("threads"))
            #expect(!answer.string.contains(bench.folder))
        }
        #expect(read.problem == "settings-unusable")
    }
}
