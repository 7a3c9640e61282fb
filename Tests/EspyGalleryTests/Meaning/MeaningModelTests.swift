import Espy
import EspyCodecs
import EspyInference
import EspyPixels
import EspyTestSupport
import Foundation
import Synchronization
import Testing

struct MeaningModelTests {
    private static func entry(
        _ id: String, _ kind: ModelOutput.Kind, columns: Int = 4, space: String? = "s"
    ) -> ModelEntry {
        let isText = kind == .textEmbedding
        return ModelEntry(
            id: id, task: kind.task, file: "\(id).onnx", sha256: String(repeating: "c", count: 64), license: "MIT",
            description: "", vocabulary: isText ? ModelVocabulary(file: "words.txt") : nil, space: space,
            input: isText
                ? ModelInput(length: 77, tokens: 522)
                : ModelInput(width: 8, height: 8, colors: .rgb, resize: .centerCropShortest),
            output: ModelOutput(kind: kind, columns: columns))
    }

    /// Returns the same for every text.
    private static let sameTexts = TextEmbedder(version: "both") { _ in [0, 0, 0, 1] }

    private static func encoder(_ answer: [Float]) -> MeaningEncoder {
        let runner = Model(entry: entry("image", .embedding)) { _ throws(InferenceError) in
            [Tensor(shape: [1, answer.count], values: answer)]
        }
        return MeaningEncoder(runner, texts: sameTexts)
    }

    private static let photo = RGBImage(width: 30, height: 20, red: 200, green: 10, blue: 10)

    private static func meaning(_ answer: [Float]) throws -> PhotoMeaning? {
        try PhotoAnalyzer(meaning: encoder(answer)).analyze(photo, metadata: PhotoMetadata()).meaning
    }

    @Test func photoBecomesAVectorOfLengthOneWithItsBackground() throws {
        let meaning = try #require(try Self.meaning([0, 3, 0, 4]))
        #expect(meaning.vector == [0, 0.6, 0, 0.8])
        let count = Double(MeaningBackground.things.count)
        #expect(abs(Double(meaning.background) - (0.8 + log(count) / 100)) < 1e-5)
    }

    @Test func analysisHasTheMeaningAndItsVersion() throws {
        let analyzer = try PhotoAnalyzer(meaning: Self.encoder([1, 0, 0, 1]))
        #expect(analyzer.meaningModel == "both")
        #expect(analyzer.version.hasSuffix(" both"))
        #expect(try analyzer.analyze(Self.photo, metadata: PhotoMetadata()).meaning?.vector.count == 4)
        #expect(try PhotoAnalyzer().meaningModel.isEmpty)
    }

    @Test func answersThatMakeNoSenseAreRefusedOrLeftOut() throws {
        #expect(try Self.meaning([0, 0, 0, 0]) == nil)
        let error = InferenceError.wrongShape(id: "image", expected: "4", found: "2")
        #expect(throws: GalleryError.inference(error)) { try Self.meaning([1, 2]) }
    }

    @Test func halvesMustBelongTogether() {
        let text = Self.entry("text", .textEmbedding)
        func make(_ image: ModelEntry, _ text: ModelEntry) throws -> String {
            try TextEmbedder(image: image, text: text) { () throws(InferenceError) in throw .notFinite(id: "x") }
                .version
        }
        #expect((try? make(Self.entry("image", .embedding), text)) == "image@cccccccc+text@cccccccc background-1")
        #expect(throws: InferenceError.self) { try make(Self.entry("image", .embedding, space: "t"), text) }
        #expect(throws: InferenceError.self) { try make(Self.entry("image", .embedding, columns: 5), text) }
        #expect(throws: InferenceError.self) { try make(text, text) }
        #expect(throws: InferenceError.self) { try make(Self.entry("image", .embedding), Self.entry("i", .embedding)) }
    }

    /// A model that failed to load is not loaded again with each search.
    @Test func failureIsRemembered() throws {
        let count = Counter()
        let texts = try TextEmbedder(image: Self.entry("image", .embedding), text: Self.entry("t", .textEmbedding)) {
            () throws(InferenceError) in
            count.add()
            throw .notFinite(id: "t")
        }
        for _ in 0..<3 { #expect(throws: InferenceError.notFinite(id: "t")) { try texts.vector(of: "dog") } }
        #expect(count.value == 1)
    }

    @Test func vectorsSurviveBeingKept() {
        let values = (0..<512).map { Float(sin(Double($0) * 1.7)) * ($0 == 92 ? 20 : 1) }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let vector = values.map { $0 / length }
        let bytes = PhotoMeaning(vector: vector, background: 0).bytes
        #expect(bytes.count == 4 + 2 * 512)
        let read = PhotoMeaning.vector(bytes)
        #expect(zip(read, vector).allSatisfy { abs($0 - $1) < 2e-5 })
        #expect(PhotoMeaning(vector: [0, 0], background: 0).bytes.isEmpty)
        #expect(PhotoMeaning.vector([1, 2, 3]).isEmpty)
    }

    /// Among forty equally good background texts, a text is one of 41; a little better, and it is more likely than all
    /// of them.
    @Test func likelihoodIsThatBesideAllBackground() {
        let level = Double(MeaningBackground.level([Float](repeating: 0.2, count: 40)))
        #expect(abs(MeaningBackground.likelihood(0.2 - level, isPart: false) - 1.0 / 41) < 1e-4)
        #expect(MeaningBackground.likelihood(0.24 - level, isPart: false) > 0.5)
        #expect(abs(MeaningBackground.likelihood(0.2 - level, isPart: true) - 1.0 / 40) < 1e-4)
        for isPart in [true, false] {
            let least = MeaningBackground.leastMargin(isPart: isPart)
            #expect(abs(MeaningBackground.likelihood(least, isPart: isPart) - MeaningBackground.threshold) < 1e-9)
        }
        #expect(MeaningBackground.isPart("Animals"))
        #expect(MeaningBackground.isPart("the animal"))
        #expect(!MeaningBackground.isPart("an animal in a zoo"))
        #expect(!MeaningBackground.isPart(""))
    }
}

/// Counts from any task.
private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}
