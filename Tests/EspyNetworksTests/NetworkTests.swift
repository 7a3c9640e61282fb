import EspyNetworks
import EspySamples
import Testing

/// Small networks whose answers are known.
@Suite struct NetworkTests {
    private struct Node {
        let kind: String
        let inputs: [String]
        var integers: [String: [Int]] = [:]
    }

    /// A network with one node, or several in a row, from `x` to `y`.
    private func file(_ nodes: [Node], weights: [String: (shape: [Int], values: [Float])] = [:]) -> [UInt8] {
        ProtoWriter { model in
            model.message(7) { graph in
                for (index, node) in nodes.enumerated() {
                    graph.message(1) { writer in
                        for input in node.inputs { writer.text(1, input) }
                        writer.text(2, index == nodes.count - 1 ? "y" : "y\(index)")
                        writer.text(4, node.kind)
                        for (name, values) in node.integers {
                            writer.message(5) { attribute in
                                attribute.text(1, name)
                                for value in values { attribute.number(8, value) }
                            }
                        }
                    }
                }
                for (name, weight) in weights {
                    graph.message(5) { writer in
                        for length in weight.shape { writer.number(1, length) }
                        writer.number(2, 1)
                        writer.text(8, name)
                        writer.bytes(9, weight.values.flatMap { value in bytes(value.bitPattern) })
                    }
                }
                graph.message(11) { $0.text(1, "x") }
                graph.message(12) { $0.text(1, "y") }
            }
        }.bytes
    }

    private func bytes(_ bits: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } }

    private func network(_ file: [UInt8]) throws -> Network {
        try file.withUnsafeBytes { try Network(parsing: $0) }
    }

    private func values(_ shape: [Int], _ numbers: [Float]) -> Values {
        Values(shape: shape) { target in
            for (index, number) in numbers.enumerated() { target[index] = number }
        }
    }

    private static func random(_ count: Int, seed: UInt64) -> [Float] {
        var random = SampleRandom(seed: seed)
        return (0..<count).map { _ in Float(random.unit() * 2 - 1) }
    }

    /// A form of a layer with sides that are not multiples of what is calculated together.
    struct Layer: Sendable, CustomTestStringConvertible {
        var inputs = 5
        var outputs = 11
        var kernel = 3
        var stride = 1
        var pads = [1, 1, 1, 1]
        var isSeparate = false

        var testDescription: String { "\(inputs) to \(outputs), \(kernel), \(stride), \(pads), \(isSeparate)" }
    }

    @Test(
        arguments: [
            Layer(), Layer(kernel: 1, pads: [0, 0, 0, 0]), Layer(stride: 2), Layer(stride: 2, pads: [0, 0, 1, 1]),
            Layer(inputs: 13, outputs: 13, isSeparate: true),
            Layer(inputs: 8, outputs: 8, kernel: 5, stride: 2, isSeparate: true),
            Layer(outputs: 16, kernel: 5, pads: [2, 2, 2, 2]), Layer(outputs: 1),
            Layer(inputs: 16, outputs: 20), Layer(inputs: 20, outputs: 16, pads: [0, 1, 0, 1]),
        ])
    func layersAreSumsOfProducts(layer: Layer) throws {
        let (height, width) = (9, 7)
        let depth = layer.isSeparate ? 1 : layer.inputs
        let weights = Self.random(layer.outputs * depth * layer.kernel * layer.kernel, seed: 1)
        let bias = Self.random(layer.outputs, seed: 2)
        let network = try network(
            file(
                [
                    Node(
                        kind: "Conv", inputs: ["x", "w", "b"],
                        integers: [
                            "kernel_shape": [layer.kernel, layer.kernel], "strides": [layer.stride, layer.stride],
                            "pads": layer.pads, "group": [layer.isSeparate ? layer.inputs : 1],
                        ])
                ],
                weights: [
                    "w": ([layer.outputs, depth, layer.kernel, layer.kernel], weights), "b": ([layer.outputs], bias),
                ]))
        let pixels = Self.random(2 * layer.inputs * height * width, seed: 3)
        let found = try network.run([values([2, layer.inputs, height, width], pixels)])[0]
        let (rows, columns) = (found.shape[2], found.shape[3])
        #expect(rows == (height + layer.pads[0] + layer.pads[2] - layer.kernel) / layer.stride + 1)
        let numbers = found.numbers
        for (index, number) in numbers.enumerated() {
            let (column, row) = (index % columns, index / columns % rows)
            let (output, picture) = (index / columns / rows % layer.outputs, index / columns / rows / layer.outputs)
            var sum = bias[output]
            for input in 0..<depth {
                for y in 0..<layer.kernel {
                    for x in 0..<layer.kernel {
                        let (top, left) = (
                            row * layer.stride - layer.pads[0] + y, column * layer.stride - layer.pads[1] + x
                        )
                        guard (0..<height).contains(top), (0..<width).contains(left) else { continue }
                        let channel = picture * layer.inputs + (layer.isSeparate ? output : input)
                        sum +=
                            pixels[(channel * height + top) * width + left]
                            * weights[((output * depth + input) * layer.kernel + y) * layer.kernel + x]
                    }
                }
            }
            #expect(abs(number - sum) < 1e-4)
        }
    }

    @Test func functionsAreCalculatedWithTheLayerBeforeThem() throws {
        let layer = Node(kind: "Conv", inputs: ["x", "w"])
        let weights: [String: (shape: [Int], values: [Float])] = [
            "w": ([1, 1, 1, 1], [2]), "low": ([], [-1]), "high": ([], [3]),
        ]
        let pixels = values([1, 1, 1, 4], [-2, 0, 1, 2])
        let clip = try network(file([layer, Node(kind: "Clip", inputs: ["y0", "low", "high"])], weights: weights))
        #expect(try clip.run([pixels])[0].numbers == [-1, 0, 2, 3])
        let swish = try network(
            file(
                [layer, Node(kind: "Sigmoid", inputs: ["y0"]), Node(kind: "Mul", inputs: ["y0", "y1"])],
                weights: weights))
        let found = try swish.run([pixels])[0].numbers
        for (number, wanted) in zip(found, [-0.071_945, 0, 1.761_594, 3.928_055] as [Float]) {
            #expect(abs(number - wanted) < 1e-5)
        }
    }

    /// A view in another order is not taken for rows.
    @Test func turnedNumbersAreReadInTheirNewOrder() throws {
        let turned = try network(
            file(
                [
                    Node(kind: "Transpose", inputs: ["x"], integers: ["perm": [1, 0]]),
                    Node(kind: "Reshape", inputs: ["y0", "shape"]), Node(kind: "Add", inputs: ["y1", "more"]),
                ],
                weights: ["shape": ([1], [-1]), "more": ([1], [10])]))
        #expect(try turned.run([values([2, 3], [1, 2, 3, 4, 5, 6])])[0].numbers == [11, 14, 12, 15, 13, 16])
    }

    @Test func slicesGoBackwards() throws {
        let sliced = try network(
            file(
                [Node(kind: "Slice", inputs: ["x", "start", "end", "axis", "step"])],
                weights: ["start": ([1], [-1]), "end": ([1], [-9e18]), "axis": ([1], [0]), "step": ([1], [-2])]))
        let found = try sliced.run([values([5], [1, 2, 3, 4, 5])])[0]
        #expect(found.shape == [3])
        #expect(found.numbers == [5, 3, 1])
    }

    @Test func numbersThatDoNotFitAreAnError() throws {
        let sum = try network(file([Node(kind: "Add", inputs: ["x", "w"])], weights: ["w": ([2], [1, 2])]))
        #expect(throws: NetworkError.wrongShape("Add")) { try sum.run([values([3], [1, 2, 3])]) }
        #expect(throws: NetworkError.wrongShape("inputs")) { try sum.run([]) }
    }

    @Test func unknownOperatorsAreAnError() {
        #expect(throws: NetworkError.unknownOperator("Fly")) { try network(file([Node(kind: "Fly", inputs: ["x"])])) }
    }

    @Test func brokenFilesAreAnError() {
        let whole = file([Node(kind: "Add", inputs: ["x", "w"])], weights: ["w": ([2], [1, 2])])
        for count in 0..<whole.count {
            #expect(throws: NetworkError.malformed, "\(count) bytes") { try network(Array(whole.prefix(count))) }
        }
    }
}
