/// Distances between directions: 1 minus the cosine of the angle, 0 alike … 2 opposite.
package enum CosineDistances {
    /// Exactly as `scipy.spatial.distance.pdist(metric="cosine")`: everything in double precision, products summed up
    /// in order, cosines cut off at ±1. A vector of
    /// length 0, which has no direction, is at a right angle to all others. For a few hundred vectors; ``fast(_:)`` is for more.
    package static func exact(_ vectors: [[Float]]) -> Condensed<Double> {
        let rows = vectors.map { $0.map(Double.init) }
        let norms = rows.map { dot($0, $0).squareRoot() }
        var values: [Double] = []
        values.reserveCapacity(Condensed<Double>.pairs(rows.count))
        for first in rows.indices {
            for second in (first + 1)..<max(rows.count, first + 1) {
                let norm = norms[first] * norms[second]
                let cosine = norm > 0 ? dot(rows[first], rows[second]) / norm : 0
                values.append(1 - min(max(cosine, -1), 1))
            }
        }
        return Condensed(count: rows.count, values: values)
    }

    private static func dot(_ first: [Double], _ second: [Double]) -> Double {
        var sum = 0.0
        for index in 0..<min(first.count, second.count) { sum += first[index] * second[index] }
        return sum
    }

    /// The same in single precision, for vectors of length 1 and one dimension.
    ///
    /// Rows are shared out between processors. A cancelled task gets `nil`.
    package static func fast(_ vectors: [[Float]]) async -> Condensed<Float>? {
        let packed = PackedVectors(vectors)
        let pairs = Condensed<Float>.pairs(packed.count)
        let bands = packed.bands
        var values = [Float](repeating: 0, count: pairs)
        let isComplete = await withTaskGroup(of: (start: Int, part: [Float])?.self) { group in
            // Few at once: finished bands wait to be copied, and all of them would double the memory.
            var next = 0
            func start() {
                guard next < bands.count else { return }
                let band = bands[next]
                next += 1
                group.addTask { Task.isCancelled ? nil : (packed.pairsBefore(band.lowerBound), packed.distances(band)) }
            }
            for _ in 0..<4 { start() }
            while let answer = await group.next() {
                guard let done = answer else { return false }
                values.replaceSubrange(done.start..<(done.start + done.part.count), with: done.part)
                start()
            }
            return true
        }
        return isComplete ? Condensed(count: packed.count, values: values) : nil
    }
}
