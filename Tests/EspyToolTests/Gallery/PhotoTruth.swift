import Espy
import EspyTool
import Foundation

/// Photos with known tags, which are not part of this repository, and the program's tags for them.
enum PhotoTruth {
    /// The program's tags for a photo.
    struct Tagged {
        let tags: [(name: String, category: PhotoTag.Category)]
        let colors: [String]

        func has(_ name: String) -> Bool { tags.contains { $0.name == name } }
    }

    static let shared: URL = {
        if let path = ProcessInfo.processInfo.environment["ESPY_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("data")
        }
        return Repository.root.appendingPathComponent("../shared/data").standardized
    }()
    private static let list = shared.appendingPathComponent("train/tags224/tags224.jsonl")

    static var isThere: Bool { FileManager.default.fileExists(atPath: list.path) }

    private struct Photo: Decodable {
        let file: String
        let labels: [String]
        let split: String
        let lowres: Bool
    }

    /// Returns photos with a label that no model was trained on.
    static func photos(of label: String, most: Int) throws -> [URL] {
        let decoder = JSONDecoder()
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
            .map { try decoder.decode(Photo.self, from: Data($0.utf8)) }
            .filter { $0.split == "test" && !$0.lowres && $0.labels.contains(label) }.prefix(most)
            .map { list.deletingLastPathComponent().appendingPathComponent($0.file) }
    }

    /// Tags photos with one of these labels.
    ///
    /// - Parameter most: the largest number of photos for each label.
    static func tags(of labels: [String], most: Int) throws -> [Tagged] {
        let decoder = JSONDecoder()
        let scratch = try Scratch()
        let paths = try labels.flatMap { try photos(of: $0, most: most) }.map { "'\($0.path)'" }
        let script = "$espy gallery tag --json -q --detector none \(paths.joined(separator: " "))"
        let found = try shell(script, variables: ["XDG_DATA_HOME": scratch.file("data")])
        return try found.out.split(separator: "\n").compactMap { line in
            let answer = try decoder.decode(Answer.self, from: Data(line.utf8))
            return Tagged(tags: answer.tags.map { ($0.name, $0.category) }, colors: answer.colors.map(\.name.rawValue))
        }
    }

    private struct Answer: Decodable {
        let tags: [PhotoTag]
        let colors: [ColorShare]
    }
}
