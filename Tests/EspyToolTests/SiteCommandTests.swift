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
        #expect(!exists("public/lab/old.js") && exists("public/lab/index.html"))
    }

    @Test func whatIsNoSiteIsLeftAlone() async throws {
        try build()
        try FileManager.default.createDirectory(atPath: scratch.file("mine"), withIntermediateDirectories: true)
        try Data("letter".utf8).write(to: URL(fileURLWithPath: scratch.file("mine/letter.txt")))
        let ending = try await site(scratch.file("mine"))
        #expect(ending.exit == 2 && ending.err.contains("is not empty"))
        #expect(!exists("mine/index.html"))
    }

    @Test func withoutTheReaderItSaysWhatToDo() async throws {
        let ending = try await site(scratch.file("public"))
        #expect(ending.exit == 2 && ending.err.contains("make wasm") && !exists("public"))
    }
}
