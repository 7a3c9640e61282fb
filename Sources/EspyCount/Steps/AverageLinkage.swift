/// Which groups were joined, and at what distance.
package struct Merge: Sendable, Equatable {
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
/// decided as `scipy.cluster.hierarchy.linkage` decides them: the chain begins at the lowest group, a group prefers
/// the one before it in the chain, then the lowest, and the joined group goes on under the higher of the two numbers.
struct AverageLinkage<Scalar: BinaryFloatingPoint & Sendable> {
    private var distances: SquareDistances<Scalar>
    private var sizes: [Int]
    /// Groups that are left, ascending.
    private var living: [Int]
    private var chain: [Int] = []

    private init(_ distances: SquareDistances<Scalar>) {
        self.distances = distances
        sizes = Array(repeating: 1, count: distances.count)
        living = Array(0..<distances.count)
    }

    /// All `count - 1` merges, in the order in which the chain finds them. A cancelled task gets none.
    static func merges(_ distances: SquareDistances<Scalar>) -> [Merge] {
        var linkage = AverageLinkage(distances)
        var merges: [Merge] = []
        while linkage.living.count > 1 {
            if Task.isCancelled { return [] }
            merges.append(linkage.next())
        }
        return merges
    }

    /// Follows nearest neighbors until two are each other's, and joins them.
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

    /// The nearest group, where `preferred` wins every tie and among the others the lowest does.
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
