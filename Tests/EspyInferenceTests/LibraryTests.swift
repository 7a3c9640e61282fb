import EspyInference
import EspySystem
import Foundation
import Testing

struct LibraryTests {
    private let first: Bench
    private let second: Bench

    init() throws { (first, second) = (try Bench(), try Bench()) }

    @Test func firstFolderDecides() throws {
        var mine = ModelEntry.tiny()
        mine.description = "mine"
        try first.add(mine)
        try second.add(.tiny(), .nano)
        try second.write("tiny.onnx", [1])
        let library = try ModelLibrary(folders: [first.folder, "/nowhere", second.folder])
        #expect(library.entries.map(\.id) == ["tiny", "nano"])
        #expect(try library.entry("tiny").description == "mine")
        // The file of another folder belongs to another model of that name.
        #expect(library.path(of: mine) == nil)
    }

    @Test func fileLiesBesideItsManifest() throws {
        try first.add(.tiny())
        let library = try ModelLibrary(folders: [first.folder])
        #expect(library.path(of: .tiny()) == nil)
        try first.write("tiny.onnx", [1])
        #expect(library.path(of: .tiny()) == "\(first.folder)/tiny.onnx")
    }

    /// An installed model is in the user's folder, and the label names that it uses in the program's.
    @Test func namesOfTagsMayLieInAnotherFolder() throws {
        var mine = ModelEntry.tiny()
        mine.labels = "kinds.json"
        try first.add(mine)
        let library = try ModelLibrary(folders: [first.folder, second.folder])
        #expect(library.labelsPath(of: mine) == "\(first.folder)/kinds.json")
        try second.write("kinds.json", [1])
        #expect(library.labelsPath(of: mine) == "\(second.folder)/kinds.json")
        try first.write("kinds.json", [1])
        #expect(library.labelsPath(of: mine) == "\(first.folder)/kinds.json")
        #expect(library.labelsPath(of: .tiny()) == nil)
    }

    @Test func unknownNameTellsTheKnownOnes() throws {
        try first.add(.tiny(), .nano)
        let library = try ModelLibrary(folders: [first.folder])
        #expect(throws: InferenceError.unknownModel(id: "x", known: ["tiny", "nano"])) { try library.entry("x") }
    }

    @Test func brokenManifestIsAnError() throws {
        try first.write(ModelManifest.fileName, Array("{".utf8))
        let path = "\(first.folder)/manifest.json"
        #expect(throws: InferenceError.badManifest(path: path, reason: "it is not valid JSON")) {
            try ModelLibrary(folders: [first.folder])
        }
    }

    @Test func hugeManifestIsNotRead() throws {
        try first.write(ModelManifest.fileName, [UInt8](repeating: 0x20, count: 1 << 20 + 1))
        #expect(throws: InferenceError.self) { try ModelLibrary(folders: [first.folder]) }
    }

    @Test func manifestThatIsAFolderIsAnError() throws {
        try FileManager.default.createDirectory(
            atPath: "\(first.folder)/manifest.json", withIntermediateDirectories: true)
        #expect(throws: InferenceError.self) { try ModelLibrary(folders: [first.folder]) }
    }
}

/// The shipped manifest.
struct ShippedManifestTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("models").path

    @Test func namesTheModelsOfEspyAndTheOfficialOnes() throws {
        let library = try ModelLibrary(folders: [Self.folder])
        let names = library.entries.map(\.id)
        let seeker = ["stem", "context", "maps", "example", "find", "propose", "describe"].map { "espy-seeker-\($0)" }
        let own = ["espy-detector", "espy-embedder"] + seeker + ["espy-outliner", "espy-spines", "espy-tagger"]
        let classifiers = ["mobilenetv2", "resnet50-int8", "resnet50", "mobilenetv3-large"]
        let clip = ["clip-image", "clip-image-int8", "clip-text", "clip-text-int8"]
        let text = ["ppocrv6-small-det", "ppocrv6-small-rec"]
        let faces = ["mediapipe-faces", "dlib-faces"]
        #expect(
            names == own + ["yolox-nano", "yolox-tiny", "yolox-s"] + classifiers + ["tinyclip"] + clip + text + faces)
        #expect(try library.entry("espy-spines").output.shape(batch: 1) == [1, 8192, 3])
        #expect(try library.entry("yolox-s").output.shape(batch: 1) == [1, 8400, 85])
        #expect(try library.entry("yolox-nano").output.shape(batch: 2) == [2, 3549, 85])
        #expect(try library.entry("espy-embedder").output.shape(batch: 3) == [3, 256])
        for entry in library.entries where entry.task == .classifier {
            #expect(entry.output == ModelOutput(kind: .logits, columns: 1000), "\(entry.id)")
            let labels = try #require(library.labelsPath(of: entry))
            #expect(FileManager.default.fileExists(atPath: labels), "\(entry.id)")
        }
    }

    // A model in the repository must be the intended one: Scripts/stamp-models writes its checksum.
    @Test func shippedFilesAreStamped() throws {
        let library = try ModelLibrary(folders: [Self.folder])
        for entry in library.entries {
            guard let path = library.path(of: entry) else { continue }
            let sum = FileSum(path: path)
            #expect(sum?.sha256 == entry.sha256, "\(entry.id)")
            #expect(sum?.bytes == entry.bytes, "\(entry.id)")
            guard let parameters = library.parametersPath(of: entry) else { continue }
            let bytes = try library.parameters(of: entry.id)
            #expect(SHA256.hex(of: bytes) == entry.parametersSum, "\(parameters)")
        }
    }

    @Test func parametersAreHeldAgainstTheManifest() throws {
        let bench = try Bench()
        let shipped = try ModelLibrary(folders: [Self.folder]).entry("espy-spines")
        try bench.add(shipped)
        let path = "\(bench.folder)/espy-spines-judge.json"
        let library = try ModelLibrary(folders: [bench.folder])
        #expect(throws: InferenceError.missingModel(id: shipped.id, path: path)) {
            try library.parameters(of: shipped.id)
        }
        try bench.write("espy-spines-judge.json", [1, 2, 3])
        let expected = InferenceError.wrongChecksum(
            id: shipped.id, expected: shipped.parametersSum ?? "", found: SHA256.hex(of: [1, 2, 3]))
        #expect(throws: expected) { try library.parameters(of: shipped.id) }
    }

    // Only files that were available here have checksums. Those for text and faces do: setup takes them from pinned
    // packages.
    @Test func foreignChecksumsAreNotInvented() throws {
        for entry in try ModelLibrary(folders: [Self.folder]).entries
        where !["espy-", "ppocr", "mediapipe-", "dlib-"].contains(where: entry.id.hasPrefix) {
            #expect(entry.sha256 == nil)
            #expect(entry.bytes == nil)
        }
    }
}
