/// Distances between directions: 1 minus the cosine of the angle, 0 alike … 2 opposite.
package enum CosineDistances {
    /// Exactly as `scipy.spatial.distance.pdist(metric="cosine")`: everything in double precision, the products of
    /// each pair summed up in order, cosines cut off at ±1.
    ///
    /// A vector of length 0, which has no direction, is at a right angle to all others. For a few hundred vectors;
    /// ``fast(_:)`` is for more. A cancelled task gets `nil`.
    package static func exact(_ vectors: [[Float]]) -> Condensed<Double>? {
        let columns = Columns(vectors)
        let norms = (0..<vectors.count).map { columns.products(of: $0, from: $0)[0].squareRoot() }
        var values: [Double] = []
        values.reserveCapacity(Condensed<Double>.pairs(vectors.count))
        for first in vectors.indices.dropLast() {
            if Task.isCancelled { return nil }
            for (offset, product) in columns.products(of: first, from: first + 1).enumerated() {
                let norm = norms[first] * norms[first + 1 + offset]
                values.append(1 - (norm > 0 ? min(max(product / norm, -1), 1) : 0))
            }
        }
        return Condensed(count: vectors.count, values: values)
    }

    /// Vectors side by side, one dimension after the other: sums of many pairs grow at once, each in its own order.
    private struct Columns {
        let count: Int
        let dimensions: Int
        let values: [Double]

        init(_ vectors: [[Float]]) {
            count = vectors.count
            dimensions = vectors.map(\.count).max() ?? 0
            var values = [Double](repeating: 0, count: count * dimensions)
            for (column, vector) in vectors.enumerated() {
                for (dimension, value) in vector.enumerated() { values[dimension * count + column] = Double(value) }
            }
            self.values = values
        }

        /// Dot products of one vector with all from `start` on.
        func products(of vector: Int, from start: Int) -> [Double] {
            [Double](unsafeUninitializedCapacity: count - start) { sums, initialized in
                values.withUnsafeBufferPointer { values in
                    sums.initialize(repeating: 0)
                    for dimension in 0..<dimensions {
                        let row = dimension * count
                        let factor = values[row + vector]
                        for index in 0..<(count - start) { sums[index] += factor * values[row + start + index] }
                    }
                }
                initialized = count - start
            }
        }
    }

    /// The same in single precision, for vectors of length 1 and one dimension.
    ///
    /// Rows are shared out between processors. A cancelled task gets `nil`.
    static func fast(_ vectors: [[Float]]) async -> SquareDistances<Float>? {
        let packed = PackedVectors(vectors)
        let bands = packed.bands
        return await withTaskGroup(of: (rows: Range<Int>, pairs: [Float])?.self) { group in
            var square = SquareDistances<Float>(count: packed.count)
            var next = 0
            func start() {
                guard next < bands.count else { return }
                let band = bands[next]
                next += 1
                group.addTask { Task.isCancelled ? nil : (band, packed.distances(band)) }
            }
            // Few at once: finished bands wait to be copied, and all of them would be half the matrix again.
            for _ in 0..<4 { start() }
            while let answer = await group.next() {
                guard let band = answer else { return nil }
                square.fill(rows: band.rows, with: band.pairs)
                start()
            }
            square.mirror()
            return square
        }
    }
}
