import EspyBase

/// Boosted regression trees, which compute a probability from features. They are trained by `training/spines`.
package struct BoostedTrees: Sendable {
    /// One node of a tree: a question, or a leaf with its contribution.
    private struct Node {
        /// Index of the feature; negative for a leaf.
        var feature: Int32
        /// Features up to this value go to the next node, and those above it to `other`. In a leaf, its contribution.
        var value: Float
        var other: Int32
    }

    /// The nodes of all trees, each tree from its root.
    private let nodes: [Node]
    let roots: [Int]
    private let bias: Float
    private let glance: (trees: Int, least: Float)

    /// - Parameters:
    ///   - text: all nodes, separated by spaces. `3<0.5` asks whether feature 3 is at most 0.5; the tree for yes
    ///     follows, then the one for no. A number alone is a leaf with its contribution.
    ///   - bias: the score that all begin with.
    ///   - glance: a score below `least` after the first `trees` trees is abandoned, since the others will not make it
    ///     likely.
    package init(_ text: String, bias: Float, glance: (trees: Int, least: Float)) {
        (self.bias, self.glance) = (bias, glance)
        var nodes: [Node] = []
        var roots: [Int] = []
        // Questions whose tree for no has not been read yet.
        var open: [Int] = []
        var root = 0
        for word in text.split(whereSeparator: { $0.isBlank }) {
            let parts = word.split(separator: "<")
            let place = nodes.count
            if open.isEmpty, nodes.last.map({ $0.feature < 0 }) ?? true {
                roots.append(place)
                root = place
            } else if let last = nodes.last, last.feature < 0, let question = open.popLast() {
                nodes[question].other = Int32(place - root)
            }
            let value = Float(parts[parts.count - 1]) ?? .nan
            if parts.count == 2, let feature = Int32(parts[0]) {
                open.append(place)
                nodes.append(Node(feature: feature, value: value, other: 0))
            } else {
                nodes.append(Node(feature: -1, value: value, other: 0))
            }
        }
        (self.nodes, self.roots) = (nodes, roots)
    }

    /// Returns the log odds.
    package func score(_ features: UnsafeBufferPointer<Float>) -> Float {
        nodes.withUnsafeBufferPointer { nodes in
            var sum = bias
            for (count, root) in roots.enumerated() {
                var place = root
                while nodes[place].feature >= 0 {
                    let node = nodes[place]
                    place = features[Int(node.feature)] <= node.value ? place + 1 : root + Int(node.other)
                }
                sum += nodes[place].value
                // Most candidates are unlikely, which a few trees can show.
                if count == glance.trees - 1, sum < glance.least { return Self.hopeless }
            }
            return sum
        }
    }

    /// The score of an abandoned candidate.
    private static let hopeless: Float = -9

    /// Whether every question uses an existing feature and has both of its trees.
    func isWhole(_ features: Int32) -> Bool {
        guard let last = nodes.last, last.feature < 0 else { return false }
        return nodes.allSatisfy { node in
            node.value.isFinite && (node.feature < 0 || node.feature < features && node.other > 0)
        }
    }
}
