package import EspyInference
import EspySystem
import Foundation

/// The labels of a tagger's or classifier's outputs, from a file beside the model.
package struct TagLabels: Sendable, Equatable, Decodable {
    package struct Label: Sendable, Equatable, Decodable {
        package let name: String
        let category: PhotoTag.Category
        /// Broader tags that are also true.
        let parents: [String]
        /// The least confidence of the model.
        let threshold: Double
        /// Whether it is reliable enough to be used by default.
        let isOn: Bool
        /// Tags beside which it only counts if the kinds agree, with their likelihood: something wilting on a flower
        /// looks like an insect.
        let beside: [String: Double]

        private enum Key: String, CodingKey { case name, category, parents, threshold, isOn, beside }

        /// Measurements may be missing.
        package init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            name = try box.decode(String.self, forKey: .name)
            category = try box.decode(PhotoTag.Category.self, forKey: .category)
            parents = try box.decode([String].self, forKey: .parents)
            threshold = try box.decodeIfPresent(Double.self, forKey: .threshold) ?? TagSums.broadThreshold
            isOn = try box.decodeIfPresent(Bool.self, forKey: .isOn) ?? true
            beside = try box.decodeIfPresent([String: Double].self, forKey: .beside) ?? [:]
        }
    }

    /// Length of the embedding that precedes the tags.
    let embedding: Int
    package let tags: [Label]
    /// Mutually exclusive kinds whose probabilities follow the tags; empty if the file names none.
    package private(set) var kinds: [Label] = []
    /// The categories of broader tags, where the file gives them.
    let wider: [String: PhotoTag.Category]

    private static let byteLimit = 1 << 20
    private static let schema = 1

    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    package init(path: String, columns: Int) throws(InferenceError) {
        try self.init(path: path, columns: columns, isInner: false)
    }

    /// - Parameter isInner: whether it is the list of kinds inside another one.
    private init(path: String, columns: Int, isInner: Bool) throws(InferenceError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .badManifest(path: path, reason: "it is missing or unreadable")
        }
        guard data.count <= Self.byteLimit else { throw .badManifest(path: path, reason: "it is too large") }
        do {
            self = try JSONDecoder().decode(TagLabels.self, from: data)
        } catch {
            throw .badManifest(path: path, reason: "it is not a list of tags")
        }
        if let name = kindsFile, (0...65_536).contains(embedding) {
            guard !isInner, !name.contains("/") else {
                throw .badManifest(path: path, reason: "kinds are listed in one file beside it")
            }
            let list = Path.join(Path.folder(of: path), name)
            kinds = try TagLabels(path: list, columns: columns - embedding - tags.count, isInner: true).tags
            sums = Set(tags.map(\.name) + kinds.flatMap(\.parents))
        }
        if let reason = objection(columns - kinds.count) { throw .badManifest(path: path, reason: reason) }
    }

    /// The file that names the kinds.
    private let kindsFile: String?
    /// Names that are not a single kind: tags, and sums of several kinds.
    private var sums: Set<String> = []

    private enum Key: String, CodingKey { case schema, embedding, tags, wider, kinds }

    package init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        guard try box.decode(Int.self, forKey: .schema) == Self.schema else {
            throw DecodingError.dataCorruptedError(forKey: .schema, in: box, debugDescription: "unknown")
        }
        embedding = try box.decode(Int.self, forKey: .embedding)
        tags = try box.decode([Label].self, forKey: .tags)
        wider = try box.decodeIfPresent([String: PhotoTag.Category].self, forKey: .wider) ?? [:]
        kindsFile = try box.decodeIfPresent(String.self, forKey: .kinds)
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

extension TagLabels {
    /// Probabilities of the tags, lowered to those of the kinds where these contradict them.
    ///
    /// - Parameters:
    ///   - chances: of the tags, from 0 to 1.
    ///   - shown: of the kinds; empty if the model has none.
    func settled(_ chances: [Double], _ shown: [Double]) -> [Double] {
        guard !shown.isEmpty else { return chances }
        return zip(tags, chances).map { label, chance in
            guard !label.beside.isEmpty else { return chance }
            let kinds = zip(kinds, shown).reduce(0) { sum, kind in
                kind.0.name == label.name || kind.0.parents.contains(label.name) ? sum + kind.1 : sum
            }
            let isDoubted = zip(tags, chances).contains { other, chance in
                chance >= other.threshold && kinds < label.beside[other.name] ?? 0
            }
            return isDoubted ? min(chance, kinds) : chance
        }
    }

    /// Likely things of a photo: tags without enough confidence, kinds, and sums of kinds.
    ///
    /// - Parameters:
    ///   - chances: of the tags, from 0 to 1.
    ///   - shown: of the kinds, which add up to 1; empty if the model has none.
    /// - Returns: likeliest first; each name once.
    func likely(_ chances: [Double], _ shown: [Double]) -> [LikelyThing] {
        var found: [String: LikelyThing] = [:]
        func add(_ name: String, _ chance: Double) {
            guard chance > found[name]?.confidence ?? 0 else { return }
            found[name] = LikelyThing(name: name, confidence: min(chance, 1), isKind: !sums.contains(name))
        }
        for (label, chance) in zip(tags, chances) where chance >= LikelyThing.least { add(label.name, chance) }
        var added: [String: Double] = [:]
        for (kind, chance) in zip(kinds, shown) {
            for wider in kind.parents { added[wider, default: 0] += chance }
        }
        for (name, sum) in added where sum >= LikelyThing.least { add(name, sum) }
        let first = zip(kinds, shown).filter { $0.1 >= LikelyThing.leastOfKind }.sorted { $0.1 > $1.1 }
        for (kind, chance) in first.prefix(LikelyThing.mostKinds) { add(kind.name, chance) }
        return found.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }
}

/// Makes tags from probabilities, including broader tags.
struct TagSums: Sendable {
    private let labels: TagLabels
    /// Whether a photo has exactly one of the labels, so that even the smallest probabilities count.
    private let isExclusive: Bool

    init(_ labels: TagLabels, isExclusive: Bool = false) {
        self.labels = labels
        self.isExclusive = isExclusive
    }

    /// The least confidence of a broader tag without a measurement of its own.
    static let broadThreshold = 0.7
    /// A broader tag is slightly less confident than the tag it follows from, so that it never ranks above it.
    static let following = 0.99

    /// - Parameters:
    ///   - probabilities: one for each label, from 0 to 1.
    ///   - threshold: for all tags; nil: each label's own, and no unreliable ones.
    ///   - source: of the tags.
    /// - Returns: most confident first.
    func tags(_ probabilities: [Double], threshold: Double?, source: String) -> [PhotoTag] {
        var found: [String: PhotoTag] = [:]
        for (label, probability) in zip(labels.tags, probabilities)
        where probability >= threshold ?? label.threshold && (label.isOn || threshold != nil) {
            found[label.name] = PhotoTag(
                name: label.name, category: label.category, confidence: probability, source: source)
        }
        let broad = isExclusive ? summed(probabilities, threshold) : followed(probabilities, found)
        for (name, (confidence, category)) in broad where confidence > found[name]?.confidence ?? 0 {
            found[name] = PhotoTag(
                name: name, category: found[name]?.category ?? category, confidence: confidence, source: source)
        }
        return found.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }

    /// Broader tags of the found tags only: something that is not a known animal is not tagged as an animal.
    private func followed(
        _ probabilities: [Double], _ found: [String: PhotoTag]
    ) -> [String: (confidence: Double, category: PhotoTag.Category)] {
        var broad: [String: (confidence: Double, category: PhotoTag.Category)] = [:]
        for (label, probability) in zip(labels.tags, probabilities) where found[label.name] != nil {
            for parent in label.parents where Self.following * probability > broad[parent]?.confidence ?? 0 {
                broad[parent] = (Self.following * probability, category(of: parent, like: label))
            }
        }
        return broad
    }

    /// Broader tags by the sum of their kinds: a dog is a dog even if its breed is unclear.
    private func summed(
        _ probabilities: [Double], _ threshold: Double?
    ) -> [String: (confidence: Double, category: PhotoTag.Category)] {
        var sums: [String: (confidence: Double, category: PhotoTag.Category)] = [:]
        for (label, probability) in zip(labels.tags, probabilities) {
            for parent in broader(label) {
                sums[parent, default: (0, category(of: parent, like: label))].confidence += probability
            }
        }
        return sums.filter { $0.value.confidence >= threshold ?? Self.broadThreshold }
            .mapValues { (min($0.confidence, 1), $0.category) }
    }

    /// The tags that a kind's probability counts toward: laptop and notebook are different kinds, but both are laptops.
    private func broader(_ label: TagLabels.Label) -> [String] {
        labels.wider[label.name] != nil ? [label.name] + label.parents : label.parents
    }

    private func category(of name: String, like label: TagLabels.Label) -> PhotoTag.Category {
        labels.wider[name] ?? BroadTags.category(of: name) ?? label.category
    }
}
