import EspyPixels

/// The groups of things alike, and which of them is counted.
package struct Kinds: Sendable {
    /// Group of each candidate.
    package let labels: [Int]
    /// Groups by falling worth, the one to count first.
    package let order: [Int]

    /// - Parameters:
    ///   - example: place of the candidate that a person pointed at: its group is counted. Nil: the one with the most
    ///     worth, which is how many there are, how well they are seen and how large they are.
    /// - Returns: nil when the task was cancelled.
    package init?(_ candidates: [Candidate], vectors: [[Float]]?, similarity: Double, example: Int?) async {
        guard let distances = await KindDistances.between(candidates.map(\.rect), vectors: vectors),
            let tree = AgglomerativeClustering.tree(distances)
        else { return nil }
        let labels = tree.labels(below: 1 - similarity)
        var worth: [Int: Double] = [:]
        for (label, candidate) in zip(labels, candidates) {
            // Many small parts are not worth more than the few things that they belong to.
            let weight = candidate.rect.area.squareRoot().squareRoot()
            worth[label, default: 0] += (candidate.objectness - AdaptiveConstants.worthLevel) * weight
        }
        if let example { worth[labels[example]] = .infinity }
        self.labels = labels
        order = worth.keys.sorted { (worth[$1] ?? 0, $0) < (worth[$0] ?? 0, $1) }
    }
}
