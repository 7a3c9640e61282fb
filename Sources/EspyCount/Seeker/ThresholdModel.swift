import CMath
package import EspyBase

/// Learned weights that decide which explanation and which size to believe.
package struct ThresholdModel: Sendable {
    let ranker: MLP?
    let recipes: RecipeJudgment

    /// - Parameters:
    ///   - ranker: nil: explanations are ranked by how many things they explain, and how well.
    ///   - recipes: nil: the size with the most finds wins, and things of a recipe are assumed to be there.
    init(ranker: MLP?, recipes: RecipeJudgment?) {
        (self.ranker, self.recipes) = (ranker, recipes ?? .plain)
    }

    /// Without learned weights.
    package init() { self.init(ranker: nil, recipes: nil) }
}

/// A small network: layers with tanh between them, and one output.
package struct MLP: Sendable, Equatable {
    /// The mean of each input, subtracted first, and the scale, by which it is then divided.
    package let center: [Double]
    package let scale: [Double]
    package let layers: [Layer]

    package struct Layer: Sendable, Equatable {
        /// One row for each output.
        package let weight: [[Double]]
        package let bias: [Double]

        package init(weight: [[Double]], bias: [Double]) { (self.weight, self.bias) = (weight, bias) }
    }

    package init(center: [Double], scale: [Double], layers: [Layer]) {
        (self.center, self.scale, self.layers) = (center, scale, layers)
    }

    /// Whether all layers fit together, with `inputs` inputs and one output.
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

    /// The chance of each of several values: their softmax.
    package static func softmax(_ values: [Double]) -> [Double] {
        let most = values.max() ?? 0
        let raw = values.map { exp($0 - most) }
        let sum = raw.reduce(0, +)
        return raw.map { $0 / sum }
    }
}

/// Converts between the similarity setting and the threshold's shift in logits.
package enum Similarity {
    /// The setting at which the threshold is one half.
    package static let middle = 0.8
    private static let logitsPerUnit = 10.0

    /// The shift for a setting: higher ones count fewer things.
    package static func shift(_ similarity: Double?) -> Double {
        similarity.map { ($0 - middle) * logitsPerUnit } ?? 0
    }

    /// The setting for a shift, to a thousandth.
    package static func setting(shift: Double) -> Double {
        let setting = middle + shift / logitsPerUnit
        return (min(max(setting, 0), 1) * 1000).rounded() / 1000
    }
}

extension MLP: JSONConvertible {
    package var json: JSONValue {
        JSONValue(["center": center.json, "scale": scale.json, "layers": layers.json])
    }

    package init(json: JSONValue) throws(JSONError) {
        self.init(
            center: try json.value("center"), scale: try json.value("scale"), layers: try json.value("layers"))
    }
}

extension MLP.Layer: JSONConvertible {
    package var json: JSONValue { JSONValue(["weight": weight.json, "bias": bias.json]) }

    package init(json: JSONValue) throws(JSONError) {
        self.init(weight: try json.value("weight"), bias: try json.value("bias"))
    }
}
