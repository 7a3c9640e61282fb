import Espy
import EspyInference
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

/// Classifiers with known answers, and the shipped names of the 1,000 ImageNet classes.
struct ClassifierTests {
    private static let image = RGBImage(width: 30, height: 20, red: 30, green: 120, blue: 40)
    private static let path = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..")
        .standardized.appendingPathComponent("models/imagenet.labels.json").path

    private static func entry(_ kind: ModelOutput.Kind, columns: Int = 1000) -> ModelEntry {
        ModelEntry(
            id: "fake", task: kind.task, file: "fake.onnx", sha256: String(repeating: "b", count: 64), license: "MIT",
            description: "", labels: "fake.json",
            input: ModelInput(width: 8, height: 8, colors: .rgb, resize: .centerCropShortest, shorterSide: 9),
            output: ModelOutput(kind: kind, columns: columns))
    }

    private static func runner(_ kind: ModelOutput.Kind, _ values: [Float]) -> Model {
        Model(entry: entry(kind)) { input throws(InferenceError) in
            #expect(input.shape == [1, 3, 8, 8])
            return [Tensor(shape: [1, values.count], values: values)]
        }
    }

    /// Spreads the rest over all other classes.
    private static func shares(_ sure: [String: Float], of labels: TagLabels) -> [Float] {
        let rest = (1 - sure.values.reduce(0, +)) / Float(labels.tags.count - sure.count)
        return labels.tags.map { sure[$0.name] ?? rest }
    }

    private static func tags(
        _ sure: [String: Float], _ kind: ModelOutput.Kind = .probabilities, threshold: Double? = nil
    ) throws -> [PhotoTag] {
        let labels = try TagLabels(path: path, columns: 1000)
        let values = shares(sure, of: labels).map { kind == .logits ? log($0) + 3 : $0 }
        return try PhotoClassifier(runner(kind, values), labels: labels).tags(of: image, threshold: threshold)
    }

    @Test(arguments: [ModelOutput.Kind.probabilities, .logits])
    func breedsAddUpToADog(kind: ModelOutput.Kind) throws {
        let tags = try Self.tags(["golden retriever": 0.3, "beagle": 0.3, "cocker spaniel": 0.2], kind)
        #expect(tags.map(\.name) == ["animal", "dog"])
        #expect(tags.allSatisfy { $0.category == .animals && $0.source == "fake@bbbbbbbb" })
        // Of the other 997 classes, which share a fifth, 115 are dogs and 395 animals.
        #expect(abs(tags[1].confidence - (0.8 + 0.2 * 115 / 997)) < 1e-4)
        #expect(abs(tags[0].confidence - (0.8 + 0.2 * 395 / 997)) < 1e-4)
    }

    @Test func sureBreedIsToldWithAllThatItIs() throws {
        let tags = try Self.tags(["golden retriever": 0.9])
        #expect(tags.map(\.name) == ["animal", "dog", "retriever", "golden retriever"])
        #expect(tags.map(\.confidence) == tags.map(\.confidence).sorted(by: >))
        #expect(tags[3].confidence < 0.91)
    }

    @Test func unsureModelSaysNothing() throws {
        #expect(try Self.tags([:]).isEmpty)
        #expect(try Self.tags(["seashore": 0.3, "pizza": 0.3, "laptop": 0.3]).isEmpty)
    }

    @Test func thresholdCountsForKindsAndWhatTheyAre() throws {
        let names = try Self.tags(["seashore": 0.5, "sandbar": 0.2, "pizza": 0.29], threshold: 0.45).map(\.name)
        #expect(names.contains("seashore"))
        #expect(names.contains("beach"))
        #expect(names.contains("outdoor"))
        #expect(!names.contains("sandbar"))
        #expect(!names.contains("pizza"))
    }

    /// “Notebook” is another name for a laptop, so both count as laptop; neither is sure enough alone.
    @Test func kindThatIsAlsoABroaderOneCountsForItself() throws {
        let tags = try Self.tags(["laptop": 0.4, "notebook computer": 0.4, "pizza": 0.19])
        #expect(tags.contains { $0.name == "laptop" && abs($0.confidence - 0.8) < 1e-4 })
        #expect(!tags.contains { $0.name == "notebook computer" })
        #expect(tags.contains { $0.name == "computer" })
    }

    @Test func broaderTagsBelongToTheirOwnLists() throws {
        let tags = try Self.tags(["school bus": 0.99], threshold: 0.7)
        #expect(tags.map(\.category) == [.vehicles, .vehicles, .vehicles])
        let street = try Self.tags(["traffic light": 0.99])
        #expect(street.first { $0.name == "traffic light" }?.category == .objects)
        #expect(street.first { $0.name == "outdoor" }?.category == .places)
    }

    @Test(arguments: [[Float](repeating: 0.001, count: 999), [Float](repeating: 0.001, count: 1001), []])
    func answersOfAnotherLengthAreRefused(values: [Float]) throws {
        let labels = try TagLabels(path: Self.path, columns: 1000)
        let classifier = try PhotoClassifier(Self.runner(.probabilities, values), labels: labels)
        #expect(throws: InferenceError.wrongShape(id: "fake", expected: "1000", found: "\(values.count)")) {
            try classifier.tags(of: Self.image)
        }
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity], [ModelOutput.Kind.logits, .probabilities])
    func numbersThatAreNoneAreRefused(value: Float, kind: ModelOutput.Kind) throws {
        var values = [Float](repeating: 0.001, count: 1000)
        values[7] = value
        let labels = try TagLabels(path: Self.path, columns: 1000)
        let classifier = try PhotoClassifier(Self.runner(kind, values), labels: labels)
        #expect(throws: InferenceError.notFinite(id: "fake")) { try classifier.tags(of: Self.image) }
    }

    /// Values that are declared as probabilities but are not would give many wrong tags.
    @Test(arguments: [(Float(5), "a sum of 5000"), (0, "a sum of 0"), (-1, "some below 0"), (3e38, "a sum of 1000000")])
    func logitsThatAreSaidToBeProbabilitiesAreRefused(value: Float, found: String) throws {
        let labels = try TagLabels(path: Self.path, columns: 1000)
        let values = [Float](repeating: value, count: 1000)
        let classifier = try PhotoClassifier(Self.runner(.probabilities, values), labels: labels)
        let expected = "probabilities that add up to 1"
        #expect(throws: InferenceError.wrongShape(id: "fake", expected: expected, found: found)) {
            try classifier.tags(of: Self.image)
        }
        // As logits, numbers of any size are valid, and equal ones mean nothing.
        #expect(try PhotoClassifier(Self.runner(.logits, values), labels: labels).tags(of: Self.image).isEmpty)
    }

    @Test func otherModelsAndNamesAreRefused() throws {
        let labels = try TagLabels(path: Self.path, columns: 1000)
        let vector = Model(entry: Self.entry(.embedding)) { _ throws(InferenceError) in [] }
        #expect(throws: InferenceError.wrongTask(id: "fake", expected: .classifier, found: .embedder)) {
            try PhotoClassifier(vector, labels: labels)
        }
        let small = Model(entry: Self.entry(.logits, columns: 999)) { _ throws(InferenceError) in [] }
        #expect(throws: InferenceError.wrongShape(id: "fake", expected: "1000 kinds", found: "999 columns")) {
            try PhotoClassifier(small, labels: labels)
        }
        // Labels of a tagger, whose output begins with an embedding.
        #expect(throws: InferenceError.self) {
            try PhotoClassifier(Self.runner(.logits, []), labels: TagSumTests.labels())
        }
        #expect(throws: InferenceError.self) { try TagLabels(path: Self.path, columns: 999) }
    }

    @Test(arguments: [
        "\"wider\": {\"Dog\": \"animals\"}", "\"wider\": {\"\": \"animals\"}", "\"wider\": {\"dog\": \"poets\"}",
        "\"wider\": [\"dog\"]", "\"wider\": {\"\(String(repeating: "x", count: 65))\": \"animals\"}",
    ])
    func badListsOfBroaderTagsAreRefused(wider: String) {
        let text = """
            {"schema": 1, "embedding": 0, \(wider), "tags": [{"name": "pug", "category": "animals", "parents": ["dog"]}]}
            """
        #expect(throws: InferenceError.self) { try TagSumTests.labels(text, columns: 1) }
    }

    @Test func hugeFilesOfNamesAreNotRead() {
        let text = "{\"schema\": 1, \"x\": \"\(String(repeating: "x", count: 1 << 20))\"}"
        #expect {
            try TagSumTests.labels(text, columns: 1)
        } throws: { error in
            guard case .badManifest(_, "it is too large")? = error as? InferenceError else { return false }
            return true
        }
    }
}
