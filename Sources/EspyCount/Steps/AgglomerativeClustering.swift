/// Groups things by the mean distance between their descriptions.
package enum AgglomerativeClustering {
    /// Up to this many vectors the distances are computed in double precision, as scikit-learn does.
    private static let exactLimit = 400

    /// The tree of all groups of `vectors`, by cosine distance and average linkage.
    ///
    /// - Parameters:
    ///   - vectors: of length 1 and of one dimension.
    ///   - precisely: whether to compute in double precision. Nil: for a few hundred vectors.
    /// - Returns: nil when the task was cancelled.
    package static func tree(of vectors: [[Float]], precisely: Bool? = nil) async -> Dendrogram? {
        if precisely ?? (vectors.count <= exactLimit) { return CosineDistances.exact(vectors).flatMap { tree($0) } }
        guard let distances = await CosineDistances.fast(vectors) else { return nil }
        return tree(distances)
    }

    /// The tree of all groups of things with the given distances, by average linkage. Nil when the task was cancelled.
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

    /// One label for each of `vectors`: groups whose mean cosine similarity is above `similarity` are one group.
    ///
    /// Equal in all labels to `AgglomerativeClustering(metric="cosine", linkage="average",
    /// distance_threshold=1 - similarity)` of scikit-learn, which asks for two vectors at least.
    package static func labels(of vectors: [[Float]], similarity: Double) async -> [Int]? {
        await tree(of: vectors)?.labels(below: 1 - similarity)
    }
}
