import Espy
import EspyInference
import EspyStore
import Foundation
import Testing

/// A word list that is removed after its test.
private final class WordsFile: Sendable {
    let path = NSTemporaryDirectory() + "espy-words-\(UUID().uuidString).tsv"

    init(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Photos that may show the searched thing although no tag says so.
struct LikelySearchTests {
    private let seeded: SeededGallery
    /// Words of other languages, which are loaded on demand.
    private let words: WordsFile
    private var gallery: Gallery { seeded.gallery }

    /// Each photo is newer than the one before.
    init() throws {
        words = try WordsFile("cup\tTasse, Tassen\nman\tMann")
        seeded = try SeededGallery(foreign: ForeignWords(files: ["de": words.path]))
        try add("sure", ["cup": 0.9], [("cup", 0.9, false)])
        try add("mug", [:], [("coffee mug", 0.31, true), ("cup", 0.31, false), ("desk", 0.2, true)])
        try add("either", [:], [("coffee mug", 0.12, true), ("goblet", 0.1, true), ("teapot", 0.1, true)])
        try add("hardly", [:], [("coffee mug", 0.14, true)])
        try add("anna", ["person": 0.97], [("person", 0.97, false)])
        try add("crowd", [:], [("person", 0.4, false)])
        try add("sneaker", [:], [("running shoe", 0.8, true), ("shoe", 0.82, false)], .red)
        try add("boot", [:], [("cowboy boot", 0.6, true), ("shoe", 0.6, false)], .brown)
    }

    private func add(
        _ name: String, _ tags: [String: Double], _ likely: [(String, Double, Bool)], _ color: ColorName = .gray
    ) throws {
        let count = try seeded.database.integers("SELECT count(*) FROM photos")[0]
        try seeded.add("\(name).jpg") { photo in
            photo.tags = tags
            photo.likely = likely.map { LikelyThing(name: $0.0, confidence: $0.1, isKind: $0.2) }
            photo.taken = 1_700_000_000 + 86_400 * count
            photo.colors = [color: 0.5]
        }
    }

    @Test func whatIsSureComesFirstAndWhatIsLikeliestNext() async throws {
        let page = try await gallery.search("cup", now: 0)
        #expect(try await gallery.names("cup") == ["sure", "mug", "either"])
        #expect(page.sure == 1)
        #expect(page.total == 3)
        #expect(
            page.hits.map(\.why) == [
                ["cup 90 %"], ["looks like a coffee mug, 31 %"], ["looks like a coffee mug, 12 %"],
            ])
        // Classes add up, since a photo shows one or another of them.
        #expect(abs(page.hits[2].score - 0.22) < 1e-9)
        #expect(try await gallery.timeline("cup", now: 0)?.map(\.count) == [1])
        #expect(try await gallery.search("cup", offset: 1, limit: 1, now: 0).hits.map(\.why).count == 1)
    }

    @Test(arguments: ["cups", "mugs", "Tasse", "tassen", "the cup", "a cup", "CUP"])
    func pluralsSynonymsAndOtherLanguagesFindThem(word: String) async throws {
        #expect(try await gallery.names(word).contains("mug"))
    }

    @Test func whatNobodyCanTellIsFoundByWhatItIsOneOf() async throws {
        for word in ["woman", "man", "child", "women", "Mann"] {
            #expect(try await gallery.names(word) == ["anna", "crowd"], "\(word)")
        }
        #expect(try await gallery.search("woman", now: 0).hits[0].why == ["looks like a person, 97 %"])
        #expect(try await gallery.search("woman", now: 0).sure == 0)
    }

    @Test(arguments: ["flibber", "qwertzu", "cupp", "mu", "zyxwv"])
    func wordsWithoutASenseFindNothing(word: String) async throws {
        #expect(try await gallery.search(word, now: 0).total == 0)
    }

    /// A phone maker is not a fruit, and words listed for one thing do not match the next.
    @Test func everydayWordsMeanWhatPhotosShow() async throws {
        try seeded.add("call.jpg") { $0.camera = "Apple iPhone 15" }
        try seeded.add("falls.jpg") { $0.tags = ["waterfall": 1] }
        #expect(try await gallery.names("apple").isEmpty)
        #expect(try await gallery.names("camera:apple") == ["call"])
        #expect(try await gallery.names("iphone") == ["call"])
        #expect(try await gallery.names("spider").isEmpty)
        #expect(try await gallery.names("nature") == ["falls"])
    }

    @Test func allWordsMustFit() async throws {
        #expect(try await gallery.names("red shoes") == ["sneaker"])
        #expect(try await gallery.names("shoes") == ["sneaker", "boot"])
        #expect(try await gallery.names("brown shoe OR red shoe") == ["sneaker", "boot"])
        #expect(try await gallery.names("shoe on a desk").isEmpty)
        let why = try await gallery.search("red shoes", now: 0).hits[0].why
        #expect(why == ["looks like a running shoe, 80 %", "color red 50 %"])
    }

    @Test func onlyWhatIsSureIsLeftOutOrAskedForByItsTag() async throws {
        #expect(try await gallery.names("tag:cup") == ["sure"])
        #expect(try await gallery.names("\"cup\"").isEmpty)
        #expect(try await gallery.names("-cup").count == 7)
        #expect(try await gallery.names("cup -person") == ["sure", "mug", "either"])
        #expect(try await gallery.names("cup -tag:cup") == ["mug", "either"])
    }

    @Test func aPhotoThatChangedIsFoundByWhatItMayBeNow() async throws {
        #expect(try await gallery.names("teapot").isEmpty)
        try seeded.database.transaction { () throws(StoreError) in
            try seeded.database.execute("UPDATE photo_likely SET percent = 60 WHERE percent = 10")
            try seeded.database.execute(
                "INSERT OR REPLACE INTO photo_changes VALUES (3, (SELECT max(number) + 1 FROM photo_changes))")
        }
        #expect(try await gallery.names("teapot") == ["either"])
    }
}

/// Classes that a model reports beside its tags.
struct LikelyThingTests {
    private static let kinds = """
        {"schema": 1, "embedding": 0, "tags": [
            {"name": "pug", "category": "animals", "parents": ["dog", "animal"]},
            {"name": "beagle", "category": "animals", "parents": ["dog", "animal"]},
            {"name": "spoon", "category": "objects", "parents": []}]}
        """

    private func labels(
        kinds: String = "kinds.json", list: String = kinds, columns: Int = 9, text: String = TagSumTests.text
    ) throws -> TagLabels {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = text.replacingOccurrences(
            of: "\"embedding\": 2,", with: "\"embedding\": 2, \"kinds\": \"\(kinds)\",")
        try text.write(to: folder.appendingPathComponent("tags.json"), atomically: true, encoding: .utf8)
        try list.write(to: folder.appendingPathComponent("kinds.json"), atomically: true, encoding: .utf8)
        return try TagLabels(path: folder.appendingPathComponent("tags.json").path, columns: columns)
    }

    @Test func kindsAreToldWithWhatTheyAddUpTo() throws {
        let answers: [Float] = [0.6, 0.8, 0.1, 0, 0.9, 0, 0.4, 0.3, 0.01]
        let runner = TaggerTests.runner(TaggerTests.entry(.tags, columns: 9), answers: answers)
        let found = try PhotoTagger(runner, labels: try labels()).tags(of: TaggerTests.image)
        #expect(found.tags.map(\.name) == ["beach", "nature", "outdoor"])
        #expect(found.likely.map(\.name) == ["beach", "animal", "dog", "pug", "beagle"])
        #expect(found.likely.map { ($0.confidence * 100).rounded() } == [90, 70, 70, 40, 30])
        // A spoon is also a tag, and therefore not a single class.
        #expect(found.likely.map(\.isKind) == [false, false, false, true, true])
    }

    @Test func whatKindsContradictIsNoTag() throws {
        func tags(_ dog: Float, beach: Float, kinds: [Float]) throws -> [String] {
            let text = TagSumTests.text.replacingOccurrences(
                of: "\"threshold\": 0.4,", with: "\"threshold\": 0.4, \"beside\": {\"beach\": 0.5},")
            let answers = [0, 0, dog, 0, beach, 0] + kinds
            let runner = TaggerTests.runner(TaggerTests.entry(.tags, columns: 9), answers: answers)
            return try PhotoTagger(runner, labels: try labels(text: text)).tags(of: TaggerTests.image).tags.map(\.name)
        }
        #expect(try tags(0.9, beach: 0.8, kinds: [0.2, 0.1, 0.7]) == ["beach", "nature", "outdoor"])
        #expect(try tags(0.9, beach: 0.8, kinds: [0.4, 0.2, 0.4]).first == "dog")
        #expect(try tags(0.9, beach: 0.4, kinds: [0.2, 0.1, 0.7]).first == "dog")
    }

    @Test func listsThatMakeNoSenseAreRefused() throws {
        #expect(try labels().kinds.count == 3)
        for columns in [6, 8, 10] {
            #expect(throws: InferenceError.self) { try labels(columns: columns) }
        }
        for name in ["missing.json", "tags.json", "../kinds.json", ""] {
            #expect(throws: InferenceError.self, "\(name)") { try labels(kinds: name) }
        }
        #expect(throws: InferenceError.self) { try labels(list: "{}") }
    }
}
