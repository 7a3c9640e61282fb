import Foundation

/// Boosted regression trees: how likely something is, from its features. `training/spines` makes them.
package struct BoostedTrees: Sendable {
    /// One node of a tree: a question, or a leaf with what it adds.
    private struct Node {
        /// Below zero for a leaf.
        var feature: Int32
        /// Features up to this value go to the next node, and those above it to `other`. In a leaf, what it adds.
        var value: Float
        var other: Int32
    }

    /// All trees, each from its root on.
    private let nodes: [Node]
    private let roots: [Int]
    private let bias: Float
    private let glance: (trees: Int, least: Float)

    /// - Parameters:
    ///   - text: all nodes, with blanks between them. `3<0.5` asks whether feature 3 is at most 0.5; the tree for yes
    ///     follows, then the one for no. A number alone is a leaf, and what it adds.
    ///   - bias: what all begin with.
    ///   - glance: what has less after so many trees is given up, since the others will not make it likely.
    package init(_ text: String, bias: Float, glance: (trees: Int, least: Float)) {
        (self.bias, self.glance) = (bias, glance)
        var nodes: [Node] = []
        var roots: [Int] = []
        // Questions whose tree for no is still to come.
        var open: [Int] = []
        var root = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
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
                // Most are unlikely, and known to be after a few trees.
                if count == glance.trees - 1, sum < glance.least { return Self.hopeless }
            }
            return sum
        }
    }

    /// What is given up early gets this.
    private static let hopeless: Float = -9
}

extension BoostedTrees {
    /// Reads trees from the file that training writes beside a network.
    ///
    /// - Parameter features: what the numbers are called that the trees are asked with, in their order.
    /// - Returns: nil for anything but whole trees over these features.
    package init?(json: [UInt8], features: [String]) {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json)), file.features == features else {
            return nil
        }
        self.init(
            file.trees.joined(separator: " "), bias: file.bias, glance: (file.glance.trees, file.glance.least))
        guard roots.count == file.trees.count, isWhole(Int32(features.count)) else { return nil }
    }

    private struct File: Decodable {
        struct Glance: Decodable {
            var trees: Int
            var least: Float
        }

        var features: [String]
        var bias: Float
        var glance: Glance
        /// As the words of ``BoostedTrees/init(_:bias:glance:)``.
        var trees: [String]
    }

    /// Whether every question asks a feature that there is and has both of its trees.
    private func isWhole(_ features: Int32) -> Bool {
        guard let last = nodes.last, last.feature < 0 else { return false }
        return nodes.allSatisfy { node in
            node.value.isFinite && (node.feature < 0 || node.feature < features && node.other > 0)
        }
    }
}
