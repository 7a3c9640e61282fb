/// A model that puts a text into the space of an embedder's vectors: loaded and ready. Any number of tasks may run it at
/// the same time.
public final class TextModel: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where its vocabulary is.
    public let vocabularyPath: String
    private let source: TextSource
    private let compiled: CompiledModel

    init(_ source: TextSource, vocabularyPath: String) throws(InferenceError) {
        entry = source.entry
        self.vocabularyPath = vocabularyPath
        var source = source
        compiled = try source.compile()
        self.source = source
    }

    /// Shows the model a text. Blocks the thread while the processor works: some hundredths of a second.
    ///
    /// - Parameter tokens: their numbers, those for beginning and end included; at most ``ModelInput/length``.
    /// - Returns: the vector, of any length other than zero, with as many numbers as ``ModelOutput/columns``.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ tokens: [Int]) throws(InferenceError) -> [Float] {
        let length = entry.input.length
        guard (1...length).contains(tokens.count), tokens.allSatisfy((0..<entry.input.tokens).contains) else {
            throw .wrongShape(
                id: entry.id, expected: "up to \(length) tokens below \(entry.input.tokens)", found: "others")
        }
        let (shape, values): ([Int], [Float])
        do throws(RuntimeFailure) {
            (shape, values) = try compiled.run(integers: source.inputs(of: tokens)) { ($0, Array($1)) }
        } catch {
            throw .corruptModel(id: entry.id, reason: error.text)
        }
        guard shape == [1, entry.output.columns], values.count == entry.output.columns else {
            throw .wrongShape(
                id: entry.id, expected: Tensor.text(of: [1, entry.output.columns]), found: Tensor.text(of: shape))
        }
        guard values.allSatisfy(\.isFinite) else { throw .notFinite(id: entry.id) }
        return values
    }

    /// Runs the model on two texts, which it has to tell apart: one that reads its numbers in another way than they are
    /// written takes all texts for the same.
    ///
    /// - Throws: what ``run(_:)`` throws.
    public func tryOut() throws(InferenceError) {
        let last = entry.input.tokens - 1
        guard try run([last - 1, 0, last]) != run([last - 1, 1, last]) else {
            throw .wrongShape(id: entry.id, expected: "another answer to another text", found: "always the same")
        }
    }
}
