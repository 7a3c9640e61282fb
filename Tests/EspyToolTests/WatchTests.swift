import Espy
import EspyTool
import Foundation
import Testing

/// A folder that photos are dropped into.
struct WatchTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func names(_ folder: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: scratch.file(folder))) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    private func watch(_ flags: String...) async throws -> Ending {
        let all = ["watch", scratch.file("in"), "--verb", "rack", "--out", scratch.file("out"), "--once"] + flags
        return try await espy(all, variables: ["HOME": scratch.path])
    }

    @Test func eachPhotoOnce() async throws {
        try scratch.write("in/a.jpg", try sample("rack-8x12-flatbed"))
        try scratch.write("in/b.jpg", Array("no photo".utf8))
        try scratch.write("in/notes.txt", "no photo either")
        let ending = try await watch("--table", "fluidx", "--container", "96")
        #expect(ending.exit == 2)
        let first = names("out")
        try #require(first.count == 2)
        #expect(first[0].hasPrefix("a."))
        #expect(first[0].hasSuffix(".csv"))
        #expect(first[1].hasPrefix("b."))
        #expect(first[1].hasSuffix(".error.json"))
        #expect(try scratch.text("out/\(first[0])").hasPrefix("A01,T00000001\r\n"))
        #expect(try scratch.text("out/\(first[1])").contains("notAnImage"))
        // Nothing is done twice, and a changed photo counts as another one.
        let again = try await watch("--table", "fluidx", "--container", "96")
        #expect(again.exit == 0)
        #expect(again.err.isEmpty)
        #expect(names("out") == first)
        try scratch.write("in/b.jpg", try sample("box-9x9"))
        #expect(try await watch("--json").exit == 0)
        #expect(names("out").count == 3)
        #expect(names("out").contains { $0.hasPrefix("b.") && !$0.contains("error") })
    }

    @Test func photosThatEndTheProgramArePutAside() async throws {
        try scratch.write("in/a.jpg", try sample("box-9x9"))
        // As if it had been killed five times.
        _ = try await watch("--json")
        let name = try #require(names("out").first)
        let stem = String(name.dropLast(".json".count))
        try FileManager.default.removeItem(atPath: scratch.file("out/\(name)"))
        try scratch.write("out/.tries/\(stem)", ".....")
        let ending = try await watch("--json")
        #expect(ending.exit == 2)
        #expect(names("out") == ["\(stem).error.json"])
        #expect(try scratch.text("out/\(stem).error.json").contains("poison"))
        try FileManager.default.removeItem(atPath: scratch.file("out/\(stem).error.json"))
        #expect(try await watch("--json").exit == 0)
    }

    @Test func asksThatMakeNoSense() async throws {
        try scratch.write("in/a.jpg", try sample("box-9x9"))
        let folder = scratch.file("in")
        #expect(try await espy("watch", folder).exit == 64)
        #expect(try await espy("watch", folder, "--verb", "rack", "--out", folder).exit == 64)
        #expect(try await espy("watch", "nowhere", "--verb", "rack", "--out", "x").exit == 64)
    }
}
