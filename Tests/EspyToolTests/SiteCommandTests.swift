import EspyTool
import Foundation
import Testing

/// `espy site`.
struct SiteCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.copyItem(atPath: Repository.path("web"), toPath: scratch.file("web"))
    }

    private func build() throws {
        try FileManager.default.createDirectory(atPath: scratch.file("web/wasm"), withIntermediateDirectories: true)
        try Data("module".utf8).write(to: URL(fileURLWithPath: scratch.file("web/wasm/rack.wasm")))
    }

    private func site(_ arguments: String...) async throws -> Ending {
        try await espy(
            ["site"] + arguments, variables: ["ESPY_WEB": scratch.file("web"), "HOME": scratch.file("home")])
    }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: scratch.file(name)) }

    @Test func aSiteIsWrittenAndReplaced() async throws {
        try build()
        let ending = try await site(scratch.file("public/lab"), "--json")
        #expect(ending.exit == 0, "\(ending.err)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        #expect(report["transferred"] as? Int ?? .max < 600_000)
        for name in [
            "index.html", "rack/index.html", "wasm/rack.wasm", "service-worker.js", "SHA256SUMS", "licenses.txt",
        ] {
            #expect(exists("public/lab/\(name)"), "\(name)")
        }
        // A file that the next site lacks is removed.
        let list = scratch.file("public/lab/SHA256SUMS")
        let old = try String(contentsOfFile: list, encoding: .utf8) + String(repeating: "0", count: 64) + "  old.js\n"
        try Data(old.utf8).write(to: URL(fileURLWithPath: list))
        try Data().write(to: URL(fileURLWithPath: scratch.file("public/lab/old.js")))
        #expect(try await site(scratch.file("public/lab")).exit == 0)
        #expect(!exists("public/lab/old.js"))
        #expect(exists("public/lab/index.html"))
    }

    @Test func whatIsNoSiteIsLeftAlone() async throws {
        try build()
        try FileManager.default.createDirectory(atPath: scratch.file("mine"), withIntermediateDirectories: true)
        try Data("letter".utf8).write(to: URL(fileURLWithPath: scratch.file("mine/letter.txt")))
        let ending = try await site(scratch.file("mine"))
        #expect(ending.exit == 2)
        #expect(ending.err.contains("is not empty"))
        #expect(!exists("mine/index.html"))
    }

    @Test func withoutTheReaderItSaysWhatToDo() async throws {
        let ending = try await site(scratch.file("public"))
        #expect(ending.exit == 2)
        #expect(ending.err.contains("make wasm"))
        #expect(!exists("public"))
    }

    /// Adds what counts, with networks that are a few bytes long.
    private func buildCounting() throws {
        try build()
        try FileManager.default.createDirectory(atPath: scratch.file("models"), withIntermediateDirectories: true)
        let parts = ["stem", "context", "maps", "example", "find", "propose", "describe"].map { "seeker-\($0)" }
        let names =
            ["web/wasm/count.wasm", "web/wasm/networks.wasm"]
            + (["detector", "embedder", "outliner"] + parts).map { "models/espy-\($0).onnx" }
        for name in names { try Data(name.utf8).write(to: URL(fileURLWithPath: scratch.file(name))) }
    }

    @Test func whatCountsIsAddedWhereItIsThere() async throws {
        try build()
        #expect(try await site(scratch.file("public")).exit == 0)
        #expect(!exists("public/count/index.html"))
        #expect(!exists("public/models"))
        try buildCounting()
        let ending = try await site(scratch.file("public"), "--json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        #expect(report["transferredToCount"] as? Int ?? 0 > 0)
        for name in ["count/index.html", "wasm/count.wasm", "models/espy-seeker-find.onnx", "samples/count.jpg"] {
            #expect(exists("public/\(name)"), "\(name)")
        }
        let page = try String(contentsOfFile: scratch.file("public/index.html"), encoding: .utf8)
        #expect(page.contains("name=\"espy-device\" content=\"rack count\""))
        // They are loaded when they are first needed, not with the pages.
        let worker = try String(contentsOfFile: scratch.file("public/service-worker.js"), encoding: .utf8)
        let lines = worker.split(separator: "\n")
        let later = try #require(lines.first { $0.hasPrefix("const later") })
        let files = try #require(lines.first { $0.hasPrefix("const files") })
        #expect(later.contains("'/models/espy-detector.onnx': '"))
        #expect(later.contains("'/wasm/count.wasm': '"))
        #expect(!files.contains("models/"))
        #expect(!files.contains("count.wasm"))
        #expect(files.contains("'/wasm/rack.wasm'"))
        // A network that is missing would stop the first count.
        try FileManager.default.removeItem(atPath: scratch.file("models/espy-embedder.onnx"))
        #expect(try await site(scratch.file("public")).exit == 0)
        #expect(!exists("public/count/index.html"))
        #expect(!exists("public/wasm/count.wasm"))
    }

    @Test func whatOutlinesBooksIsAddedWhereItIsThere() async throws {
        try build()
        try Data("module".utf8).write(to: URL(fileURLWithPath: scratch.file("web/wasm/shelf.wasm")))
        let ending = try await site(scratch.file("public"), "--json")
        #expect(ending.exit == 0, "\(ending.err)")
        for name in ["shelf/index.html", "wasm/shelf.wasm", "workers/shelf.js", "bundle/shelf/page.js"] {
            #expect(exists("public/\(name)"), "\(name)")
        }
        // The lists of books need a server.
        #expect(!exists("public/bundle/shelf/inventory/page.js"))
        #expect(!exists("public/bundle/shelf/library/page.js"))
        let page = try String(contentsOfFile: scratch.file("public/index.html"), encoding: .utf8)
        #expect(page.contains("name=\"espy-device\" content=\"rack shelf\""))
        let worker = try String(contentsOfFile: scratch.file("public/service-worker.js"), encoding: .utf8)
        let lines = worker.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("const later") && $0.contains("'/wasm/shelf.wasm': '") })
        #expect(lines.contains { $0.hasPrefix("const files") && !$0.contains("wasm/shelf.wasm") })
    }
}
