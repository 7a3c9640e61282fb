import EspyBase

/// Groups things by the mean distance between their embeddings.
package enum AgglomerativeClustering {
    /// For up to this many vectors, distances are computed in double precision, as in scikit-learn.
    private static let exactLimit = 400

    /// Returns the tree of all groups of `vectors`, by cosine distance and average linkage.
    ///
    /// - Parameters:
    ///   - vectors: of length 1, and all of the same dimension.
    ///   - precisely: whether to compute in double precision. Nil: for up to a few hundred vectors.
    /// - Returns: nil if the task was canceled.
    package static func tree(of vectors: [[Float]], precisely: Bool? = nil) -> Dendrogram? {
        if precisely ?? (vectors.count <= exactLimit) { return CosineDistances.exact(vectors).flatMap { tree($0) } }
        guard let distances = CosineDistances.fast(vectors) else { return nil }
        return tree(distances)
    }

    /// Returns the tree of all groups of things with these distances, by average linkage; nil if the task was
    /// canceled.
    package static func tree<Scalar>(_ distances: Condensed<Scalar>) -> Dendrogram? {
        tree(SquareDistances(distances))
    }

    /// The same from all pairs.
    static func tree<Scalar>(_ distances: SquareDistances<Scalar>) -> Dendrogram? {
        let count = distances.count
        let merges = AverageLinkage.merges(distances)
        guard merges.count == max(count - 1, 0) else { return nil }
        return Dendrogram(leaves: count, merges: merges)
    }

    /// Returns one label for each of `vectors`: groups with a mean cosine similarity above `similarity` are merged.
    ///
    /// All labels equal those of `AgglomerativeClustering(metric="cosine", linkage="average", distance_threshold=1 -
    /// similarity)` in scikit-learn, which requires at least two vectors.
    package static func labels(of vectors: [[Float]], similarity: Double) -> [Int]? {
        tree(of: vectors)?.labels(below: 1 - similarity)
    }
}

/// Two groups that were merged, and their distance.
private struct Merge: Sendable, Equatable {
    /// One thing of each of the two groups.
    var first: Int
    var second: Int
    /// Mean distance of the pairs between the two groups.
    var distance: Double
}

/// Hierarchical clustering by average linkage (UPGMA), by the nearest-neighbor chain in O(n²).
///
/// The algorithm is that of F. Murtagh, "A survey of recent advances in hierarchical clustering algorithms" (1983), in
/// the form of D. Müllner, "Modern hierarchical, agglomerative clustering algorithms" (2011), section 3.2. Ties are
/// resolved as in `scipy.cluster.hierarchy.linkage`: the chain begins at the lowest group, a group prefers the one
/// before it in the chain, then the lowest, and the merged group keeps the higher of the two numbers.
private struct AverageLinkage<Scalar: BinaryFloatingPoint & Sendable> {
    private var distances: SquareDistances<Scalar>
    private var sizes: [Int]
    /// Remaining groups, ascending.
    private var living: [Int]
    private var chain: [Int] = []

    private init(_ distances: SquareDistances<Scalar>) {
        self.distances = distances
        sizes = Array(repeating: 1, count: distances.count)
        living = Array(0..<distances.count)
    }

    /// All `count - 1` merges, in the order in which the chain finds them; nil if the task was canceled.
    static func merges(_ distances: SquareDistances<Scalar>) -> [Merge] {
        var linkage = AverageLinkage(distances)
        var merges: [Merge] = []
        while linkage.living.count > 1 {
            if Task.isCancelled { return [] }
            merges.append(linkage.next())
        }
        return merges
    }

    /// Follows nearest neighbors until two are each other's, and merges them.
    private mutating func next() -> Merge {
        if chain.isEmpty { chain.append(living[0]) }
        while true {
            let end = chain[chain.count - 1]
            let before = chain.count > 1 ? chain[chain.count - 2] : nil
            let (neighbor, distance) = nearest(to: end, unless: before)
            if neighbor == before {
                chain.removeLast(2)
                return join(min(end, neighbor), max(end, neighbor), distance)
            }
            chain.append(neighbor)
        }
    }

    /// The nearest group; `preferred` wins every tie, and otherwise the lowest does.
    private func nearest(to group: Int, unless preferred: Int?) -> (group: Int, distance: Scalar) {
        let start = group * distances.count
        return distances.values.withUnsafeBufferPointer { values in
            var best = preferred ?? -1
            var least = preferred.map { values[start + $0] } ?? .infinity
            for other in living where other != group {
                let distance = values[start + other]
                if distance < least || best < 0 { (best, least) = (other, distance) }
            }
            return (best, least)
        }
    }

    /// Lance–Williams update for average linkage: the mean of both distances, weighted by the sizes.
    private mutating func join(_ low: Int, _ high: Int, _ distance: Scalar) -> Merge {
        let (lowSize, highSize) = (Scalar(sizes[low]), Scalar(sizes[high]))
        let count = distances.count
        let (lowRow, highRow) = (low * count, high * count)
        distances.values.withUnsafeMutableBufferPointer { values in
            for other in living where other != low && other != high {
                let sum = lowSize * values[lowRow + other] + highSize * values[highRow + other]
                let mean = sum / (lowSize + highSize)
                values[highRow + other] = mean
                values[other * count + high] = mean
            }
        }
        sizes[high] += sizes[low]
        if let place = living.firstIndex(of: low) { living.remove(at: place) }
        return Merge(first: low, second: high, distance: Double(distance))
    }
}

/// The tree of all merges, the nearest first.
package struct Dendrogram: Sendable {
    /// The number of things: the leaves, numbered from 0. Inner nodes follow in the order of their merges.
    let leaves: Int
    /// The two nodes below each inner node, the lower number first.
    private(set) var children: [(low: Int, high: Int)] = []
    /// The distance at which each inner node was made; never falls.
    package private(set) var distances: [Double] = []

    /// - Parameter merges: all merges, in any order in which a group is made before it is merged again.
    fileprivate init(leaves: Int, merges: [Merge]) {
        self.leaves = leaves
        var sets = DisjointSets(count: leaves)
        // Swift's sort is stable, so equal distances stay in the order in which they were found.
        for merge in merges.sorted(by: { $0.distance < $1.distance }) {
            let (first, second) = (sets.node(of: merge.first), sets.node(of: merge.second))
            children.append((min(first, second), max(first, second)))
            distances.append(merge.distance)
            sets.join(first, second)
        }
    }

    /// Returns one label for each thing: things merged at a distance below `threshold` share a label.
    ///
    /// Labels are 0… and numbered like those of scikit-learn's `AgglomerativeClustering`, where the numbers decide
    /// between groups of equal size: the top nodes are split one by one, the latest merge first, on a binary heap, and
    /// a group's label is its index in that heap.
    package func labels(below threshold: Double) -> [Int] {
        guard leaves > 0 else { return [] }
        let splits = distances.filter { $0 >= threshold }.count
        var labels = [Int](repeating: 0, count: leaves)
        for (label, top) in tops(after: splits).enumerated() { mark(top, label, in: &labels) }
        return labels
    }

    /// The top nodes after undoing the latest merges, in heap order.
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

/// Maps each thing to the tree node of its group (union–find with path halving).
private struct DisjointSets {
    private var parents: [Int]
    private var next: Int

    init(count: Int) {
        parents = Array(0..<max(2 * count - 1, 0))
        next = count
    }

    /// The latest node above `thing`.
    mutating func node(of thing: Int) -> Int {
        var node = thing
        while parents[node] != node {
            parents[node] = parents[parents[node]]
            node = parents[node]
        }
        return node
    }

    /// Puts a new node above two.
    mutating func join(_ first: Int, _ second: Int) {
        parents[first] = next
        parents[second] = next
        next += 1
    }
}

/// A binary heap with the largest number at index 0, in the same order as Python's `heapq` with all signs inverted:
/// labels of clusters are indices in it.
private struct MaxHeap {
    private(set) var items: [Int]

    init(_ first: Int) { items = [first] }

    var top: Int { items[0] }

    mutating func push(_ item: Int) {
        items.append(item)
        rise(from: items.count - 1, notAbove: 0)
    }

    /// Adds `item`, then removes the largest. If that is `item`, nothing changes.
    mutating func replaceTop(after item: Int) {
        guard items[0] > item else { return }
        items[0] = item
        sink()
    }

    private mutating func rise(from start: Int, notAbove limit: Int) {
        let item = items[start]
        var place = start
        while place > limit {
            let parent = (place - 1) / 2
            guard item > items[parent] else { break }
            items[place] = items[parent]
            place = parent
        }
        items[place] = item
    }

    /// Sinks along the larger children to the bottom, then rises again: fewer comparisons than stopping on the way, and
    /// a different order of the items.
    private mutating func sink() {
        let item = items[0]
        var place = 0
        while 2 * place + 1 < items.count {
            var child = 2 * place + 1
            if child + 1 < items.count, !(items[child] > items[child + 1]) { child += 1 }
            items[place] = items[child]
            place = child
        }
        items[place] = item
        rise(from: place, notAbove: 0)
    }
}
