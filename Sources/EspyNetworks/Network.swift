/// A network from an ONNX file, run on one core, with no library but this module: for browsers, where there is no
/// other runtime. It knows the operators that Espy's networks for counting have, for inputs of any size.
package struct Network {
    /// A node that is ready to run.
    private struct Step {
        let kind: Operator
        let inputs: [Int?]
        let outputs: [Int]
        let attributes: Graph.Attributes
        let convolution: Convolution?
        /// The values that no later step needs.
        var last: [Int] = []
    }

    private var steps: [Step] = []
    private let weights: [Int: Values]
    private let inputs: [Int]
    private let outputs: [Int]
    private let count: Int

    /// - Parameter bytes: the content of an ONNX file, which is not needed afterwards.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(NetworkError) {
        var graph = try Graph(parsing: bytes)
        (inputs, outputs, count) = (graph.inputs, graph.outputs, graph.count)
        try graph.foldConstants()
        graph.foldPads()
        var weights = graph.weights
        let fusions = graph.fusions
        let fused = Set(fusions.values.flatMap { $0.nodes })
        for (index, node) in graph.nodes.enumerated() where !fused.contains(index) {
            guard let kind = Operator(rawValue: node.kind) else { throw .unknownOperator(node.kind) }
            let fusion = fusions[index]
            steps.append(
                Step(
                    kind: kind, inputs: node.inputs, outputs: fusion.map { [$0.output] } ?? node.outputs,
                    attributes: node.attributes,
                    convolution: try Convolution(node, weights: graph.weights, fusion?.activation)))
            // The layer has a copy of its own.
            if kind == .conv, let own = node.inputs[1] { weights[own] = nil }
        }
        self.weights = weights
        markLastUses()
    }

    private mutating func markLastUses() {
        var seen = Set(outputs)
        for index in steps.indices.reversed() {
            for value in steps[index].inputs.compactMap({ $0 }) + steps[index].outputs
            where seen.insert(value).inserted && weights[value] == nil {
                steps[index].last.append(value)
            }
        }
    }

    /// Runs the network.
    ///
    /// - Parameter given: in the order of the file.
    /// - Returns: all outputs, in the order of the file.
    package func run(_ given: [Values]) throws(NetworkError) -> [Values] {
        guard given.count == inputs.count else { throw .wrongShape("inputs") }
        var values = [Values?](repeating: nil, count: count)
        for (number, weight) in weights { values[number] = weight }
        for (number, input) in zip(inputs, given) { values[number] = input }
        for step in steps {
            let operands = Operands(step.inputs.map { $0.flatMap { values[$0] } }, step.attributes, step.kind.rawValue)
            let results =
                if let convolution = step.convolution {
                    [try convolution.run(try operands[0])]
                } else {
                    try step.kind.run(operands)
                }
            for (number, result) in zip(step.outputs, results) { values[number] = result }
            for number in step.last { values[number] = nil }
        }
        var results: [Values] = []
        for number in outputs {
            guard let value = values[number] else { throw .malformed }
            results.append(value.inRows())
        }
        return results
    }
}

extension Convolution {
    /// The layer of a node; nil if the node is none, or its weights are no constants.
    fileprivate init?(
        _ node: Graph.Node, weights: [Int: Values], _ activation: Activation?
    ) throws(NetworkError) {
        guard node.kind == "Conv" else { return nil }
        let attributes = node.attributes
        guard node.inputs.count > 1, let kernel = node.inputs[1].flatMap({ weights[$0] }), kernel.shape.count == 4
        else {
            throw .unknownOperator("Conv without weights")
        }
        let groups = attributes.integer("group", else: 1)
        let isSeparate = groups > 1
        guard groups == 1 || groups == kernel.shape[0] && kernel.shape[1] == 1,
            attributes.integers["dilations", default: [1, 1]] == [1, 1]
        else { throw .unknownOperator("Conv with groups or gaps") }
        var form = try Form(attributes)
        form.kernel = (kernel.shape[2], kernel.shape[3])
        let bias = node.inputs.count > 2 ? node.inputs[2].flatMap { weights[$0] } : nil
        self.init(kernel, bias: bias, form: form, isSeparate: isSeparate)
        self.activation = activation ?? .none
    }
}

extension Convolution.Form {
    init(_ attributes: Graph.Attributes) throws(NetworkError) {
        let kernel = attributes.integers["kernel_shape", default: [1, 1]]
        let strides = attributes.integers["strides", default: [1, 1]]
        let pads = attributes.integers["pads", default: [0, 0, 0, 0]]
        guard kernel.count == 2, strides.count == 2, pads.count == 4, (kernel + strides).allSatisfy({ $0 > 0 }) else {
            throw .unknownOperator("a form of other dimensions")
        }
        self.init(
            kernel: (kernel[0], kernel[1]), strides: (strides[0], strides[1]),
            pads: (pads[0], pads[1], pads[2], pads[3]))
    }
}
