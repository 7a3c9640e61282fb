/// The member of a group that is most like all others.
package enum Medoid {
    /// Place of the vector nearest in direction to the mean of `vectors`, which for vectors of length 1 is the one with
    /// the least sum of cosine distances to all others. Among equals the first; nil where there are none.
    package static func index(of vectors: [[Float]]) -> Int? {
        guard let dimensions = vectors.first?.count else { return nil }
        var sum = [Double](repeating: 0, count: dimensions)
        for vector in vectors {
            for place in 0..<min(dimensions, vector.count) { sum[place] += Double(vector[place]) }
        }
        let scores = vectors.map { vector in zip(vector, sum).reduce(0) { $0 + Double($1.0) * $1.1 } }
        return stableOrder(of: scores).first
    }
}
