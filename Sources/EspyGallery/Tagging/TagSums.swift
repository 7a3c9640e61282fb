/// Makes tags of probabilities, broader ones included.
package struct TagSums: Sendable {
    private let labels: TagLabels
    /// Whether a photo shows one of the tags and no other, so that even the smallest probabilities count.
    private let isExclusive: Bool

    package init(_ labels: TagLabels, isExclusive: Bool = false) {
        self.labels = labels
        self.isExclusive = isExclusive
    }

    /// As sure as a broader tag must be that no model was asked for, and a tag of which nothing was measured.
    package static let broadThreshold = 0.7
    /// A broader tag is a little less sure than the tag it follows from, so that it never stands above it.
    static let following = 0.99

    /// - Parameters:
    ///   - probabilities: one for each label, from 0 to 1.
    ///   - threshold: for all tags; nil: each label's own, and none that is off.
    ///   - source: who says so.
    /// - Returns: surest first.
    package func tags(_ probabilities: [Double], threshold: Double?, source: String) -> [PhotoTag] {
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
