import Espy
import EspyCodecs
import EspyInference
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

struct TaggerTests {
    static let image = RGBImage(width: 30, height: 20, red: 30, green: 120, blue: 40)

    static func entry(_ kind: ModelOutput.Kind, rows: Int? = nil, columns: Int) -> ModelEntry {
        ModelEntry(
            id: "fake", task: kind.task, file: "fake.onnx", sha256: String(repeating: "a", count: 64), license: "MIT",
            description: "", labels: "fake.json",
            input: ModelInput(width: 8, height: 8, colors: .rgb, resize: .stretch),
            output: ModelOutput(kind: kind, rows: rows, columns: columns))
    }

    static func runner(_ entry: ModelEntry, answers values: [Float]) -> Model {
        Model(entry: entry) { input throws(InferenceError) in
            #expect(input.shape == [1, 3, 8, 8])
            return [Tensor(shape: entry.output.shape(batch: 1), values: values)]
        }
    }

    @Test func answersAreTakenApart() throws {
        let runner = Self.runner(Self.entry(.tags, columns: 6), answers: [0.6, 0.8, 0.9, 0.1, 0, 0])
        let tagger = try PhotoTagger(runner, labels: TagSumTests.labels())
        let (tags, embedding, _) = try tagger.tags(of: Self.image)
        #expect(tags.map(\.name) == ["dog", "animal"])
        #expect(embedding == [0.6, 0.8])
        #expect(tagger.version == "fake@aaaaaaaa")
    }

    /// A tagger that does not know people says nothing of them.
    @Test func onlyATaggerThatKnowsPeopleExcludesThem() throws {
        func tagger(_ name: String) throws -> PhotoTagger {
            let tag = #"{"name": "\#(name)", "category": "people", "parents": [], "threshold": 0.5, "isOn": true}"#
            let labels = try TagSumTests.labels(#"{"schema": 1, "embedding": 2, "tags": [\#(tag)]}"#, columns: 3)
            return try PhotoTagger(Self.runner(Self.entry(.tags, columns: 3), answers: [0, 0, 0]), labels: labels)
        }
        let person = [LikelyThing(name: "person", confidence: 0.06, isKind: false)]
        #expect(try tagger("person").excludesPeople([]))
        #expect(try !tagger("person").excludesPeople(person))
        #expect(try !tagger("dog").excludesPeople([]))
    }

    @Test func answersOfAnotherLengthAreRefused() throws {
        let runner = Self.runner(Self.entry(.tags, columns: 6), answers: [1, 0, 1])
        let tagger = try PhotoTagger(runner, labels: TagSumTests.labels())
        #expect(throws: InferenceError.wrongShape(id: "fake", expected: "2 + 4", found: "3")) {
            try tagger.tags(of: Self.image)
        }
    }

    @Test func otherModelsAreRefused() throws {
        let vector = Self.runner(Self.entry(.embedding, columns: 6), answers: [])
        #expect(throws: InferenceError.wrongTask(id: "fake", expected: .tagger, found: .embedder)) {
            try PhotoTagger(vector, labels: TagSumTests.labels())
        }
        #expect(throws: InferenceError.wrongTask(id: "fake", expected: .detector, found: .embedder)) {
            try ObjectTagger(vector)
        }
        let faces = Self.runner(Self.entry(.yoloxRaw, rows: 2, columns: 6), answers: [])
        #expect(throws: InferenceError.wrongShape(id: "fake", expected: "5 + 80 columns", found: "6")) {
            try ObjectTagger(faces)
        }
    }

    /// The same for every caller, however often the model is loaded and whatever others run meanwhile.
    @Test(.enabled(if: Shipped.areThere, "the runtime is not there: Scripts/setup fetches it"))
    func theShippedModelAlwaysAnswersTheSame() async throws {
        var pixels = [Float](repeating: 0, count: 3 * 260 * 260)
        for index in pixels.indices { pixels[index] = Float((index * 7919) % 256) }
        let input = Tensor(shape: [1, 3, 260, 260], values: pixels)
        var answers: Set<[Float]> = []
        for callers in [1, 2, 2, 2, 2, 2, 3] {
            let loader = ModelLoader(
                library: try ModelLibrary(folders: [Shipped.folder.path]), use: .singles(callers: callers),
                precision: .f32)
            let model = try await loader.load("espy-tagger", task: .tagger)
            try await withThrowingTaskGroup(of: [Float].self) { group in
                for _ in 0..<callers { group.addTask { try model.run(input)[0].values } }
                for try await answer in group { answers.insert(answer.map { ($0 * 1000).rounded() }) }
            }
        }
        #expect(answers.count == 1)
    }

    /// Two boxes: a dog (the 17th COCO class) at 0.9 * 0.9, and a pizza (the 54th) below the threshold.
    @Test func detectionsBecomeTags() throws {
        var values = [Float](repeating: 0, count: 2 * 85)
        (values[4], values[5 + 16]) = (0.9, 0.9)
        (values[85 + 4], values[85 + 5 + 53]) = (0.5, 0.9)
        let tagger = try ObjectTagger(Self.runner(Self.entry(.yoloxRaw, rows: 2, columns: 85), answers: values))
        let tags = try tagger.tags(of: Self.image, threshold: 0.7)
        #expect(tags.map(\.name) == ["dog", "animal"])
        #expect(abs(tags[0].confidence - 0.81) < 1e-6)
        #expect(tags.allSatisfy { $0.category == .animals })
        #expect(try tagger.tags(of: Self.image, threshold: 0.4).map(\.name) == ["dog", "animal", "pizza", "food"])
    }

    @Test func withoutModelsThereAreColorsAndQuality() throws {
        let found = try PhotoAnalyzer().analyze(Self.image, metadata: PhotoMetadata())
        #expect(found.colors.map(\.name) == [.green])
        #expect(found.embedding.isEmpty)
        #expect(found.tags.map(\.name) == ["blurred"])
        #expect(found.tags.allSatisfy { $0.source == PhotoTag.Source.analysis && $0.category == .picture })
    }

    @Test func versionsTellAnalysesApart() throws {
        let plain = try PhotoAnalyzer()
        #expect(try plain.version == PhotoAnalyzer().version)
        #expect(try plain.version != PhotoAnalyzer(options: TagOptions(threshold: 0.5)).version)
    }
}
