import Foundation
import Testing

/// The arrows of the design, held against the `import` lines of the sources.
struct ImportRulesTests {
    /// What a target may import of this package. `A: [B]` means A imports B, and nothing else that is ours.
    private static let arrows: [String: Set<String>] = [
        "DataMatrix": [],
        "EspyImage": [
            "CTurboJPEG", "CPNG", "CWebP", "CHEIF", "CTIFF", "CGIF", "CLCMS", "CZlib", "CFreeType", "CFontconfig",
        ],
        "EspyInference": ["COpenVINO", "CNettle"],
        "EspyStore": ["CSQLite"],
        "EspyText": ["CTesseract", "EspyImage", "EspyInference"],
        "EspyCodes": ["CZXing"],
        "Espy": ["DataMatrix", "EspyCodes", "EspyImage", "EspyInference", "EspyStore", "EspyText"],
        "EspyServer": ["Espy", "CMicroHTTPD", "CGnuTLS", "CQREncode"],
        "EspyTool": ["Espy", "EspyServer", "CMalloc"],
        "EspySamples": ["DataMatrix", "EspyImage"],
        "RenderSamples": ["EspySamples", "EspyImage"],
    ]
    private static let leaves: Set<String> = [
        "DataMatrix", "EspyCodes", "EspyImage", "EspyInference", "EspyStore", "EspyText",
    ]

    /// Modules of the system and of the toolchain that a target may import.
    private static let outside: [String: Set<String>] = [
        "DataMatrix": ["Glibc", "Musl", "Darwin", "Synchronization"],
        "EspyImage": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspyInference": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspyStore": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspyText": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspyCodes": [],
        "Espy": ["Synchronization", "Foundation", "FoundationEssentials"],
        "EspyServer": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspyTool": ["Glibc", "Musl", "Darwin", "Synchronization", "Foundation", "FoundationEssentials"],
        "EspySamples": ["Glibc", "Musl", "Darwin", "Foundation", "FoundationEssentials"],
        "RenderSamples": ["Glibc", "Musl", "Darwin", "Foundation", "FoundationEssentials"],
    ]

    private struct Import {
        let file: String
        let target: String
        let module: String
        let line: String
    }

    private static func imports() throws -> [Import] {
        try sources().flatMap { file, target, text in
            text.split(separator: "\n").compactMap { line -> Import? in
                let words = line.split(separator: " ").map(String.init)
                guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                    words[..<at].allSatisfy({ modifiers.contains($0) })
                else { return nil }
                // `import struct Module.Type` names one type of a module.
                let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
                let name = kinds.contains(words[at + 1]) ? words[at + 2] : words[at + 1]
                return Import(
                    file: file, target: target, module: String(name.split(separator: ".")[0]), line: String(line))
            }
        }
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "fileprivate", "private", "@_exported", "@preconcurrency", "@testable",
        "@_implementationOnly",
    ]

    /// Path, target and text of every Swift file below Sources, comments left out.
    private static func sources() throws -> [(file: String, target: String, text: String)] {
        try Repository.files(in: "Sources", ext: "swift").map { file in
            let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.map { $0.drop { $0 == " " } }
            return (file, String(file.split(separator: "/")[1]), code.joined(separator: "\n"))
        }
    }

    @Test func thereIsSomethingToJudge() throws {
        let found = try Self.imports()
        #expect(found.contains { $0.target == "Espy" && $0.module == "DataMatrix" })
        #expect(found.contains { $0.target == "EspyImage" && $0.module == "CPNG" })
        #expect(Set(found.map(\.target)).isSubset(of: Set(Self.arrows.keys)))
    }

    @Test func thereAreNoOtherArrows() throws {
        for found in try Self.imports() {
            let allowed = (Self.arrows[found.target] ?? []).union(Self.outside[found.target] ?? [])
            #expect(allowed.contains(found.module), "\(found.file): \(found.line)")
        }
    }

    @Test func cModulesStayInside() throws {
        let shims = Set(
            try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources"))
                .filter { $0.hasPrefix("C") })
        #expect(!shims.isEmpty)
        let found = try Self.imports().filter { shims.contains($0.module) }
        for module in shims {
            let importers = Set(found.filter { $0.module == module }.map(\.target))
            #expect(importers.count == 1, "\(module) is imported by \(importers.sorted())")
        }
        for line in found {
            #expect(!line.line.contains("public") && !line.line.contains("@_exported"), "\(line.file)")
        }
    }

    @Test func shimsHoldNothingButAMapAndAHeader() throws {
        for folder in try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources"))
        where folder.hasPrefix("C") && !["COpenVINO", "CZXing"].contains(folder) {
            let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources/\(folder)"))
            #expect(names.sorted() == ["module.modulemap", "shim.h"], "\(folder)")
        }
    }

    /// The runtime has neither header nor library when Espy is built, so its shim declares what it calls.
    @Test func runtimeShimIsPlainC() throws {
        let files = try Repository.files(in: "Sources/COpenVINO", ext: "c")
        #expect(!files.isEmpty)
        for file in try files + Repository.files(in: "Sources/COpenVINO", ext: "h") {
            let includes = try Repository.text(file).matches(of: /#include <(.+)>/).map { String($0.1) }
            let own: Set = ["stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "dlfcn.h"]
            #expect(own.isSuperset(of: includes), "\(file)")
        }
    }

    @Test func platformsAreToldApartInLeavesAndToolOnly() throws {
        for (file, target, text) in try Self.sources() where !Self.leaves.contains(target) && target != "EspyTool" {
            // Pictures for the tests need the mathematics of the C library, whose name differs.
            if ["EspySamples", "RenderSamples"].contains(target) { continue }
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("#if") || $0.hasPrefix("#elseif") }
            let told = lines.filter { $0.contains("os(") || $0.contains("canImport") || $0.contains("arch(") }
            #expect(told.isEmpty, "\(file): \(told)")
        }
    }

    /// The trunk computes: what surrounds the program is handed to it or not known to it.
    @Test(arguments: ["DataMatrix", "EspyImage", "Espy"])
    func libraryTouchesNothingOfTheProcess(target: String) throws {
        let words = [
            "CommandLine", "ProcessInfo", "getenv(", "print(", "debugPrint(", "FileHandle", "stdout", "stderr",
            "fputs(", "Date()", "ContinuousClock", "SuspendingClock", "clock_gettime", "time(nil", "gettimeofday",
            "URLSession", "socket(", "exit(", "fatalError(",
        ]
        for (file, _, text) in try Self.sources().filter({ $0.target == target }) {
            for word in words where Self.uses(word, in: text) { Issue.record("\(file) uses \(word)") }
        }
    }

    /// As a word of its own: `blueprint(` does not use `print(`.
    private static func uses(_ word: String, in text: String) -> Bool {
        var rest = text[...]
        while let found = rest.range(of: word) {
            let before = found.lowerBound == text.startIndex ? " " : text[text.index(before: found.lowerBound)]
            if !before.isLetter && !before.isNumber && before != "_" && before != "." { return true }
            rest = rest[found.upperBound...]
        }
        return false
    }

    @Test func uncheckedSendableIsNotUsed() throws {
        for (file, _, text) in try Self.sources() {
            // These wrappers of pointers say themselves why they may.
            let exempt = [
                "Sources/EspyInference/Runtime/RuntimeHandle.swift",
                "Sources/EspyText/RecognizerHandle.swift",
                "Sources/EspyServer/Transport/ConnectionHandle.swift",
                "Sources/EspyServer/Transport/ReplyHandle.swift",
            ].contains(file)
            for word in ["@unchecked Sendable", "nonisolated(unsafe)", "try!"] where text.contains(word) && !exempt {
                Issue.record("\(file) uses \(word)")
            }
        }
    }
}
