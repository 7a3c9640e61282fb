import Espy
import EspyInference
import Foundation
import Testing

struct TagSumTests {
    /// Labels as in the file beside a model: an embedding of 2, then dog, cat, beach and a weak tag.
    static let text = """
        {"schema": 1, "embedding": 2, "tags": [
            {"name": "dog", "category": "animals", "parents": ["animal"], "threshold": 0.4, "isOn": true},
            {"name": "cat", "category": "animals", "parents": ["animal"], "threshold": 0.6, "isOn": true},
            {"name": "beach", "category": "nature", "parents": ["nature", "outdoor"], "threshold": 0.5, "isOn": true},
            {"name": "spoon", "category": "objects", "parents": [], "threshold": 0.3, "isOn": false}]}
        """

    static func labels(_ text: String = text, columns: Int = 6) throws -> TagLabels {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try text.write(to: file, atomically: true, encoding: .utf8)
        return try TagLabels(path: file.path, columns: columns)
    }

    /// Returns the tags of a photo with these model outputs.
    private func tags(_ probabilities: [Float], threshold: Double? = nil) throws -> [PhotoTag] {
        let runner = TaggerTests.runner(TaggerTests.entry(.tags, columns: 6), answers: [0, 0] + probabilities)
        return try PhotoTagger(runner, labels: Self.labels()).tags(of: TaggerTests.image, threshold: threshold).tags
    }

    private func names(_ probabilities: [Float], threshold: Double? = nil) throws -> [String] {
        try tags(probabilities, threshold: threshold).map(\.name).sorted()
    }

    @Test func everyTagHasItsOwnThreshold() throws {
        #expect(try names([0.45, 0.05, 0, 0]) == ["animal", "dog"])
        #expect(try names([0.05, 0.55, 0, 0]).isEmpty)
        #expect(try names([0, 0, 0.5, 0]) == ["beach", "nature", "outdoor"])
    }

    @Test func weakTagsAreLeftOutUnlessAskedFor() throws {
        #expect(try names([0, 0, 0, 0.9]).isEmpty)
        #expect(try names([0, 0, 0, 0.9], threshold: 0.7) == ["spoon"])
    }

    /// Either a dog or a cat, but neither is certain: then animals are not mentioned, either.
    @Test func broaderTagsFollowFromTagsThatAreGiven() throws {
        #expect(try names([0.38, 0.58, 0, 0]).isEmpty)
        #expect(try names([0.09, 0.65, 0, 0]) == ["animal", "cat"])
    }

    @Test func surestComesFirstAndBroaderOnesBelowWhatTheyFollowFrom() throws {
        let tags = try tags([0.9, 0.8, 0, 0])
        #expect(tags.map(\.name) == ["dog", "animal", "cat"])
        #expect(tags[1].confidence < 0.9)
        #expect(tags[1].confidence > 0.8)
        #expect(tags.allSatisfy { $0.source == "fake@aaaaaaaa" })
        #expect(tags[0].category == .animals)
    }

    @Test(arguments: [
        ("{}", 6), (text, 7), (text.replacingOccurrences(of: "cat\"", with: "dog\""), 6),
        (text.replacingOccurrences(of: "0.4", with: "1.4"), 6),
        (text.replacingOccurrences(of: "dog\"", with: "Dog\""), 6),
        (text.replacingOccurrences(of: "\"schema\": 1", with: "\"schema\": 2"), 6), ("not json", 6),
        (text.replacingOccurrences(of: "\"embedding\": 2", with: "\"embedding\": -2"), 2),
    ])
    func badLabelsAreRefused(text: String, columns: Int) {
        #expect(throws: InferenceError.self) { try Self.labels(text, columns: columns) }
    }

    @Test func missingLabelsAreRefused() {
        #expect(throws: InferenceError.self) { try TagLabels(path: "/nowhere/labels.json", columns: 6) }
    }
}
