import EspyGallery
import Foundation
import Testing

/// Photos are found by the names of their tags in other languages.
final class ForeignWordsTests {
    private let seeded: SeededGallery
    private let file: String

    init() throws {
        file = NSTemporaryDirectory() + "espy-words-\(UUID().uuidString).tsv"
        let lines = """
            dog\tHund, Hunde, Welpe
            bear\tBär, Bären
            boat\tBoot, Boote
            blue\tblau
            big cat\tRaubkatze, große Katze
            cat\tKatze
            nothing
            \t,
            """
        try lines.write(toFile: file, atomically: true, encoding: .utf8)
        seeded = try SeededGallery(foreign: ForeignWords(files: ["de": file, "es": "/nowhere/tags.es.tsv"]))
        try seeded.add("rex.jpg") { $0.tags = ["dog": 0.9] }
        try seeded.add("grizzly.jpg") { $0.tags = ["bear": 0.8] }
        try seeded.add("counter.jpg") { $0.tags = ["bar": 0.8] }
        try seeded.add("canoe.jpg") { $0.tags = ["boat": 0.7] }
        try seeded.add("muddy.jpg") { $0.tags = ["boot": 0.7] }
        try seeded.add("simba.jpg") { $0.tags = ["big cat": 0.7] }
        try seeded.add("sky.jpg") { $0.colors = [.blue: 0.6] }
    }

    deinit { try? FileManager.default.removeItem(atPath: file) }

    @Test(arguments: [
        ("Hund", ["rex"]), ("hunde", ["rex"]), ("-hund rex", []), ("hund OR blau", ["sky", "rex"]), ("blau", ["sky"]),
        ("Raubkatze", ["simba"]), ("große katze", ["simba"]), ("katze", []), ("Katze hund", []),
        // Without its accent it is an English word; texts and tags are searched without accents.
        ("bär", ["counter", "grizzly"]), ("bar", ["counter"]), ("boot", ["muddy"]), ("boote", ["canoe"]),
        ("BÄREN", ["grizzly"]),
        ("baren", ["grizzly"]), ("grosse katze", []),
        ("nothing", []), ("perro", []),
    ])
    func wordsOfAnotherLanguageFindTags(query: String, names: [String]) async throws {
        #expect(try await seeded.gallery.names(query) == names)
    }

    @Test func eachHitSaysHowItWasFound() async throws {
        #expect(try await seeded.gallery.search("hund", now: 0).hits.map(\.why) == [["hund ← dog 90 %"]])
    }

    @Test func wordsOfThePersonsLanguageAreSuggested() async throws {
        func texts(_ language: String?) async throws -> [String] {
            try await seeded.gallery.suggestions("hun", language: language, now: 0).map(\.name)
        }
        #expect(try await texts("de") == ["Hund"])
        #expect(try await texts("es").isEmpty)
        #expect(try await texts(nil).isEmpty)
    }
}

/// The words shipped with Espy.
struct ShippedWordsTests {
    /// The labels of Espy's tagger.
    private struct Labels: Decodable {
        struct Tag: Decodable {
            let name: String
            let parents: [String]
        }

        let tags: [Tag]
    }

    private static let data = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../web/data")
        .standardized

    private static func lines(_ language: String) throws -> [[Substring]] {
        try String(contentsOf: data.appendingPathComponent("tags.\(language).tsv"), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    /// Each name occurs once and has a word, and no label is missing.
    @Test(arguments: ["de", "es"])
    func tablesAreWhole(language: String) throws {
        let lines = try Self.lines(language)
        #expect(lines.allSatisfy { $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty })
        #expect(Set(lines.map { $0[0] }).count == lines.count)
        let names = Set(lines.map { String($0[0]) })
        let labels = Self.data.appendingPathComponent("../../models/espy-tagger.labels.json").standardized
        let shipped = try JSONDecoder().decode(Labels.self, from: Data(contentsOf: labels))
        let wanted = ColorName.allCases.map(\.rawValue) + shipped.tags.flatMap { [$0.name] + $0.parents }
        #expect(wanted.filter { !names.contains($0) } == [])
    }
}
