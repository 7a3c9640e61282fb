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
    /// Less than that is noise: of many tags that say nothing of each other it would add up.
    private static let floor = 0.1

    /// - Parameters:
    ///   - probabilities: one for each label, from 0 to 1.
    ///   - threshold: for all tags; nil: each label's own, and none that is off.
    ///   - source: who says so.
    /// - Returns: surest first.
    package func tags(_ probabilities: [Double], threshold: Double?, source: String) -> [PhotoTag] {
        var found: [String: PhotoTag] = [:]
        var sums: [String: (sum: Double, category: PhotoTag.Category)] = [:]
        for (label, probability) in zip(labels.tags, probabilities) {
            let isSure = probability >= threshold ?? label.threshold && (label.isOn || threshold != nil)
            if isSure {
                found[label.name] = PhotoTag(
                    name: label.name, category: label.category, confidence: probability, source: source)
            }
            for parent in broader(label) {
                // A tag that is sure enough for itself is sure enough for what it is a kind of.
                let share = isSure ? max(probability, threshold ?? Self.broadThreshold) : probability
                guard isExclusive || share >= Self.floor else { continue }
                sums[parent, default: (0, category(of: parent, like: label))].sum += share
            }
        }
        for (name, (sum, category)) in sums where sum >= threshold ?? Self.broadThreshold {
            let confidence = max(min(sum, 1), found[name]?.confidence ?? 0)
            found[name] = PhotoTag(
                name: name, category: found[name]?.category ?? category, confidence: confidence, source: source)
        }
        return found.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }

    /// The tags that a tag's probability counts for. Where only one can be true, those are others than of its kinds: a
    /// laptop is no notebook, but if it is one of the two it is a laptop.
    private func broader(_ label: TagLabels.Label) -> [String] {
        isExclusive && labels.wider[label.name] != nil ? [label.name] + label.parents : label.parents
    }

    private func category(of name: String, like label: TagLabels.Label) -> PhotoTag.Category {
        labels.wider[name] ?? BroadTags.category(of: name) ?? label.category
    }
}
