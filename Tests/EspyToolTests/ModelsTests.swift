import Espy
import EspySamples
import EspySystem
import Foundation
import Testing

/// `espy models`, with a manifest of a tiny model in place of the shipped one, and a fake curl.
struct ModelsTests {
    private let scratch: Scratch
    // Skipped where the runtime is absent: Scripts/setup fetches it.
    static let hasRuntime = InferenceRuntime().path != nil

    init() throws {
        scratch = try Scratch()
        try describe(Self.entry)
    }

    private static let tiny = TinyModel(side: 8, answer: [4])
    private static let entry = ModelEntry(
        id: "tiny", task: .embedder, file: "weights.onnx", url: "https://example.org/weights.onnx", license: "MIT",
        description: "For tests.", input: ModelInput(width: 8, height: 8, colors: .rgb, resize: .stretch),
        output: ModelOutput(kind: .embedding, columns: 4))

    private func describe(_ entries: ModelEntry...) throws {
        try scratch.write("shipped/manifest.json", ModelManifest(models: entries).json())
    }

    /// Runs `espy models` in its own home folder.
    private func models(_ arguments: String..., path: String? = nil) async throws -> Ending {
        var variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")]
        variables["PATH"] = path ?? "\(scratch.file("bin")):/usr/bin:/bin"
        return try await espy(["models"] + arguments, variables: variables)
    }

    /// Installs a fake curl that records its arguments, writes a file and exits with `code`.
    private func curl(_ bytes: [UInt8] = tiny.onnx, code: Int = 0) throws {
        let body = try scratch.write("body", bytes)
        let script = "#!/bin/bash\necho \"$@\" > \(scratch.file("asked"))\ncat \(body)\nexit \(code)\n"
        let text = try scratch.write("bin/text", script)
        // Written by another process: a program that this one has open for writing cannot be started, and other tests'
        // child
        // processes inherit the open file.
        _ = try shell("install -m 755 \(text) \(scratch.file("bin/curl"))")
    }

    private func sum(_ bytes: [UInt8]) throws -> String {
        try #require(FileSum(path: try scratch.write("sum", bytes))).sha256
    }

    private var data: String { ".local/share/espy/models" }

    /// The files in the user's model folder.
    private var kept: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file(data)).sorted()) ?? []
    }

    private func state(_ id: String) async throws -> String? {
        let out = try await models("list", "--json").out
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [[String: Any]])
        return rows.first { $0["id"] as? String == id }?["state"] as? String
    }

    @Test func listShowsWhatIsMissing() async throws {
        let ending = try await models()
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        #expect(ending.out.hasPrefix("tiny  embedder    missing "))
        #expect(ending.out.contains("MIT"))
        #expect(ending.out.hasSuffix("For tests.\n"))
        #expect(try await models("list").out == ending.out)
    }

    @Test func shippedModelNeedsItsChecksum() async throws {
        try scratch.write("shipped/weights.onnx", Self.tiny.onnx)
        #expect(try await state("tiny") == "unverified")
        var entry = Self.entry
        entry.sha256 = try sum(Self.tiny.onnx)
        try describe(entry)
        #expect(try await state("tiny") == "shipped")
    }

    @Test(.enabled(if: hasRuntime)) func installSaysWhatItDoesAndRecordsTheChecksum() async throws {
        try curl()
        let ending = try await models("install", "tiny", "--yes")
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.hasPrefix("This opens a connection and downloads tiny (unknown size, MIT):\n"))
        #expect(ending.err.contains("https://example.org/weights.onnx"))
        #expect(ending.err.contains("is not known"))
        #expect(kept == ["manifest.json", "tiny.onnx"])
        let manifest = try scratch.text("\(data)/manifest.json")
        #expect(try manifest.contains(sum(Self.tiny.onnx)))
        #expect(manifest.contains("\"installed\""))
        #expect(try await state("tiny") == "unverified")
        let asked = try scratch.text("asked")
        #expect(asked.hasPrefix("-q "))
        #expect(asked.contains("--proto =https --proto-redir =https"))
        #expect(asked.hasSuffix("--url https://example.org/weights.onnx\n"))
    }

    @Test(.enabled(if: hasRuntime)) func knownChecksumMakesItInstalled() async throws {
        var entry = Self.entry
        entry.sha256 = try sum(Self.tiny.onnx)
        entry.bytes = Self.tiny.onnx.count
        try describe(entry)
        try curl()
        #expect(try await models("install", "tiny", "--yes").exit == 0)
        #expect(try await state("tiny") == "installed")
        let again = try await models("install", "tiny")
        #expect(again.exit == 0)
        #expect(again.err.hasPrefix("already there: tiny: installed"))
    }

    @Test func nothingIsDownloadedUnasked() async throws {
        try curl()
        let ending = try await models("install", "tiny")
        #expect(ending.exit == 64)
        #expect(ending.err.contains("give --yes"))
        #expect(!scratch.names.contains("asked"))
        #expect(kept.isEmpty)
    }

    @Test func otherFileThanPromisedIsNotKept() async throws {
        var entry = Self.entry
        entry.sha256 = String(repeating: "0", count: 64)
        try describe(entry)
        try curl()
        let ending = try await models("install", "tiny", "-y")
        #expect(ending.exit == 2, "\(ending)")
        #expect(ending.err.contains("has the wrong checksum"), "\(ending)")
        #expect(kept.isEmpty)
    }

    @Test(arguments: [3, 10_000]) func fileOfAnotherSizeIsNotKept(bytes: Int) async throws {
        var entry = Self.entry
        entry.bytes = bytes
        try describe(entry)
        try curl()
        #expect(try await models("install", "tiny", "-y").exit == 2)
        #expect(kept.isEmpty)
    }

    @Test(.enabled(if: hasRuntime)) func fileThatIsNoModelIsNotKept() async throws {
        try curl(Array("<html>not found</html>".utf8))
        let ending = try await models("install", "tiny", "-y")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("is damaged"))
        #expect(kept.isEmpty)
    }

    @Test func failedDownloadIsAnError() async throws {
        try curl([], code: 22)
        let ending = try await models("install", "tiny", "-y")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("the download failed (curl 22)"))
        #expect(kept.isEmpty)
    }

    @Test func absentCurlIsSaid() async throws {
        let ending = try await models("install", "tiny", "-y", path: scratch.file("none"))
        #expect(ending.exit == 2)
        #expect(ending.err.contains("apt-get install curl"))
    }

    @Test func modelWithoutAPlaceMustBeBrought() async throws {
        var entry = Self.entry
        entry.url = nil
        try describe(entry)
        let ending = try await models("install", "tiny", "-y")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("espy models import FILE --id tiny"))
    }

    @Test(arguments: ["http://127.0.0.1:9/x", "file:///etc/hostname", "https://a b/c", "--output=/tmp/x"])
    func onlySecureAddressesAreUsed(url: String) async throws {
        var entry = Self.entry
        entry.url = url
        try describe(entry)
        let ending = try await models("install", "tiny", "-y")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("url: must begin with https://"))
    }

    @Test(.enabled(if: hasRuntime)) func importFindsOutWhatAFileIs() async throws {
        let file = try scratch.write("My Model.onnx", TinyModel(side: 16, answer: [6]).onnx)
        let ending = try await models("import", file)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.contains("taken for embedding, 16 x 16 pixels"))
        #expect(ending.err.contains("imported my-model: imported, embedder, "))
        #expect(kept == ["manifest.json", "my-model.onnx"])
        #expect(try await state("my-model") == "imported")
        #expect(try await state("tiny") == "missing")
        #expect(try await models("import", file).err.contains("remove it first"))
    }

    @Test(.enabled(if: hasRuntime)) func importTakesTheLayoutOfAKnownModel() async throws {
        let file = try scratch.write("x.onnx", Self.tiny.onnx)
        let ending = try await models("import", file, "--id", "tiny", "--task", "embedder", "--json")
        #expect(ending.exit == 0)
        #expect(ending.out.contains("\"license\":\"MIT\""))
        #expect(try scratch.text("\(data)/manifest.json").contains("\"stretch\""))
        #expect(kept == ["manifest.json", "tiny.onnx"])
    }

    @Test(.enabled(if: hasRuntime)) func importOfAnotherTaskIsRefused() async throws {
        let file = try scratch.write("x.onnx", Self.tiny.onnx)
        let ending = try await models("import", file, "--task", "detector")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("is an embedder, not a detector"))
        #expect(kept.isEmpty)
    }

    @Test(.enabled(if: hasRuntime), arguments: [[], [1, 2, 3], Array("%PDF".utf8)])
    func importOfSomethingElseIsRefused(bytes: [UInt8]) async throws {
        let file = try scratch.write("x.onnx", bytes)
        let ending = try await models("import", file)
        #expect(ending.exit == 2)
        #expect(ending.err.contains("is damaged"))
        #expect(kept.isEmpty)
    }

    @Test func importOfNoFileIsAnError() async throws {
        #expect(try await models("import", scratch.file("none")).err.contains("no such file"))
        #expect(try await models("import", scratch.path).err.contains("is a folder"))
        #expect(try await models("import", "/dev/zero").err.contains("is not a regular file"))
        #expect(kept.isEmpty)
    }

    @Test(.enabled(if: hasRuntime)) func verifyFindsWhatChanged() async throws {
        let file = try scratch.write("x.onnx", Self.tiny.onnx)
        #expect(try await models("import", file).exit == 0)
        let good = try await models("verify")
        #expect(good.exit == 0)
        #expect(good.out == "ok    x  imported\n")
        try scratch.write("\(data)/x.onnx", TinyModel(side: 8, answer: [5]).onnx)
        let bad = try await models("verify", "x")
        #expect(bad.exit == 2)
        #expect(bad.out.hasPrefix("BAD   x  the model “x” has the wrong checksum"))
        let json = try await models("verify", "--json")
        #expect(json.out.contains("\"isFine\":false"))
        #expect(json.out.contains("\"kind\":\"wrongChecksum\""))
        #expect(try await models("verify", "tiny").out.contains("is not installed"))
    }

    @Test(.enabled(if: hasRuntime)) func verifyRunsTheModel() async throws {
        var broken = Self.tiny
        broken.offset = [-9999, 0, 0, 0]
        broken.finish = "Sqrt"
        try scratch.write("shipped/weights.onnx", broken.onnx)
        let ending = try await models("verify")
        #expect(ending.exit == 2)
        #expect(ending.out.contains("returned invalid numbers"))
    }

    @Test(.enabled(if: hasRuntime)) func removeTakesOnlyWhatCame() async throws {
        try scratch.write("shipped/weights.onnx", Self.tiny.onnx)
        let shipped = try await models("remove", "tiny")
        #expect(shipped.exit == 2)
        #expect(shipped.err.contains("came with Espy"))
        #expect(try await models("import", scratch.write("x.onnx", Self.tiny.onnx)).exit == 0)
        #expect(try await models("remove", "x").exit == 0)
        #expect(kept == ["manifest.json"])
        #expect(try await models("remove", "x").err.contains("no model “x”"))
    }

    @Test(arguments: [
        ["frobnicate"], ["install"], ["install", "a", "b"], ["import", "x.onnx", "--id", "A B"], ["list", "--id", "a"],
        ["import", "x.onnx", "--task", "poet"],
    ])
    func wrongUseIsSaid(arguments: [String]) async throws {
        let variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")]
        #expect(try await espy(["models"] + arguments, variables: variables).exit == 64)
    }

    private static let shipped = Repository.root.appendingPathComponent("models")

    /// The shipped embedder with a nonexistent type in it, which makes the library read beyond a table.
    private static func crashing() throws -> [UInt8] {
        var data = try Data(contentsOf: shipped.appendingPathComponent("espy-embedder.onnx"))
        let cast = Data([0x0A, 0x02] + Array("to".utf8) + [0x18, 0x01])
        let place = try #require(data.range(of: cast, options: .backwards))
        data[place.upperBound - 1] = 127
        return [UInt8](data)
    }

    @Test(.enabled(if: ShippedModels.areThere, "the runtime is not there: Scripts/setup fetches it"))
    func aDownloadThatMakesTheLibraryCrashIsNotKept() throws {
        let bytes = try Self.crashing()
        try curl(bytes)
        var entry = try ModelLibrary(folders: [Self.shipped.path]).entry("espy-embedder")
        (entry.id, entry.file, entry.url) = ("bad", "bad.onnx", "https://example.org/bad.onnx")
        (entry.bytes, entry.sha256) = (bytes.count, try sum(bytes))
        try describe(entry)
        let ending = try shell(
            "$espy models install bad --yes",
            variables: [
                "HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped"),
                "PATH": "\(scratch.file("bin")):/usr/bin:/bin",
            ])
        #expect(ending.exit == 2, "\(ending)")
        #expect(ending.err.contains("OpenVINO crashes on it"), "\(ending)")
        #expect(kept.isEmpty)
    }

    @Test(.enabled(if: ShippedModels.areThere, "the runtime is not there: Scripts/setup fetches it"))
    func aFileThatMakesTheLibraryCrashIsRefused() throws {
        let bytes = try Self.crashing()
        let file = try scratch.write("bad.onnx", bytes)
        let home = ["HOME": scratch.path]
        let ending = try shell("$espy models import \(file)", variables: home)
        #expect(ending.exit == 2, "\(ending)")
        #expect(ending.err.contains("OpenVINO crashes on it"), "\(ending)")
        #expect(kept.isEmpty)
        // Neither does one that is already there.
        let entry = try scratch.write(self.data + "/bad.onnx", bytes)
        var described = try ModelLibrary(folders: [Self.shipped.path]).entry("espy-embedder")
        (described.id, described.file, described.origin) = ("bad", "bad.onnx", .imported)
        described.sha256 = try #require(FileSum(path: entry)).sha256
        try scratch.write(self.data + "/manifest.json", ModelManifest(models: [described]).json())
        let verified = try shell("$espy models verify bad espy-spines", variables: home)
        #expect(verified.exit == 2, "\(verified)")
        #expect(verified.out.contains("BAD"), "\(verified)")
        #expect(verified.out.contains(/ok +espy-spines/), "\(verified)")
    }

    @Test func brokenManifestIsSaid() async throws {
        try scratch.write("shipped/manifest.json", "{")
        let ending = try await models()
        #expect(ending.exit == 2)
        #expect(ending.err.contains("manifest.json: it is not valid JSON"))
        let variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")]
        #expect(try await espy(["doctor"], variables: variables).out.contains("MISS  models"))
    }

    @Test func doctorSaysWhatCountingLacks() async throws {
        let variables = [
            "HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped"), "ESPY_OPENVINO": scratch.file("none"),
        ]
        let ending = try await espy(["doctor"], variables: variables)
        #expect(ending.out.contains("MISS  OpenVINO"))
        #expect(ending.out.contains("run Scripts/setup-openvino"))
        #expect(ending.out.contains("MISS  detector"))
        #expect(ending.out.contains("MISS  embedder"))
        #expect(ending.out.contains("ok    model instructions"))
    }

    @Test(.enabled(if: hasRuntime)) func doctorNamesTheModels() async throws {
        try scratch.write("shipped/weights.onnx", Self.tiny.onnx)
        let variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")]
        let out = try await espy(["doctor"], variables: variables).out
        #expect(out.contains(/ok    OpenVINO +2026\./))
        #expect(out.contains(/ok    embedder +tiny\n/))
    }
}
