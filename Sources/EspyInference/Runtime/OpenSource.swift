/// Reads the file of a model with open sides, holds its ports against the manifest or its task, and compiles it.
struct OpenSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// Numbers of an input up to which what a request has made for it is kept for the next one.
    private static let mostKept = 3 << 20

    /// - Returns: also how many inputs there are.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    func compile() throws(InferenceError) -> (compiled: CompiledModel, inputs: Int) {
        let file = try ModelFile(path: path, core: core, id: entry.id)
        let ports: Ports
        if entry.task.isGraph {
            ports = try named(
                try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in try file.names() })
        } else {
            ports = try shaped(
                try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in try file.ports() })
        }
        let copies = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) -> [RuntimeHandle] in
            var copies: [RuntimeHandle] = []
            for _ in 0..<options.use.copies { copies.append(try file.compile(options, core: core)) }
            return copies
        }
        // Tensors come in one size for each photo, and often; pictures in any.
        let compiled = CompiledModel(
            batch: 1, inputs: ports.inputs, answers: ports.answers, copies: copies,
            mostKept: entry.task.isGraph ? .max : Self.mostKept)
        return (compiled, ports.inputs.count)
    }

    private typealias Ports = (inputs: [Int], answers: [Int])

    /// The ports that have the names that the task knows.
    private func named(_ names: (inputs: [String], outputs: [String])) throws(InferenceError) -> Ports {
        let wanted = entry.task.ports
        let inputs = wanted.inputs.compactMap(names.inputs.firstIndex)
        let answers = wanted.outputs.compactMap(names.outputs.firstIndex)
        guard inputs.count == wanted.inputs.count, names.inputs.count == inputs.count,
            answers.count == wanted.outputs.count
        else {
            throw .wrongShape(
                id: entry.id, expected: Self.text(wanted), found: Self.text((names.inputs, names.outputs)))
        }
        return (inputs, answers)
    }

    private static func text(_ ports: (inputs: [String], outputs: [String])) -> String {
        "\(ports.inputs.joined(separator: ", ")) → \(ports.outputs.joined(separator: ", "))"
    }

    /// The one picture that goes in, and the first answer that has the shape that the manifest tells.
    private func shaped(_ ports: (inputs: [[Int]], outputs: [[Int]])) throws(InferenceError) -> Ports {
        let (inputs, outputs) = ports
        guard inputs.count == 1, Self.fits(inputs[0], input) else { throw wrongShape(input, inputs) }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, output) }) else {
            throw wrongShape(output, outputs)
        }
        return ([0], [answer])
    }

    private var input: [Int] { [-1, 3, entry.input.height > 0 ? entry.input.height : -1, -1] }

    private var output: [Int] {
        entry.output.kind == .textMap ? [-1, 1, -1, -1] : [-1, -1, entry.output.columns]
    }

    /// Open where the manifest leaves it open. What the answer has can often not be told before the model runs.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        guard found.count == expected.count else { return false }
        let isInput = expected.count == 4 && expected[1] == 3
        return zip(found, expected).enumerated().allSatisfy { index, pair in
            if isInput, index > 0 { return pair.0 == pair.1 }
            return pair.0 == pair.1 || pair.0 < 0 || pair.1 < 0
        }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }
}

extension ModelEntry.Task {
    /// What the file of a model of open sizes calls its inputs and its answers, in the order of
    /// ``OpenModel/run(_:)``.
    var ports: (inputs: [String], outputs: [String]) {
        switch self {
        case .seekerMaps: (["pixels"], ["maps"])
        case .seekerExample: (["maps", "boxes"], ["mean", "keys", "size"])
        case .seekerFind: (["maps", "mean", "keys", "size"], ["rows"])
        case .seekerPropose: (["maps"], ["rows"])
        case .seekerDescribe: (["maps", "boxes"], ["vectors"])
        case .outliner: (["windows"], ["masks"])
        default: ([], [])
        }
    }
}
