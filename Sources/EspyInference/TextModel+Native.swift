// Not in the browser: no verb there takes a text.

/// A loaded model that maps a text to the space of an embedder's vectors. Any number of tasks may run it at the same
/// time.
public final class TextModel: Sendable {
    /// The model's entry in the manifest.
    public let entry: ModelEntry
    /// Path of its vocabulary.
    public let vocabularyPath: String
    private let source: TextSource
    private let compiled: CompiledModel

    init(_ source: TextSource, vocabularyPath: String) throws(InferenceError) {
        entry = source.entry
        self.vocabularyPath = vocabularyPath
        var source = source
        compiled = try InferenceError.blaming(entry.id) { try source.compile() }
        self.source = source
    }

    /// Runs the model on a text. Blocks the thread while the processor works: some hundredths of a second.
    ///
    /// - Parameter tokens: their numbers, including those for beginning and end; at most ``ModelInput/length``.
    /// - Returns: the vector, of any length except zero, with ``ModelOutput/columns`` numbers.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ tokens: [Int]) throws(InferenceError) -> [Float] {
        let length = entry.input.length
        guard (1...length).contains(tokens.count), tokens.allSatisfy((0..<entry.input.tokens).contains) else {
            throw .wrongShape(
                id: entry.id, expected: "up to \(length) tokens below \(entry.input.tokens)", found: "others")
        }
        let (shape, values) = try InferenceError.blaming(entry.id) {
            try compiled.run(integers: source.inputs(of: tokens)) { ($0, Array($1)) }
        }
        guard shape == [1, entry.output.columns], values.count == entry.output.columns else {
            throw .wrongShape(
                id: entry.id, expected: Tensor.text(of: [1, entry.output.columns]), found: Tensor.text(of: shape))
        }
        guard values.allSatisfy(\.isFinite) else { throw .notFinite(id: entry.id) }
        return values
    }

    /// Runs the model on two texts as a test. It must distinguish them: a model that misreads the numbers of its tokens
    /// gives all texts the same vector.
    ///
    /// - Throws: the errors of ``run(_:)``.
    public func tryOut() throws(InferenceError) {
        let last = entry.input.tokens - 1
        guard try run([last - 1, 0, last]) != run([last - 1, 1, last]) else {
            throw .wrongShape(id: entry.id, expected: "another answer to another text", found: "always the same")
        }
    }
}

/// Reads a text model's file, compares it with its manifest, and compiles it for one text of the full length.
struct TextSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions
    /// Index of the input for the tokens, and of the one for their mask.
    private var ids = 0
    private var mask: Int?

    init(entry: ModelEntry, path: String, core: RuntimeHandle, options: CompileOptions) {
        (self.entry, self.path, self.core, self.options) = (entry, path, core, options)
    }

    /// Name of the output in the files of CLIP's publishers.
    static let answerName = "text_embeds"

    mutating func compile() throws -> CompiledModel {
        let file = try ModelFile(path: path, core: core)
        let (inputs, names) = (try file.ports().inputs, try file.names())
        try choose(inputs, names.inputs)
        let (shape, wanted) = ([1, entry.input.length], [ids, mask].compactMap(\.self))
        for index in wanted where inputs[index] != shape { try file.reshapeInput(index, shape) }
        let (outputs, compiled) = (try file.ports().outputs, try file.compile(options, core: core))
        guard let answer = answer(outputs, names.outputs) else {
            throw wrongShape("1 x \(entry.output.columns)", outputs.map(Tensor.text).joined(separator: ", "))
        }
        return CompiledModel(batch: 1, answers: [answer], copies: [compiled])
    }

    private func wrongShape(_ expected: String, _ found: String) -> InferenceError {
        .wrongShape(id: entry.id, expected: expected, found: found.isEmpty ? "none" : found)
    }

    /// The tokens, padded with zeros. The model only looks back, so nothing after the end counts; and with zeros the
    /// end is at the largest number, which some files use to find it.
    func inputs(of tokens: [Int]) -> [Int: [Int]] {
        let rest = [Int](repeating: 0, count: entry.input.length - tokens.count)
        var inputs = [ids: tokens + rest]
        if let mask { inputs[mask] = tokens.map { _ in 1 } + rest }
        return inputs
    }

    /// Chooses the inputs. A file with both halves of a model also needs pictures, and is rejected like all others.
    private mutating func choose(_ shapes: [[Int]], _ names: [String]) throws {
        mask = names.firstIndex { $0.lowercased().contains("mask") }
        let others = names.indices.filter { $0 != mask }
        let isFit = shapes.allSatisfy { shape in
            shape.count == 2 && [1, -1].contains(shape[0]) && [entry.input.length, -1].contains(shape[1])
        }
        guard others.count == 1, isFit else {
            throw wrongShape(
                "tokens and perhaps a mask, ? x \(entry.input.length)",
                zip(names, shapes).map { "\($0) \(Tensor.text(of: $1))" }.joined(separator: ", "))
        }
        ids = others[0]
    }

    private func answer(_ shapes: [[Int]], _ names: [String]) -> Int? {
        let fit = shapes.indices.filter { index in
            let shape = shapes[index]
            return shape.count == 2 && [1, -1].contains(shape[0]) && [entry.output.columns, -1].contains(shape[1])
        }
        return fit.first { names[$0] == Self.answerName } ?? fit.first
    }
}
