package import EspyInference
import EspySystem
import Foundation

/// What the numbers of a tagger's or classifier's answer are; comes from a file beside the model.
package struct TagLabels: Sendable, Equatable, Decodable {
    package struct Label: Sendable, Equatable, Decodable {
        package let name: String
        let category: PhotoTag.Category
        /// Broader tags that are true where this one is.
        let parents: [String]
        /// As sure as the model must be.
        let threshold: Double
        /// Whether it is sure often enough to be used without being asked for.
        let isOn: Bool
        /// Tags beside which it counts only where the kinds, too, say so, and how likely: what is wilting on a flower looks
        /// like an insect.
        let beside: [String: Double]

        private enum Key: String, CodingKey { case name, category, parents, threshold, isOn, beside }

        /// What was not measured of a tag need not stand there.
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

    /// Length of the vector before the tags.
    let embedding: Int
    package let tags: [Label]
    /// Kinds of things whose chances follow the tags, of which a photo shows one or another; none where the file names none.
    package private(set) var kinds: [Label] = []
    /// Which lists broader tags belong to, where the file says so.
    let wider: [String: PhotoTag.Category]

    private static let byteLimit = 1 << 20
    private static let schema = 1

    /// - Throws: ``InferenceError/badManifest(path:reason:)``
    package init(path: String, columns: Int) throws(InferenceError) {
        try self.init(path: path, columns: columns, isInner: false)
    }

    /// - Parameter isInner: whether it is the list of kinds of another one.
    private init(path: String, columns: Int, isInner: Bool) throws(InferenceError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .badManifest(path: path, reason: "it is not there or cannot be read")
        }
        guard data.count <= Self.byteLimit else { throw .badManifest(path: path, reason: "it is too large") }
        do {
            self = try JSONDecoder().decode(TagLabels.self, from: data)
        } catch {
            throw .badManifest(path: path, reason: "it is no list of tags")
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
    /// Names that are no single kind: tags, and what several kinds add up to.
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
    /// Chances of the tags, those that are contradicted by the kinds made as small as the kinds have them.
    ///
    /// - Parameters:
    ///   - chances: of the tags, from 0 to 1.
    ///   - shown: chances of the kinds; empty where the model tells of none.
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

    /// What a photo may show, besides what it shows for sure: tags that are not sure enough, kinds, and what kinds add up to.
    ///
    /// - Parameters:
    ///   - chances: of the tags, from 0 to 1.
    ///   - shown: chances of the kinds, which add up to 1; empty where the model tells of none.
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

/// Makes tags of probabilities, broader ones included.
struct TagSums: Sendable {
    private let labels: TagLabels
    /// Whether a photo shows one of the tags and no other, so that even the smallest probabilities count.
    private let isExclusive: Bool

    init(_ labels: TagLabels, isExclusive: Bool = false) {
        self.labels = labels
        self.isExclusive = isExclusive
    }

    /// As sure as a broader tag must be that no model was asked for, and a tag of which nothing was measured.
    static let broadThreshold = 0.7
    /// A broader tag is a little less sure than the tag it follows from, so that it never stands above it.
    static let following = 0.99

    /// - Parameters:
    ///   - probabilities: one for each label, from 0 to 1.
    ///   - threshold: for all tags; nil: each label's own, and none that is off.
    ///   - source: who says so.
    /// - Returns: surest first.
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

    /// Broader tags of the tags that were given, and of no others: nothing is an animal that is no animal we know.
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

    /// Broader tags by the sum of their kinds: a dog is a dog, though nothing tells its breed.
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

    /// The tags that a kind's probability counts for: a laptop is no notebook, but one of the two is a laptop.
    private func broader(_ label: TagLabels.Label) -> [String] {
        labels.wider[label.name] != nil ? [label.name] + label.parents : label.parents
    }

    private func category(of name: String, like label: TagLabels.Label) -> PhotoTag.Category {
        labels.wider[name] ?? BroadTags.category(of: name) ?? label.category
    }
}
