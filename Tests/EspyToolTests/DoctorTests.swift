import EspyTool
import Foundation
import Testing

struct DoctorTests {
    @Test func listsEveryCheck() async throws {
        let ending = try await espy("doctor")
        #expect(ending.err.isEmpty)
        for name in ["version", "jpeg", "heic", "avif", "font", "config folder", "data folder", "processors", "memory"]
        {
            #expect(ending.out.contains("  \(name) "), "\(name)")
        }
        #expect(ending.exit == (ending.out.contains("MISS") ? 1 : 0))
    }

    @Test func libraryVersionsAreReal() async throws {
        let out = try await espy("doctor").out
        #expect(out.contains(/libwebp \d+\.\d+\.\d+/) && out.contains(/libpng 1\.\d+\.\d+/))
        #expect(out.contains(/libheif \d+\.\d+\.\d+/))
    }

    @Test func jsonHasTheSameChecks() async throws {
        let ending = try await espy("doctor", "--json")
        let list = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [[String: Any]])
        let names = list.compactMap { $0["name"] as? String }
        #expect(names.contains("settings") && names.count == list.count)
        #expect(list.allSatisfy { ($0["isFine"] as? Bool) == ($0["remedy"] == nil) })
    }

    @Test func brokenSettingsAreFound() async throws {
        let scratch = try Scratch()
        try scratch.write("espy/config.json", "{")
        let ending = try await espy(["doctor"], variables: ["XDG_CONFIG_HOME": scratch.path])
        #expect(ending.exit == 1)
        #expect(ending.out.contains("MISS  settings") && ending.out.contains("correct the file"))
    }

    @Test func folderThatCannotBeMadeIsFound() async throws {
        let scratch = try Scratch()
        let file = try scratch.write("file", "")
        let ending = try await espy(["doctor"], variables: ["XDG_DATA_HOME": file])
        #expect(ending.exit == 1)
        #expect(ending.out.contains("\(file)/espy cannot be written to"))
    }
}
