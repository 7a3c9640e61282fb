/// Chooses the group to count.
package enum ClusterChoice {
    /// The label with the most members; among equals the lowest. Nil where there are no labels.
    package static func largest(of labels: [Int]) -> Int? {
        let sizes = sizes(of: labels)
        return sizes.keys.min { (sizes[$1] ?? 0, $0) < (sizes[$0] ?? 0, $1) }
    }

    /// The label with the most members; among equals the one seen first.
    package static func largestSeenFirst(of labels: [Int]) -> Int? {
        let sizes = sizes(of: labels)
        guard let most = sizes.values.max() else { return nil }
        return labels.first { sizes[$0] == most }
    }

    /// How many members each label has.
    package static func sizes(of labels: [Int]) -> [Int: Int] {
        labels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
