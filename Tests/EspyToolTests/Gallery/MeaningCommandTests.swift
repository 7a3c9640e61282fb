import Espy
import EspyCodecs
import EspyPixels
import EspySamples
import EspySystem
import EspyTool
import Foundation
import Testing

/// `espy gallery search` with both halves of a model that knows three colors.
// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: ModelsTests.hasRuntime))
struct MeaningCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        var image = ModelEntry(
            id: "tiny-image", task: .embedder, file: "tiny-image.onnx", license: "MIT", description: "",
            space: "tiny",
            input: ModelInput(width: 8, height: 8, colors: .rgb, resize: .centerCropShortest, scale: 1 / 255.0),
            output: ModelOutput(kind: .embedding, columns: 4))
        image.card = "for tests"
        try scratch.write("shipped/manifest.json", ModelManifest(models: [image]).json())
        try scratch.write("words.txt", Array(TinyMeaning.merges.utf8))
        let colors: [(String, (UInt8, UInt8, UInt8))] = [
            ("one", (230, 20, 20)), ("two", (200, 40, 30)), ("three", (20, 40, 230)), ("four", (240, 240, 240)),
        ]
        for (name, (red, green, blue)) in colors {
            let picture = RGBImage(width: 96, height: 64, red: red, green: green, blue: blue)
            try scratch.write("photos/\(name).jpg", try ImageEncoder.jpeg(picture, quality: 95))
        }
    }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
    }

    private func index(_ action: [String], _ more: String...) async throws -> Ending {
        try await espy(
            ["gallery"] + action + ["--tagger", "none", "--faces", "none", "-q"] + more,
            variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
    }

    private func addImage() async throws -> Ending {
        let file = try scratch.write("i.onnx", TinyMeaning.image.onnx)
        return try await run("models", "import", file, "--id", "tiny-image")
    }

    private func addText(_ file: [UInt8] = TinyMeaning.text.onnx, _ more: String...) async throws -> Ending {
        let file = try scratch.write("t.onnx", file)
        return try await espy(
            [
                "models", "import", file, "--id", "tiny-text", "--space", "tiny", "--vocabulary",
                scratch.file("words.txt"),
            ]
                + more, variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
    }

    private func names(_ query: String...) async throws -> [String] {
        let ending = try await espy(
            ["gallery", "search"] + query, variables: ["HOME": scratch.path, "ESPY_MODELS": scratch.file("shipped")])
        return ending.out.split(separator: "\n").map { Path.stem(of: String($0)) }
    }

    @Test func photosAreFoundByWhatWordsMean() async throws {
        let image = try await addImage()
        #expect(image.exit == 0, "\(image.err)")
        #expect(image.err.contains("one half of a model"), "\(image.err)")
        #expect(try await index(["add", scratch.file("photos")]).exit == 0)
        // One half alone finds nothing, but nothing else breaks.
        #expect(try await names("crimson") == [])
        #expect(try await names("name:one") == ["one"])
        let text = try await addText()
        #expect(text.exit == 0, "\(text.err)")
        #expect(text.err.contains("espy gallery update"), "\(text.err)")
        let updated = try await index(["update"], "--json")
        #expect(updated.exit == 0, "\(updated.out) \(updated.err)")
        #expect(updated.out.contains(#""renewed":4"#), "\(updated.out) \(updated.err)")
        #expect(Set(try await names("like:red")) == ["one", "two"])
        #expect(try await names("like:\"something blue\"") == ["three"])
        #expect(try await names("like:zebra") == [])
        #expect(try await names("like:green") == [])
        #expect(try await run("gallery", "search", "like:zebra").exit == 1)
        // Words are searched, too: the color of pixels is known without a model, and comes first.
        let hits = try await run("gallery", "search", "--json", "red thing")
        #expect(hits.out.contains(#""why":["looks like “red thing” 100 %"]"#), "\(hits.out)")
        #expect(try await names("red thing -name:one") == ["two"])
        #expect(try await names("--meaning", "none", "red thing") == [])
        let status = try await run("gallery", "status")
        #expect(status.out.contains("meaning   tiny-image, tiny-text\n"), "\(status.out)")
    }

    @Test func halfAloneIsTold() async throws {
        #expect(try await addText().exit == 0)
        #expect(try await index(["add", scratch.file("photos")]).exit == 0)
        let like = try await run("gallery", "search", "like:red")
        #expect(like.exit == 64, "\(like.err)")
        #expect(like.err.contains("both halves of a CLIP model"), "\(like.err)")
        let asked = try await run("gallery", "search", "red", "--meaning", "tiny")
        #expect(asked.exit == 2, "\(asked.err)")
        #expect(asked.err.contains("one half of a model"), "\(asked.err)")
        let none = try await run("gallery", "search", "red", "--meaning", "large")
        #expect(none.exit == 2, "\(none.err)")
        #expect(none.err.contains("no model of the space “large”"), "\(none.err)")
        #expect(try await run("gallery", "status").out.contains("meaning   off: “tiny-text” is one half"))
    }

    @Test func textModelsNeedVocabularyAndSpace() async throws {
        let file = try scratch.write("t.onnx", TinyMeaning.text.onnx)
        let bare = try await run("models", "import", file, "--id", "tiny-text")
        #expect(bare.exit == 2, "\(bare.err)")
        #expect(bare.err.contains("give --vocabulary merges.txt"), "\(bare.err)")
        let words = scratch.file("words.txt")
        let lost = try await run("models", "import", file, "--id", "tiny-text", "--vocabulary", words)
        #expect(lost.exit == 2, "\(lost.err)")
        #expect(lost.err.contains("--space"), "\(lost.err)")
        let odd = try await run(
            "models", "import", file, "--id", "t", "--space", "tiny", "--vocabulary",
            try scratch.write("odd.txt", Array("x y z".utf8)))
        #expect(odd.exit == 2, "\(odd.err)")
        #expect(odd.err.contains("line 1 does not join"), "\(odd.err)")
        var deaf = TinyMeaning.text
        deaf.rows = [:]
        let silent = try await addText(deaf.onnx)
        #expect(silent.exit == 2, "\(silent.err)")
        #expect(silent.err.contains("always the same"), "\(silent.err)")
        #expect(!FileManager.default.fileExists(atPath: scratch.file(".local/share/espy/models/tiny-text.onnx")))
    }

    @Test func damageIsToldAndWordsAreFoundAllTheSame() async throws {
        #expect(try await addImage().exit == 0)
        #expect(try await addText().exit == 0)
        #expect(try await index(["add", scratch.file("photos")]).exit == 0)
        #expect(try await run("models", "verify").exit == 0)
        try scratch.write(".local/share/espy/models/tiny-text.txt", Array("r e\n".utf8))
        let verified = try await run("models", "verify", "tiny-text")
        #expect(verified.exit == 2, "\(verified.out)")
        #expect(verified.out.contains("BAD"), "\(verified.out)")
        #expect(try await names("name:one") == ["one"])
        let like = try await run("gallery", "search", "like:red")
        #expect(like.exit == 2, "\(like.err)")
        #expect(like.err.contains("has the wrong checksum"), "\(like.err)")
        let updated = try await index(["update"])
        #expect(updated.exit == 2, "\(updated.err)")
        #expect(updated.err.contains("has the wrong checksum"), "\(updated.err)")
        #expect(try await index(["update"], "--meaning", "none").exit == 0)
    }

    @Test func vocabularyGoesWithTheLastModelThatNeedsIt() async throws {
        #expect(try await addText().exit == 0)
        let words = scratch.file(".local/share/espy/models/tiny-text.txt")
        #expect(FileManager.default.fileExists(atPath: words))
        #expect(try await run("models", "list").out.contains(/tiny-text +text +imported/))
        #expect(try await run("models", "remove", "tiny-text").exit == 0)
        #expect(!FileManager.default.fileExists(atPath: words))
    }
}
