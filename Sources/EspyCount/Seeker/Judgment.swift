import Foundation

/// What was learned about finds: which explanation and which size to believe.
package struct Judgment: Sendable {
    let ranker: SmallNet?
    let recipes: RecipeJudgment

    /// - Parameters:
    ///   - ranker: nil: explanations are weighed by how many things they explain, and how well.
    ///   - recipes: nil: most finds say the size, and things of a recipe are taken to be there.
    init(ranker: SmallNet?, recipes: RecipeJudgment?) {
        (self.ranker, self.recipes) = (ranker, recipes ?? .plain)
    }

    /// Where nothing was learned.
    package init() { self.init(ranker: nil, recipes: nil) }
}

/// A small network of a few numbers: layers with tanh between them, one number at the end.
package struct SmallNet: Sendable, Codable, Equatable {
    /// What is taken away from each number, and what it is divided by then.
    package let center: [Double]
    package let scale: [Double]
    package let layers: [Layer]

    package struct Layer: Sendable, Codable, Equatable {
        /// One row for each number that comes out.
        package let weight: [[Double]]
        package let bias: [Double]

        package init(weight: [[Double]], bias: [Double]) { (self.weight, self.bias) = (weight, bias) }
    }

    package init(center: [Double], scale: [Double], layers: [Layer]) {
        (self.center, self.scale, self.layers) = (center, scale, layers)
    }

    /// Whether all parts fit together, `inputs` numbers in and one out.
    package func isWhole(inputs: Int) -> Bool {
        guard center.count == inputs, scale.count == inputs, scale.allSatisfy({ $0 != 0 }), !layers.isEmpty else {
            return false
        }
        var width = inputs
        for layer in layers {
            guard layer.weight.count == layer.bias.count, layer.weight.allSatisfy({ $0.count == width }) else {
                return false
            }
            width = layer.bias.count
        }
        return width == 1
    }

    package func value(_ inputs: [Double]) -> Double {
        var numbers = inputs.indices.map { (inputs[$0] - center[$0]) / scale[$0] }
        for (place, layer) in layers.enumerated() {
            let isLast = place == layers.count - 1
            numbers = zip(layer.weight, layer.bias).map { row, bias in
                let sum = zip(row, numbers).reduce(bias) { $0 + $1.0 * $1.1 }
                return isLast ? sum : tanh(sum)
            }
        }
        return numbers.first ?? 0
    }

    /// How likely each of several is: the softmax of their numbers.
    package static func softmax(_ values: [Double]) -> [Double] {
        let most = values.max() ?? 0
        let raw = values.map { exp($0 - most) }
        let sum = raw.reduce(0, +)
        return raw.map { $0 / sum }
    }
}

/// The similarity setting on the scale on which finds are cut.
package enum Similarity {
    /// Where the setting stands while the threshold is one half.
    package static let middle = 0.8
    private static let logitsPerUnit = 10.0

    /// By how much a setting moves the cut: higher counts fewer things.
    package static func shift(_ similarity: Double?) -> Double {
        similarity.map { ($0 - middle) * logitsPerUnit } ?? 0
    }

    /// The setting that moves the cut by so much, to a thousandth.
    package static func setting(shift: Double) -> Double {
        let setting = middle + shift / logitsPerUnit
        return (min(max(setting, 0), 1) * 1000).rounded() / 1000
    }
}
