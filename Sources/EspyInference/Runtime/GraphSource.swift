import COpenVINO

/// Reads the file of a model of open sizes, holds its ports against its task, and compiles it.
struct GraphSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    /// Places of the named inputs and answers in the file.
    struct Ports: Sendable {
        let inputs: [Int]
        let outputs: [Int]
    }

    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    func compile() throws(InferenceError) -> (compiled: RuntimeHandle, ports: Ports) {
        let file = try ModelFile(path: path, core: core, id: entry.id)
        let (names, compiled) = try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in
            (try file.names(), try file.compile(options, core: core))
        }
        let wanted = entry.task.ports
        let inputs = wanted.inputs.compactMap(names.inputs.firstIndex)
        let outputs = wanted.outputs.compactMap(names.outputs.firstIndex)
        guard inputs.count == wanted.inputs.count, names.inputs.count == inputs.count,
            outputs.count == wanted.outputs.count
        else {
            throw .wrongShape(
                id: entry.id, expected: Self.text(wanted), found: Self.text((names.inputs, names.outputs)))
        }
        return (compiled, Ports(inputs: inputs, outputs: outputs))
    }

    private static func text(_ ports: (inputs: [String], outputs: [String])) -> String {
        "\(ports.inputs.joined(separator: ", ")) → \(ports.outputs.joined(separator: ", "))"
    }

}

extension ModelEntry.Task {
    /// What the file of a model of open sizes calls its inputs and its answers, in the order of
    /// ``GraphModel/run(_:)``.
    var ports: (inputs: [String], outputs: [String]) {
        switch self {
        case .seekerMaps: (["pixels"], ["maps"])
        case .seekerExample: (["maps", "boxes"], ["mean", "keys", "size"])
        case .seekerFind: (["maps", "mean", "keys", "size"], ["rows"])
        case .seekerPropose: (["maps"], ["rows"])
        case .seekerDescribe: (["maps", "boxes"], ["vectors"])
        default: ([], [])
        }
    }
}
