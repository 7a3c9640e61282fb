import Espy
import EspySamples
import EspyTool
import Foundation
import Testing

/// `espy gallery tag` with an imported classifier that always gives the same answer.
// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: ModelsTests.hasRuntime))
struct ClassifierCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.write("shipped/manifest.json", ModelManifest(models: []).json())
        let names = Repository.root.appendingPathComponent("models/imagenet.labels.json")
        try scratch.write("shipped/imagenet.labels.json", [UInt8](Data(contentsOf: names)))
    }

    /// A model with the given probabilities by class number; the rest is spread over the other classes.
    private static func model(_ sure: [Int: Float], columns: Int = 1000, finish: String? = nil) -> [UInt8] {
        var tiny = TinyModel(side: 8, answer: [columns])
        tiny.matrix = [Float](repeating: 0, count: 3 * columns)
        let rest = (1 - sure.values.reduce(0, +)) / Float(columns - sure.count)
        tiny.offset = (0..<columns).map { log(sure[$0] ?? rest) }
        tiny.finish = finish
        return tiny.onnx
    }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
    }

    private func add(_ id: String, _ bytes: [UInt8]) async throws {
        let ending = try await run("models", "import", try scratch.write("\(id).onnx", bytes), "--id", id)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.contains("imported, classifier"), "\(ending.err)")
    }

    private func names(_ more: String...) async throws -> [String] {
        let photo = try scratch.write("photo.jpg", try Pictures.blank())
        let ending = try await espy(
            ["gallery", "tag", photo, "--json", "--tagger", "none"] + more,
            variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
        #expect(ending.exit == 0, "\(ending.err)")
        let answer = try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any]
        let tags = try #require(answer?["tags"] as? [[String: Any]])
        return tags.compactMap { tag in
            guard let source = tag["source"] as? String, source.contains("@") else { return nil }
            return (tag["name"] as? String).map { "\($0) \(source.prefix { $0 != "@" })" }
        }
    }

    /// Golden retriever, beagle and cocker spaniel: no breed is certain, but it is a dog.
    @Test(arguments: [nil, "Softmax"]) func breedsAddUpToADog(finish: String?) async throws {
        try await add("kinds", Self.model([207: 0.3, 162: 0.3, 219: 0.2], finish: finish))
        #expect(try await names() == ["animal kinds", "dog kinds"])
        #expect(try await names("--classifier", "none").isEmpty)
        #expect(try await names("--classifier", "kinds", "--threshold", "0.95").isEmpty)
    }

    @Test func criterion05SureBreedIsToldWithDogAndAnimal() async throws {
        try await add("kinds", Self.model([207: 0.97]))
        #expect(try await names() == ["animal kinds", "dog kinds", "retriever kinds", "golden retriever kinds"])
    }

    @Test func largestThatIsThereIsTaken() async throws {
        var large = TinyModel(side: 160, answer: [1000])
        large.offset = (0..<1000).map { $0 == 207 ? 20 : 0 }
        large.matrix = [Float](repeating: 0, count: 3000)
        try await add("small", Self.model([963: 0.99]))
        // As large as the other, except for its input sides, which need one more byte each.
        try await add("large", large.onnx)
        #expect(try await names("--classifier", "small") == ["food small", "pizza small"])
        let found = try await names()
        #expect(found == ["animal large", "dog large", "retriever large", "golden retriever large"])
    }

    @Test func photosAreTaggedAgainAfterAModelWasInstalled() async throws {
        try scratch.write("photos/a.jpg", try Pictures.blank())
        let index = ["--tagger", "none", "--max-load", "none", "-q"]
        let variables = ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")]
        let added = try await espy(["gallery", "add", scratch.file("photos")] + index, variables: variables)
        #expect(added.exit == 0, "\(added.err)")
        #expect(try await run("gallery", "search", "dog").exit == 1)
        try await add("kinds", Self.model([207: 0.3, 162: 0.3, 219: 0.2]))
        let updated = try await espy(["gallery", "update"] + index, variables: variables)
        #expect(updated.exit == 0, "\(updated.err)")
        let found = try await run("gallery", "search", "dog")
        #expect(found.exit == 0, "\(found.err)")
        #expect(found.out.contains("a.jpg"), "\(found.err)")
        #expect(try await run("gallery", "search", "beagle").exit == 1)
    }

    @Test func modelForSomethingElseIsRefused() async throws {
        let file = try scratch.write("x.onnx", TinyModel(side: 8, answer: [4]).onnx)
        #expect(try await run("models", "import", file, "--id", "vector").exit == 0)
        let photo = try scratch.write("photo.jpg", try Pictures.blank())
        let ending = try await run("gallery", "tag", photo, "--tagger", "none", "--classifier", "vector")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("is an embedder, not a classifier"))
    }

    @Test func kindsWithoutNamesAreRefused() async throws {
        let file = try scratch.write("x.onnx", Self.model([:], columns: 999))
        #expect(try await run("models", "import", file, "--id", "odd", "--task", "classifier").exit == 0)
        let photo = try scratch.write("photo.jpg", try Pictures.blank())
        let odd = try await run("gallery", "tag", photo, "--tagger", "none", "--classifier", "odd")
        #expect(odd.exit == 2, "\(odd.err)")
        #expect(odd.err.contains("do not make 999 columns"), "\(odd.err)")
        try await add("kinds", Self.model([:]))
        try FileManager.default.removeItem(atPath: scratch.file("shipped/imagenet.labels.json"))
        let lost = try await run("gallery", "tag", photo, "--tagger", "none", "--classifier", "kinds")
        #expect(lost.exit == 2, "\(lost.err)")
        #expect(lost.err.contains("imagenet.labels.json"), "\(lost.err)")
    }

    /// The layout of a known model is used, and pictures of another size are cropped by the same fraction.
    @Test func importTakesTheLayoutOfAKnownClassifier() async throws {
        let known = try ModelLibrary(folders: [Repository.root.appendingPathComponent("models").path])
        let entry = try known.entry("mobilenetv3-large")
        try scratch.write("shipped/manifest.json", ModelManifest(models: [entry]).json())
        try await add("mobilenetv3-large", TinyModel(side: 112, answer: [1000]).onnx)
        let kept = try ModelManifest(folder: scratch.file(".local/share/espy/models")).models
        try #require(kept.count == 1)
        #expect(kept[0].input.shorterSide == 116)
        #expect(kept[0].input.width == 112)
        #expect(kept[0].license == "BSD-3-Clause")
        #expect(kept[0].labels == "imagenet.labels.json")
    }

    @Test func doctorMissesNoClassifier() async throws {
        #expect(try await run("doctor").out.contains(/ok    classifier +none installed\n/))
    }
}
