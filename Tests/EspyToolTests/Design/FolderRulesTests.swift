import Foundation
import Testing

/// Inside a module, folders use each other in one direction only.
struct FolderRulesTests {
    @Test(arguments: ["EspyHTTP", "EspyServer", "EspyTool"])
    func foldersOfAModuleFormNoCircle(module: String) throws {
        let root = "Sources/\(module)"
        var files: [String: String] = [:]
        for file in try Repository.files(in: root, ext: "swift") {
            files[String(file.dropFirst(root.count + 1))] = try Repository.text(file)
        }
        #expect(!files.isEmpty)
        for level in [1, Int.max] {
            if let cycle = FolderGraph(files, level: level).cycle() {
                Issue.record("\(module): \(cycle.map(\.description).joined(separator: "; "))")
            }
        }
    }

    @Test func aCircleIsFoundWithTheLinesToBlame() throws {
        let files = [
            "A/One.swift": "struct One {\n    // Two\n    let two: Two\n}",
            "B/Two.swift": "struct Two { let name = \"One\" }",
            "B/C/Three.swift": "enum Three {\n    case three(One)\n}\nextension Two { static let best = 1 }",
        ]
        #expect(FolderGraph(files).cycle() == nil)
        let cycle = try #require(FolderGraph(files, level: 1).cycle())
        #expect(
            cycle.map(\.description) == [
                "A → B: A/One.swift:3 uses Two", "B → A: B/C/Three.swift:2 uses One",
            ])
        let changed = files.merging(["A/Zero.swift": "let zero = \"\\(Two.best)\""]) { $1 }
        #expect(try #require(FolderGraph(changed).cycle()).map(\.to) == ["B/C", "A"])
    }
}
