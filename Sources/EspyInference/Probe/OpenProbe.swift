/// Finds out whether a file of weights is a model that finds or reads text, of the form of PaddleOCR's.
public struct OpenProbe {
    private let id: String
    private let path: String
    private let core: RuntimeHandle

    /// What the signs of a model are called among the texts of its file.
    public static let signs = "character"

    public init(id: String, path: String, runtime: InferenceRuntime) throws(InferenceError) {
        (self.id, self.path, self.core) = (id, path, try runtime.core())
    }

    /// - Returns: an entry that fits the file, without license and description; nil for a model of another kind.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    public func entry(file name: String) throws(InferenceError) -> ModelEntry? {
        let file = try ModelFile(path: path, core: core, id: id)
        let ports: (inputs: [[Int]], outputs: [[Int]])
        do throws(RuntimeFailure) { ports = try file.ports() } catch {
            throw .corruptModel(id: id, reason: error.text)
        }
        guard ports.inputs.count == 1, ports.inputs[0].count == 4, ports.inputs[0][1] == 3, ports.inputs[0][3] < 0
        else {
            return nil
        }
        let height = max(ports.inputs[0][2], 0)
        guard let output = ports.outputs.lazy.compactMap({ output($0, isLine: height > 0) }).first else { return nil }
        let entry = ModelEntry(
            id: id, task: output.kind.task, file: name, license: "", description: "",
            input: Self.input(height: height), output: output)
        if let reason = entry.objection() { throw .corruptModel(id: id, reason: reason) }
        if output.kind == .characters { try checkSigns(output.columns) }
        return entry
    }

    /// As PaddleOCR's models were trained.
    private static func input(height: Int) -> ModelInput {
        ModelInput(
            width: 0, height: height, colors: .bgr, resize: .stretch, scale: 1 / 255, mean: [0.5, 0.5, 0.5],
            std: [0.5, 0.5, 0.5])
    }

    private func output(_ shape: [Int], isLine: Bool) -> ModelOutput? {
        if isLine, shape.count == 3, shape[2] > 2 {
            return ModelOutput(kind: .characters, columns: shape[2], strides: [8])
        }
        guard !isLine, shape.count == 4, shape[1] == 1 || shape[1] < 0 else { return nil }
        return ModelOutput(kind: .textMap, columns: 1, strides: [32])
    }

    /// A file without its signs answers with numbers that mean nothing.
    private func checkSigns(_ columns: Int) throws(InferenceError) {
        let signs = ModelProperties(path: path)?.values[Self.signs]
        guard let signs else { throw .corruptModel(id: id, reason: "it does not say which signs it knows") }
        let count = signs.split(separator: "\n", omittingEmptySubsequences: false).count
        // The list may end with an empty line.
        guard (columns - 2...columns - 1).contains(count) else {
            throw .wrongShape(id: id, expected: "\(columns - 2) signs", found: "\(count)")
        }
    }
}
