/// Makes tags of probabilities, broader ones included.
package struct TagSums: Sendable {
    private let labels: TagLabels

    package init(_ labels: TagLabels) { self.labels = labels }

    /// As sure as a broader tag must be that no model was asked for.
    package static let broadThreshold = 0.7
    /// Less than that is noise: of many tags it would add up.
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
            for parent in label.parents {
                // A tag that is sure enough for itself is sure enough for what it is a kind of.
                let share = isSure ? max(probability, threshold ?? Self.broadThreshold) : probability
                guard share >= Self.floor else { continue }
                sums[parent, default: (0, BroadTags.category(of: parent) ?? label.category)].sum += share
            }
        }
        for (name, (sum, category)) in sums where sum >= threshold ?? Self.broadThreshold {
            let confidence = max(min(sum, 1), found[name]?.confidence ?? 0)
            found[name] = PhotoTag(
                name: name, category: found[name]?.category ?? category, confidence: confidence, source: source)
        }
        return found.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }
}
