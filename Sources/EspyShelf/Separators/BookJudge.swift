/// Tells from its features how likely a candidate is one whole spine: boosted regression trees.
///
/// The weights are made by `training/spines`.
package struct BookJudge: Sendable {
    /// One node of a tree: a question, or a leaf with what it adds.
    private struct Node {
        /// Below zero for a leaf.
        var feature: Int32
        /// A candidate goes to the next node up to this value, and to `other` above it. In a leaf, what it adds.
        var value: Float
        var other: Int32
    }

    /// All trees, each from its root on.
    private let nodes: [Node]
    private let roots: [Int]
    private let bias: Float
    private let glance: (trees: Int, least: Float)

    /// - Parameters:
    ///   - weights: three numbers a node, as in ``Node``; a tree ends where all its branches did.
    ///   - bias: what all candidates begin with.
    ///   - glance: a candidate that has less after so many trees is given up.
    package init(
        weights: [Float] = BookJudge.weights, bias: Float = BookJudge.bias,
        glance: (trees: Int, least: Float) = BookJudge.glance
    ) {
        (self.bias, self.glance) = (bias, glance)
        nodes = stride(from: 0, to: weights.count - 2, by: 3).map {
            Node(feature: Int32(weights[$0]), value: weights[$0 + 1], other: Int32(weights[$0 + 2]))
        }
        var roots: [Int] = []
        var open = 0
        for (index, node) in nodes.enumerated() {
            if open == 0 {
                roots.append(index)
                open = 1
            }
            open += node.feature < 0 ? -1 : 1
        }
        self.roots = roots
    }

    /// The logarithm of the odds.
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
                // Most candidates are none, and known after a few trees.
                if count == glance.trees - 1, sum < glance.least { return Self.hopeless }
            }
            return sum
        }
    }

    /// What a candidate gets that is given up early.
    private static let hopeless: Float = -9
}
