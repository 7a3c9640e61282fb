/// Finds out what a file of weights is that is said to be a model of texts: how long they may be, and its answer.
public struct TextProbe {
    private let id: String
    private let path: String
    private let core: RuntimeHandle

    /// What nearly all models of the kind were trained for, where the file leaves the length open.
    private static let usualLength = 77

    public init(id: String, path: String, runtime: InferenceRuntime) throws(InferenceError) {
        (self.id, self.path, self.core) = (id, path, try runtime.core())
    }

    /// Whether a file wants a text; nothing is said of whether it can do something with it.
    public func isText() throws(InferenceError) -> Bool {
        let file = try ModelFile(path: path, core: core, id: id)
        return try InferenceError.blaming(id) { () throws(RuntimeFailure) in
            try file.ports().inputs.allSatisfy { $0.count == 2 }
        }
    }

    /// - Parameters:
    ///   - vocabulary: the file that lies beside it, or will.
    ///   - tokens: how many that file has.
    ///   - space: see ``ModelEntry/space``.
    /// - Returns: an entry that fits the file, without license and description.
    /// - Throws: ``InferenceError/corruptModel(id:reason:)``, ``InferenceError/wrongShape(id:expected:found:)``
    public func entry(
        file name: String, vocabulary: ModelVocabulary, tokens: Int, space: String
    ) throws(InferenceError) -> ModelEntry {
        let file = try ModelFile(path: path, core: core, id: id)
        let (ports, names) = try InferenceError.blaming(id) { () throws(RuntimeFailure) in
            (try file.ports(), try file.names())
        }
        let length = ports.inputs.lazy.compactMap { $0.count == 2 && $0[1] > 0 ? $0[1] : nil }.first
        let answers = ports.outputs.indices.filter { ports.outputs[$0].count == 2 && ports.outputs[$0][1] > 1 }
        guard let answer = answers.first(where: { names.outputs[$0] == TextSource.answerName }) ?? answers.first else {
            throw .wrongShape(
                id: id, expected: "an answer of ? x numbers",
                found: ports.outputs.map(Tensor.text).joined(separator: ", "))
        }
        let entry = ModelEntry(
            id: id, task: .text, file: name, license: "", description: "", vocabulary: vocabulary, space: space,
            input: ModelInput(length: length ?? Self.usualLength, tokens: tokens),
            output: ModelOutput(kind: .textEmbedding, columns: ports.outputs[answer][1]))
        if let reason = entry.objection() { throw .corruptModel(id: id, reason: reason) }
        return entry
    }

}
