/// The tree of all merges, the nearest first.
package struct Dendrogram: Sendable {
    /// How many things there are: the leaves, numbered from 0. Inner nodes go on from there in order of their merges.
    package let leaves: Int
    /// The two nodes below each inner node, the lower number first.
    private(set) var children: [(low: Int, high: Int)] = []
    /// At what distance each inner node was made; never falls.
    package private(set) var distances: [Double] = []

    /// - Parameter merges: all merges, in any order in which a group is joined only after it was made.
    init(leaves: Int, merges: [Merge]) {
        self.leaves = leaves
        var sets = DisjointSets(count: leaves)
        // Swift's sort is stable, so that equal distances stay in the order in which they were found.
        for merge in merges.sorted(by: { $0.distance < $1.distance }) {
            let (first, second) = (sets.node(of: merge.first), sets.node(of: merge.second))
            children.append((min(first, second), max(first, second)))
            distances.append(merge.distance)
            sets.join(first, second)
        }
    }

    /// One label for each thing: those joined at a distance below `threshold` have the same.
    ///
    /// Labels are 0… and numbered like those of scikit-learn's `AgglomerativeClustering`, where the numbers decide
    /// between groups of equal size: the top nodes are split one by one, the latest merge first, on a binary heap, and
    /// a group's label is its place in that heap.
    package func labels(below threshold: Double) -> [Int] {
        guard leaves > 0 else { return [] }
        let splits = distances.filter { $0 >= threshold }.count
        var labels = [Int](repeating: 0, count: leaves)
        for (label, top) in tops(after: splits).enumerated() { mark(top, label, in: &labels) }
        return labels
    }

    /// The nodes that are left on top when the latest merges are undone, in heap order.
    private func tops(after splits: Int) -> [Int] {
        var heap = MaxHeap(leaves + children.count - 1)
        for _ in 0..<splits {
            let (low, high) = children[heap.top - leaves]
            heap.push(low)
            heap.replaceTop(after: high)
        }
        return heap.items
    }

    private func mark(_ top: Int, _ label: Int, in labels: inout [Int]) {
        var open = [top]
        while let node = open.popLast() {
            if node < leaves {
                labels[node] = label
            } else {
                open.append(children[node - leaves].low)
                open.append(children[node - leaves].high)
            }
        }
    }
}
