extension Graph {
    /// The nodes that use each value; outputs are used by a node behind the last one.
    private var users: [[Int]] {
        var users = [[Int]](repeating: [], count: count)
        for (index, node) in nodes.enumerated() {
            for input in node.inputs.compactMap({ $0 }) { users[input].append(index) }
        }
        for output in outputs { users[output].append(nodes.count) }
        return users
    }

    /// Makes weights of constants, and of all that depends on nothing else.
    mutating func foldConstants() throws(NetworkError) {
        var rest: [Node] = []
        for node in nodes {
            if node.kind == "Constant", let value = node.attributes.value {
                weights[node.outputs[0]] = value
            } else if let kind = Operator(rawValue: node.kind), !node.inputs.isEmpty,
                node.inputs.allSatisfy({ $0.map { weights[$0] != nil } ?? true })
            {
                let given = Operands(node.inputs.map { $0.flatMap { weights[$0] } }, node.attributes, node.kind)
                for (number, value) in zip(node.outputs, try kind.run(given)) { weights[number] = value }
            } else {
                rest.append(node)
            }
        }
        nodes = rest
    }

    /// Lets layers add the zeros around their input that nodes before them add.
    mutating func foldPads() {
        let users = users
        var dropped: Set<Int> = []
        for (index, node) in nodes.enumerated() where node.kind == "Pad" && node.inputs.count > 1 {
            let layer = users[node.outputs[0]].first ?? nodes.count
            guard users[node.outputs[0]].count == 1, layer < nodes.count, nodes[layer].kind == "Conv",
                node.attributes.texts["mode"] ?? "constant" == "constant",
                node.inputs.count < 3 || node.inputs[2] == nil,
                let pads = node.inputs[1].flatMap({ weights[$0] })?.integers, pads.count == 8,
                pads.allSatisfy({ $0 >= 0 }), pads[0] + pads[1] + pads[4] + pads[5] == 0
            else { continue }
            nodes[layer].inputs[0] = node.inputs[0]
            nodes[layer].attributes.addPads([pads[2], pads[3], pads[6], pads[7]])
            dropped.insert(index)
        }
        nodes = nodes.indices.filter { !dropped.contains($0) }.map { nodes[$0] }
    }

    /// A function that is calculated together with the layer before it.
    struct Fusion {
        let activation: Convolution.Activation
        /// The output of the layer and the function.
        let output: Int
        /// The nodes of the function.
        let nodes: [Int]
    }

    /// The functions that follow layers, by the index of the layer.
    var fusions: [Int: Fusion] {
        let users = users
        var fusions: [Int: Fusion] = [:]
        for (index, node) in nodes.enumerated() where node.kind == "Conv" && !node.outputs.isEmpty {
            fusions[index] = fusion(after: node.outputs[0], users)
        }
        return fusions
    }

    private func fusion(after output: Int, _ users: [[Int]]) -> Fusion? {
        let indices = users[output]
        guard indices.allSatisfy({ $0 < nodes.count }) else { return nil }
        let next = indices.map { nodes[$0] }
        switch next.map({ $0.kind }) {
        case ["Relu"]: return Fusion(activation: .clip(0, .infinity), output: next[0].outputs[0], nodes: indices)
        case ["Clip"]:
            let bounds = next[0].inputs.dropFirst().compactMap { $0.flatMap { weights[$0] }?.numbers.first }
            guard bounds.count == 2 else { return nil }
            return Fusion(activation: .clip(bounds[0], bounds[1]), output: next[0].outputs[0], nodes: indices)
        case ["Sigmoid", "Mul"]:
            let gate = next[0].outputs[0]
            guard next[1].inputs.contains(gate), users[gate].count == 1 else { return nil }
            return Fusion(activation: .swish, output: next[1].outputs[0], nodes: indices)
        default: return nil
        }
    }
}
