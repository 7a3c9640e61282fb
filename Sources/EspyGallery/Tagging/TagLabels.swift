package import EspyInference
import Foundation

/// What the numbers of a tagger's or classifier's answer are; comes from a file beside the model.
package struct TagLabels: Sendable, Equatable, Decodable {
    package struct Label: Sendable, Equatable, Decodable {
        package let name: String
        package let category: PhotoTag.Category
        /// Broader tags that are true where this one is.
        package let parents: [String]
        /// As sure as the model must be.
        package let threshold: Double
        /// Whether it is sure often enough to be used without being asked for.
        package let isOn: Bool

        private enum Key: String, CodingKey { case name, category, parents, threshold, isOn }

        /// What was not measured of a tag need not stand there.
        package init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            name = try box.decode(String.self, forKey: .name)
            category = try box.decode(PhotoTag.Category.self, forKey: .category)
            parents = try box.decode([String].self, forKey: .parents)
            threshold = try box.decodeIfPresent(Double.self, forKey: .threshold) ?? TagSums.broadThreshold
            isOn = try box.decodeIfPresent(Bool.self, forKey: .isOn) ?? true
        }
    }

    /// Length of the vector before the tags.
    package let embedding: Int
    package let tags: [Label]
    /// Which lists broader tags belong to, where the file says so.
    package let wider: [String: PhotoTag.Category]

    private static let byteLimit = 1 << 20
    private static let schema = 1

    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    package init(path: String, columns: Int) throws(InferenceError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .badManifest(path: path, reason: "it is not there or cannot be read")
        }
        guard data.count <= Self.byteLimit else { throw .badManifest(path: path, reason: "it is too large") }
        do {
            self = try JSONDecoder().decode(TagLabels.self, from: data)
        } catch {
            throw .badManifest(path: path, reason: "it is no list of tags")
        }
        if let reason = objection(columns) { throw .badManifest(path: path, reason: reason) }
    }

    private enum Key: String, CodingKey { case schema, embedding, tags, wider }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        guard try box.decode(Int.self, forKey: .schema) == Self.schema else {
            throw DecodingError.dataCorruptedError(forKey: .schema, in: box, debugDescription: "unknown")
        }
        embedding = try box.decode(Int.self, forKey: .embedding)
        tags = try box.decode([Label].self, forKey: .tags)
        wider = try box.decodeIfPresent([String: PhotoTag.Category].self, forKey: .wider) ?? [:]
    }

    private func objection(_ columns: Int) -> String? {
        guard (0...65_536).contains(embedding), (1...65_536).contains(tags.count), embedding + tags.count == columns
        else { return "\(embedding) numbers and \(tags.count) tags do not make \(columns) columns" }
        if Set(tags.map(\.name)).count < tags.count { return "a tag is named twice" }
        let names = tags.flatMap { [$0.name] + $0.parents } + wider.keys
        guard names.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 64 && $0 == $0.lowercased() }) else {
            return "names of tags are short and in lower case"
        }
        return tags.allSatisfy { (0...1).contains($0.threshold) } ? nil : "thresholds are from 0 to 1"
    }
}
