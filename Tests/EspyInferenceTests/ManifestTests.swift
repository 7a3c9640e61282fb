import EspyInference
import Foundation
import Testing

struct ManifestTests {
    private static let good = """
        {"schema": 1, "later": {"a": 1}, "models": [{"id": "a", "task": "embedder", "file": "a.onnx", "license": "MIT",
        "description": "", "surprise": [1], "input": {"layout": "NCHW", "width": 8, "height": 8, "colors": "RGB",
        "resize": "stretch", "scale": 1, "mean": [0, 0, 0], "std": [1, 1, 1]}, "output": {"kind": "embedding",
        "columns": 4}}]}
        """

    private func read(_ text: String) throws(InferenceError) -> ModelManifest {
        try ModelManifest(json: Array(text.utf8), path: "x.json")
    }

    private func objection(_ text: String) -> String? {
        do throws(InferenceError) {
            _ = try read(text)
            return nil
        } catch {
            guard case .badManifest("x.json", let reason) = error else { return "\(error)" }
            return reason
        }
    }

    @Test func unknownKeysAreIgnored() throws {
        let manifest = try read(Self.good)
        #expect(manifest.models.map(\.id) == ["a"])
        #expect(manifest.models[0].sha256 == nil)
    }

    @Test func writtenManifestIsReadAgain() throws {
        var entry = ModelEntry.nano
        entry.origin = .imported
        entry.sha256 = String(repeating: "ab", count: 32)
        entry.url = "https://example.org/a.onnx"
        let manifest = ModelManifest(models: [entry, .tiny()])
        #expect(try ModelManifest(json: manifest.json(), path: "") == manifest)
    }

    @Test(arguments: ["", "[", "{}", "null", "[]", "{\"schema\": 1}", "{\"schema\": 2, \"models\": []}", "\u{0}"])
    func otherJSONIsRefused(text: String) { #expect(objection(text) != nil) }

    // The reason says what is wrong, and where.
    @Test(arguments: [
        ("\"file\": \"a.onnx\"", "\"file\": \"../a.onnx\"", "file"),
        ("\"file\": \"a.onnx\"", "\"file\": \"/etc/a.onnx\"", "file"),
        ("\"file\": \"a.onnx\"", "\"file\": \".onnx\"", "file"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.xml\"", "file"),
        ("\"file\": \"a.onnx\"", "\"file\": \"b/a.onnx\"", "file"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.onnx\", \"bytes\": 0", "bytes"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.onnx\", \"bytes\": 9000000000000", "bytes"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.onnx\", \"sha256\": \"12\"", "sha256"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.onnx\", \"url\": \"http://a.b/c\"", "url"),
        ("\"file\": \"a.onnx\"", "\"file\": \"a.onnx\", \"url\": \"file:///etc/passwd\"", "url"),
        ("\"file\": \"a.onnx\"", "\"file\": 7", "models.[0].file is of the wrong type"),
        ("\"file\": \"a.onnx\",", "", "models.[0].file is missing"),
        ("\"id\": \"a\"", "\"id\": \"A B\"", "id"), ("\"id\": \"a\"", "\"id\": \"..\"", "id"),
        ("\"id\": \"a\"", "\"id\": \"-rf\"", "id"), ("\"id\": \"a\"", "\"id\": \"\"", "id"),
        ("\"width\": 8", "\"width\": 0", "sides"), ("\"width\": 8", "\"width\": 100000", "sides"),
        ("\"mean\": [0, 0, 0]", "\"mean\": [0]", "mean"), ("\"std\": [1, 1, 1]", "\"std\": [1, 0, 1]", "std"),
        ("\"columns\": 4", "\"columns\": 0", "columns"), ("\"columns\": 4", "\"columns\": 99999999", "columns"),
        ("\"columns\": 4", "\"columns\": 4, \"rows\": 1", "rows"),
        ("\"task\": \"embedder\"", "\"task\": \"detector\"", "not an output of a detector"),
        ("\"task\": \"embedder\"", "\"task\": \"poet\"", "models.[0].task has a value unknown here"),
        ("\"kind\": \"embedding\"", "\"kind\": \"yoloxRaw\"", "columns"),
    ])
    func impossibleEntryIsRefused(part: String, change: String, reason: String) {
        let text = Self.good.replacing(part, with: change)
        #expect(text != Self.good)
        #expect(objection(text)?.contains(reason) == true, "\(objection(text) ?? "accepted")")
    }

    @Test func detectorRowsFollowFromItsStrides() {
        #expect(ModelEntry.nano.objection() == nil)
        var entry = ModelEntry.nano
        entry.output.rows = 3548
        #expect(entry.objection() == "nano: output: these strides make 3549 rows")
        for strides in [[], [0], [-8], [8, 16, 9999], [Int](repeating: 8, count: 9)] {
            entry.output.strides = strides
            #expect(entry.objection() == "nano: output: strides")
        }
    }

    @Test func mapsHaveOneRowForEachCell() {
        var entry = ModelEntry.nano
        entry.task = .spines
        entry.output = ModelOutput(kind: .spineMaps, rows: 52 * 208, columns: 3, strides: [8, 2])
        #expect(entry.objection() == nil)
        #expect(entry.output.shape(batch: 2) == [2, 52 * 208, 3])
        entry.output.rows = 7
        #expect(entry.objection() == "nano: output: these strides make 10816 rows")
        for strides in [[], [8], [0, 2], [8, 3], [-8, 2], [8, 2, 2]] {
            entry.output.strides = strides
            #expect(entry.objection()?.contains("two strides, which divide") == true)
        }
        entry.output.columns = 6
        #expect(entry.objection() == "nano: output: maps of spines have 3 columns")
        entry.task = .detector
        #expect(entry.objection() != nil)
    }

    @Test(arguments: [ModelOutput.Kind.logits, .probabilities])
    func classifierNeedsNamesForOneRow(kind: ModelOutput.Kind) {
        var entry = ModelEntry.tiny()
        entry.task = .classifier
        entry.output = ModelOutput(kind: kind, columns: 1000)
        #expect(entry.objection() == "tiny: labels: a classifier needs the names of its tags")
        entry.labels = "kinds.json"
        #expect(entry.objection() == nil)
        #expect(entry.output.shape(batch: 2) == [2, 1000])
        entry.output.rows = 1
        #expect(entry.objection()?.contains("neither rows nor strides") == true)
        entry.task = .embedder
        entry.output.rows = nil
        #expect(entry.objection()?.contains("not an output of a embedder") == true)
    }

    @Test func shorterSideCutsNoMoreThanThereIs() {
        var entry = ModelEntry.tiny()
        entry.input.shorterSide = 9
        #expect(entry.objection() == "tiny: input: shorterSide is for centerCropShortest alone")
        entry.input.resize = .centerCropShortest
        #expect(entry.objection() == nil)
        for side in [Int.min, -1, 0, 7, 4097, Int.max] {
            entry.input.shorterSide = side
            #expect(entry.objection() == "tiny: input: shorterSide from the longer side to 4096")
        }
    }

    @Test func sameNameTwiceIsRefused() throws {
        let manifest = ModelManifest(models: [.tiny(), .tiny()])
        let text = String(decoding: try manifest.json(), as: UTF8.self)
        #expect(objection(text) == "tiny occurs twice")
    }

    @Test func rowsOfKnownSizes() {
        #expect(ModelOutput.rows(width: 416, height: 416, strides: [8, 16, 32]) == 3549)
        #expect(ModelOutput.rows(width: 640, height: 640, strides: [8, 16, 32]) == 8400)
    }
}
