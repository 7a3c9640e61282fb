import Foundation
import Testing

/// Checks the `import` lines of the sources and Package.swift against the rings of the design.
struct ImportRulesTests {
    /// From the innermost outward. A module imports only modules of earlier rings, so no verb imports another verb.
    private static let rings: [[String]] = [
        ["DataMatrix", "EspyPixels", "EspyBase", "EspyNetworks", "EspySystem", "EspyStore", "EspyHTTP"],
        ["EspyCodecs", "EspyInference", "EspyCodes", "EspyBarcode", "EspySheets"],
        ["EspyText"],
        ["EspyCount", "EspyRack", "EspyShelf", "EspyGallery"],
        ["EspyHistory", "EspyTrials"],
        ["Espy"],
        ["EspyApp"],
        ["EspyServer", "EspyWeb", "EspyWebNetworks"],
        ["EspyTool"],
    ]

    /// Modules that need nothing from the system except Swift's own libraries.
    private static let pure = [
        "DataMatrix", "EspyPixels", "EspyBase", "EspyNetworks", "EspyBarcode", "EspyRack",
    ]

    /// The folders that browsers do not have, although they have their modules, as Scripts/build-wasm names them.
    private static let foreign = ["Catalog", "Inventory", "Library", "Text"].map { "Sources/EspyShelf/\($0)/" }

    /// The only importer of each C library.
    private static let importers: [String: String] = [
        "CTurboJPEG": "EspyCodecs", "CPNG": "EspyCodecs", "CWebP": "EspyCodecs", "CHEIF": "EspyCodecs",
        "CTIFF": "EspyCodecs", "CGIF": "EspyCodecs", "CLCMS": "EspyCodecs", "CFreeType": "EspyCodecs",
        "CFontconfig": "EspyCodecs", "CZlib": "EspySystem", "CNettle": "EspySystem", "CSQLite": "EspyStore",
        "COpenVINO": "EspyInference", "CZXing": "EspyCodes", "CTesseract": "EspyText", "CMicroHTTPD": "EspyHTTP",
        "CGnuTLS": "EspyHTTP", "CQREncode": "EspyServer", "CMalloc": "EspySystem", "CXLSXWriter": "EspySheets",
    ]

    /// Modules of the toolchain, and the C library's math, which every platform has. Only rings 1 and 2 and the faces
    /// import
    /// the C library itself: see `platforms…`.
    private static let toolchain: Set<String> = [
        "CMath", "Glibc", "Musl", "Darwin", "Dispatch", "Synchronization", "Foundation", "FoundationEssentials",
    ]

    private static func ring(of module: String) -> Int? { rings.firstIndex { $0.contains(module) } }

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

    /// Path, target and code of every Swift file below Sources, without comments.
    private static func sources() throws -> [(file: String, target: String, text: String)] {
        try Repository.files(in: "Sources", ext: "swift").map { file in
            let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.map { $0.drop { $0 == " " } }
            return (file, String(file.split(separator: "/")[1]), code.joined(separator: "\n"))
        }
    }

    @Test func thereIsSomethingToJudge() throws {
        let found = try Self.imports()
        #expect(found.contains { $0.target == "EspyRack" && $0.module == "DataMatrix" })
        #expect(found.contains { $0.target == "EspyCodecs" && $0.module == "CPNG" })
        #expect(Set(found.map(\.target)).isSubset(of: Set(Self.rings.joined())))
    }

    @Test func arrowsRunInward() throws {
        for found in try Self.imports()
        where !Self.toolchain.contains(found.module) && Self.importers[found.module] == nil {
            let (from, to) = (Self.ring(of: found.target), Self.ring(of: found.module))
            #expect(from != nil, "\(found.file): \(found.line)")
            #expect(to != nil, "\(found.file): \(found.line)")
            #expect((to ?? 0) < (from ?? 0), "\(found.file): \(found.line)")
        }
    }

    /// Returns everything that a target could import: its dependencies, and theirs.
    private static func dependencies(of target: String, in package: String) -> Set<String> {
        guard let entry = package.range(of: "name: \"\(target)\",") else { return [] }
        let rest = package[entry.upperBound...]
        let end = rest.range(of: "arget(")?.lowerBound ?? rest.endIndex
        guard let list = rest[..<end].firstMatch(of: /dependencies: \[([^\]]*)\]/) else { return [] }
        let names = Set(list.1.matches(of: /"(\w+)"/).map { String($0.1) })
        return names.reduce(into: names) { $0.formUnion(dependencies(of: $1, in: package)) }
    }

    @Test(arguments: pure) func pureModulesNeedNoSystemLibrary(module: String) throws {
        let found = Self.dependencies(of: module, in: try Repository.text("Package.swift"))
        #expect(found.filter { $0.hasPrefix("C") && $0 != "CMath" }.isEmpty, "\(module): \(found.sorted())")
        if ["EspyBarcode", "EspyRack"].contains(module) { #expect(found.contains("EspyPixels")) }
    }

    @Test func cModulesStayInside() throws {
        let shims = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources"))
            .filter { $0.hasPrefix("C") && $0 != "CMath" }
        #expect(Set(shims) == Set(Self.importers.keys))
        let found = try Self.imports().filter { Self.importers[$0.module] != nil }
        for module in shims {
            let importers = Set(found.filter { $0.module == module }.map(\.target))
            #expect(importers == [Self.importers[module] ?? ""], "\(module) is imported by \(importers.sorted())")
        }
        for line in found {
            #expect(!line.line.contains("public"), "\(line.file)")
            #expect(!line.line.contains("@_exported"), "\(line.file)")
        }
    }

    @Test func shimsHoldNothingButAMapAndAHeader() throws {
        for folder in try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources"))
        where folder.hasPrefix("C") && !["COpenVINO", "CZXing"].contains(folder) {
            let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources/\(folder)"))
            // Libraries that are loaded at run time have wrappers that forward each call.
            let isFoundLater = ["CHEIF", "CTesseract"].contains(folder)
            #expect(
                names.sorted() == (isFoundLater ? ["\(folder).c", "include"] : ["module.modulemap", "shim.h"]),
                "\(folder)")
        }
    }

    /// OpenVINO has neither header nor library when Espy is built, so its shim declares the functions that it calls.
    @Test func runtimeShimIsPlainC() throws {
        let files = try Repository.files(in: "Sources/COpenVINO", ext: "c")
        #expect(!files.isEmpty)
        for file in try files + Repository.files(in: "Sources/COpenVINO", ext: "h") {
            let includes = try Repository.text(file).matches(of: /#include <(.+)>/).map { String($0.1) }
            let own: Set = ["stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "dlfcn.h"]
            #expect(own.isSuperset(of: includes), "\(file)")
        }
    }

    @Test func platformsAreToldApartInTheInnerRingsAndTheToolOnly() throws {
        let inner = Set(Self.rings[0] + Self.rings[1] + Self.rings[2] + ["EspyTool"])
        for (file, target, text) in try Self.sources() where !inner.contains(target) {
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("#if") || $0.hasPrefix("#elseif") }
            let told = lines.filter { $0.contains("os(") || $0.contains("canImport") || $0.contains("arch(") }
            #expect(told.isEmpty, "\(file): \(told)")
        }
    }

    /// Code that browsers do not have is in files of its own, marked as such.
    @Test(arguments: pure + ["EspyInference", "EspyCount", "EspyShelf"]) func browsersAreToldApartByFilesOnly(
        module: String
    ) throws {
        for (file, target, text) in try Self.sources()
        where target == module && !Self.foreign.contains(where: file.hasPrefix) {
            #expect(file.hasSuffix("+Embedded.swift") == text.contains("hasFeature(Embedded)"), "\(file)")
            let isNative = try Repository.text(file).hasPrefix("// Not in the browser: ")
            #expect(file.hasSuffix("+Native.swift") == isNative, "\(file)")
            let isFree = !isNative || Self.pure.contains(module)
            #expect(!isFree || !text.contains("import Foundation"), "\(file)")
        }
    }

    /// Verbs only compute: input and output, environment, clock and network are passed to them or unknown to them.
    @Test(
        arguments: ["DataMatrix", "EspyBase", "EspyPixels", "EspyNetworks", "EspyBarcode"] + rings[3...5].joined())
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

    /// Only whole words match: `blueprint(` does not use `print(`.
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
            // The comments of these pointer wrappers say why they are safe; a browser's modules have only one thread.
            let exempt = [
                "Sources/EspyInference/Runtime/RuntimeHandle+Native.swift",
                "Sources/EspyText/RecognizerHandle.swift",
                "Sources/EspyHTTP/Transport/Handles.swift",
                "Sources/EspyWeb/Entry.swift",
                "Sources/EspyCount/Mutex+Embedded.swift",
                "Sources/EspyWebNetworks/NetworksEntry.swift",
            ].contains(file)
            for word in ["@unchecked Sendable", "nonisolated(unsafe)", "try!"] where text.contains(word) && !exempt {
                Issue.record("\(file) uses \(word)")
            }
        }
    }
}
