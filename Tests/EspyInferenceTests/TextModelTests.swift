import EspyInference
import EspySamples
import EspySystem
import Foundation
import Testing

/// Text models with known answers: the sum of one row per token.
// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: Bench.hasRuntime))
struct TextModelTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.write("words.txt", Array(TinyMeaning.merges.utf8))
    }

    private static func entry(_ change: (inout ModelEntry) -> Void = { _ in }) -> ModelEntry {
        var entry = ModelEntry(
            id: "text", task: .text, file: "text.onnx", license: "MIT", description: "For tests.",
            vocabulary: ModelVocabulary(file: "words.txt"), space: "tiny",
            input: ModelInput(length: 77, tokens: TinyMeaning.tokens),
            output: ModelOutput(kind: .textEmbedding, columns: 4))
        change(&entry)
        return entry
    }

    private func model(_ file: [UInt8], _ entry: ModelEntry = entry()) throws -> TextModel {
        try bench.write("text.onnx", file)
        try bench.add(entry)
        return try bench.loader().loadText("text")
    }

    private static func tiny(_ change: (inout TinyTextModel) -> Void) -> [UInt8] {
        var tiny = TinyMeaning.text
        change(&tiny)
        return tiny.onnx
    }

    @Test(arguments: [
        tiny { _ in }, tiny { $0.length = 77 }, tiny { $0.isShort = true }, tiny { $0.hasMask = true },
        tiny { ($0.hasMask, $0.isShort, $0.length) = (true, true, 77) }, tiny { $0.answer = "embeds" },
    ])
    func tokensBecomeAVector(file: [UInt8]) throws {
        let model = try model(file)
        #expect(try model.run([520, 513, 521]) == [3, -1, -1, 1])
        #expect(try model.run([520, 513, 519, 521]) == [2, -2, 2, 1])
        // Nothing is left of the longer text before it.
        #expect(try model.run([520, 521]) == [0, 0, 0, 1])
        try model.tryOut()
    }

    /// Padding does not count if the model has a mask input.
    @Test func maskSaysWhichTokensCount() throws {
        let file = Self.tiny { tiny in
            tiny.hasMask = true
            tiny.rows[0] = [5, 5, 5, 5]
        }
        #expect(try model(file).run([520, 513, 521]) == [3, -1, -1, 1])
    }

    @Test func tokensOutOfRangeAreRefused() throws {
        let model = try model(TinyMeaning.text.onnx)
        for tokens in [[], [522], [-1], [Int](repeating: 1, count: 78)] {
            #expect(throws: InferenceError.self) { try model.run(tokens) }
        }
    }

    @Test func filesForSomethingElseAreRefused() throws {
        #expect(throws: InferenceError.self) { try model(TinyModel().onnx) }
        #expect(throws: InferenceError.self) { try model(Self.tiny { $0.length = 12 }) }
        #expect(throws: InferenceError.self) { try model(Self.tiny { $0.offset = [0, 0, 0, 0, 1] }) }
        #expect(throws: InferenceError.self) { try model([1, 2, 3]) }
    }

    @Test func modelThatHearsNothingIsFoundOut() throws {
        let deaf = try model(Self.tiny { $0.rows = [:] })
        #expect(
            throws: InferenceError.wrongShape(
                id: "text", expected: "another answer to another text", found: "always the same")
        ) { try deaf.tryOut() }
    }

    @Test func vocabularyIsCheckedLikeTheModel() async throws {
        let words = try #require(FileSum(path: "\(bench.folder)/words.txt"))
        let good = Self.entry { $0.vocabulary?.sha256 = words.sha256 }
        #expect(try model(TinyMeaning.text.onnx, good).vocabularyPath.hasSuffix("/words.txt"))
        #expect(throws: InferenceError.self) {
            try model(TinyMeaning.text.onnx, Self.entry { $0.vocabulary?.bytes = words.bytes + 1 })
        }
        #expect(throws: InferenceError.self) {
            try model(TinyMeaning.text.onnx, Self.entry { $0.vocabulary?.file = "gone.txt" })
        }
        #expect(
            try ModelLibrary(folders: [bench.folder]).path(of: Self.entry { $0.vocabulary?.file = "gone.txt" }) == nil)
    }

    @Test func eachLoaderTakesItsOwn() async throws {
        _ = try model(TinyMeaning.text.onnx)
        await #expect(throws: InferenceError.self) { try await bench.loader().load("text") }
        try await bench.loader().tryOut("text")
        let image = try await bench.model(TinyModel())
        #expect(throws: InferenceError.self) { try bench.loader().loadText(image.entry.id) }
    }

    @Test func shapesAreFoundOut() throws {
        let path = "\(bench.folder)/text.onnx"
        for file in [TinyMeaning.text.onnx, Self.tiny { $0.length = 32 }] {
            try bench.write("text.onnx", file)
            let probe = try TextProbe(id: "text", path: path, runtime: InferenceRuntime())
            #expect(try probe.isText())
            let entry = try probe.entry(
                file: "text.onnx", vocabulary: ModelVocabulary(file: "words.txt"), tokens: 522, space: "tiny")
            #expect(entry.output.columns == 4)
            #expect([77, 32].contains(entry.input.length))
        }
        try bench.write("text.onnx", TinyModel().onnx)
        #expect(try !TextProbe(id: "text", path: path, runtime: InferenceRuntime()).isText())
    }
}

struct TextManifestTests {
    private static func objection(_ change: (inout ModelEntry) -> Void) -> String? {
        var entry = ModelEntry(
            id: "text", task: .text, file: "text.onnx", license: "", description: "",
            vocabulary: ModelVocabulary(file: "words.txt", url: "https://example.org/words.txt"), space: "clip",
            input: ModelInput(length: 77, tokens: 49_408), output: ModelOutput(kind: .textEmbedding, columns: 512))
        change(&entry)
        return entry.objection()
    }

    @Test func whatCannotBeIsRefused() {
        #expect(Self.objection { _ in } == nil)
        #expect(Self.objection { $0.space = nil } != nil)
        #expect(Self.objection { $0.space = "../x" } != nil)
        #expect(Self.objection { $0.vocabulary = nil } != nil)
        #expect(Self.objection { $0.vocabulary?.file = "../words.txt" } != nil)
        #expect(Self.objection { $0.vocabulary?.file = "words.onnx" } != nil)
        #expect(Self.objection { $0.vocabulary?.url = "http://example.org" } != nil)
        #expect(Self.objection { $0.vocabulary?.bytes = 1 << 30 } != nil)
        #expect(Self.objection { $0.vocabulary?.sha256 = "abc" } != nil)
        #expect(Self.objection { $0.input.length = 1 << 20 } != nil)
        #expect(Self.objection { $0.input.tokens = 513 } != nil)
        #expect(Self.objection { $0.task = .embedder } != nil)
        #expect(Self.objection { $0.input = ModelInput(width: 8, height: 8, colors: .rgb, resize: .stretch) } != nil)
        #expect(
            Self.objection {
                $0.task = .embedder
                $0.output.kind = .embedding
            } != nil)
    }

    @Test func shippedManifestKnowsBothHalves() throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../models").standardized.path
        let library = try ModelLibrary(folders: [folder])
        let halves = library.entries.filter { $0.space == "clip-vit-b32" }
        #expect(halves.map(\.task) == [.embedder, .embedder, .text, .text])
        #expect(Set(halves.map(\.output.columns)) == [512])
        #expect(halves.allSatisfy { $0.url?.contains("/d15189d7") == true })
        let text = try library.entry("clip-text")
        #expect(text.input.length == 77)
        #expect(text.input.tokens == 49_408)
        let again = try JSONDecoder().decode(ModelEntry.self, from: JSONEncoder().encode(text))
        #expect(again == text)
    }
}
