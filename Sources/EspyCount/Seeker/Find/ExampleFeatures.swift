import EspyInference
import Foundation

/// What an example looks like, one or several as one.
package struct ExampleFeatures: Sendable, Equatable {
    /// One number for each channel of the maps.
    package let mean: [Float]
    /// For each channel one for each of nine parts; each part has length 1.
    package let keys: [Float]
    /// Natural logarithms of width and height over ``SeekerScale/normalSide``.
    package let size: [Float]

    /// Parts of an example, three across and three down.
    static let parts = 9

    init(mean: [Float], keys: [Float], size: [Float]) {
        (self.mean, self.keys, self.size) = (mean, keys, size)
    }

    /// Several examples as one.
    ///
    /// - Returns: nil for none.
    init?(_ examples: [ExampleFeatures]) {
        guard let first = examples.first else { return nil }
        if examples.count == 1 {
            self = first
            return
        }
        func mean(_ path: KeyPath<ExampleFeatures, [Float]>) -> [Float] {
            var sum = first[keyPath: path]
            for other in examples.dropFirst() {
                for (index, value) in other[keyPath: path].enumerated() { sum[index] += value }
            }
            return sum.map { $0 / Float(examples.count) }
        }
        self.init(mean: mean(\.mean), keys: Self.normalized(mean(\.keys)), size: mean(\.size))
    }

    /// With each part at length 1.
    private static func normalized(_ keys: [Float]) -> [Float] {
        var result = keys
        for part in 0..<parts {
            let places = stride(from: part, to: keys.count, by: parts)
            let length = places.reduce(Float(0)) { $0 + keys[$1] * keys[$1] }.squareRoot()
            if length > 0 { for place in places { result[place] /= length } }
        }
        return result
    }

    /// What the parts have in common, at length 1: things alike have nearly the same.
    var likeness: [Float] {
        let channels = keys.count / Self.parts
        let sums = (0..<channels).map { channel in
            keys[(channel * Self.parts)..<((channel + 1) * Self.parts)].reduce(0, +)
        }
        let length = sums.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sums.map { $0 / length } : sums
    }
}
