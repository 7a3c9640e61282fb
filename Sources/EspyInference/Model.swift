/// A loaded model. Any number of tasks may run it at the same time.
public final class Model: Sendable {
    /// The model's entry in the manifest.
    public let entry: ModelEntry
    private let answer: @Sendable (Tensor) throws(InferenceError) -> [Tensor]
    private let restWork: @Sendable () -> Void

    convenience init(_ source: ModelSource) throws(InferenceError) {
        let pictures = PictureModel(
            entry: source.entry, compiled: try InferenceError.blaming(source.entry.id) { try source.compile() })
        self.init(entry: source.entry) {
            pictures.compiled.rest()
        } answer: { (input) throws(InferenceError) in
            try pictures.run(input)
        }
    }

    /// A model without a file, with the behavior of ``run(_:)``.
    package init(
        entry: ModelEntry, rest: @escaping @Sendable () -> Void = {},
        answer: @escaping @Sendable (Tensor) throws(InferenceError) -> [Tensor]
    ) {
        (self.entry, restWork, self.answer) = (entry, rest, answer)
    }

    /// See ``OpenModel/rest()``.
    package func rest() { restWork() }

    /// Runs the model on a batch of pictures.
    ///
    /// Blocks the thread while the processor works: some milliseconds for a small model, up to a tenth of a second for
    /// a large one on a large picture. Batches of any size are split into pieces that the model accepts.
    /// - Parameter input: `[N, 3, height, width]` as in ``ModelEntry/input``, already scaled.
    /// - Returns: the output, with the shape of ``ModelEntry/output``.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ input: Tensor) throws(InferenceError) -> [Tensor] { try answer(input) }

    /// Runs the model once, as a test.
    /// - Throws: the errors of ``run(_:)``.
    public func tryOut() throws(InferenceError) { _ = try run(entry.input.testPattern) }
}

/// A compiled model that takes batches of pictures.
private struct PictureModel: Sendable {
    let entry: ModelEntry
    let compiled: CompiledModel

    func run(_ input: Tensor) throws(InferenceError) -> [Tensor] {
        let total = input.shape.first ?? 0
        let expected = [total, 3, entry.input.height, entry.input.width]
        guard input.shape == expected, Tensor.count(of: expected) == input.values.count else {
            let found = "\(Tensor.text(of: input.shape)) with \(input.values.count) numbers"
            throw .wrongShape(id: entry.id, expected: Tensor.text(of: [-1] + expected.dropFirst()), found: found)
        }
        let shape = entry.output.shape(batch: total)
        var values: [Float] = []
        values.reserveCapacity(Tensor.count(of: shape) ?? 0)
        for start in stride(from: 0, to: total, by: compiled.batch) {
            values += try answers(to: input, start..<min(start + compiled.batch, total))
        }
        return [Tensor(shape: shape, values: values)]
    }

    /// - Parameter pictures: the pictures of the input to run, at most as many as fit into a batch. The rest of the
    ///   batch is zero.
    private func answers(to input: Tensor, _ pictures: Range<Int>) throws(InferenceError) -> [Float] {
        let size = input.values.count / input.shape[0]
        let expected = entry.output.shape(batch: compiled.batch)
        let wanted = (Tensor.count(of: expected) ?? 0) / compiled.batch * pictures.count
        let (shape, values) = try InferenceError.blaming(entry.id) {
            try compiled.run { target in
                let numbers = input.values[pictures.lowerBound * size..<pictures.upperBound * size]
                let end = target.update(fromContentsOf: numbers.prefix(target.count))
                target[end...].update(repeating: 0)
            } take: { shape, found in
                (shape, Array(found.prefix(wanted)))
            }
        }
        guard shape == expected else {
            throw .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: shape))
        }
        guard values.areFinite else { throw .notFinite(id: entry.id) }
        return values
    }
}

/// Reads a model's file, compares it with its manifest, and compiles it.
struct ModelSource: Sendable {
    let entry: ModelEntry
    let path: String
    let core: RuntimeHandle
    let options: CompileOptions

    func compile() throws -> CompiledModel {
        let file = try ModelFile(path: path, core: core)
        let batch = try batch(for: try file.ports().inputs)
        let expected = entry.output.shape(batch: batch)
        let copies = try self.copies(of: file, batch: batch)
        let outputs = try file.ports().outputs
        guard let answer = outputs.firstIndex(where: { Self.fits($0, expected) }) else {
            throw wrongShape(expected, outputs)
        }
        return CompiledModel(batch: batch, answers: [answer], copies: copies) {
            try self.copies(of: try ModelFile(path: path, core: core), batch: batch)
        }
    }

    private func copies(of file: borrowing ModelFile, batch: Int) throws -> [RuntimeHandle] {
        if try file.ports().inputs != [inputShape(batch)] { try file.reshape(inputShape(batch)) }
        return try file.copies(options, core: core)
    }

    /// The number of pictures in a batch.
    private func batch(for inputs: [[Int]]) throws -> Int {
        guard inputs.count == 1, Self.fits(inputs[0], inputShape(-1)) else { throw wrongShape(inputShape(-1), inputs) }
        let fixed = inputs[0][0]
        guard fixed <= Self.largest else {
            throw InferenceError.wrongShape(
                id: entry.id, expected: "a batch of at most \(Self.largest)", found: "a larger one")
        }
        if fixed > 0 { return fixed }
        // Large pictures one at a time, to save memory; small ones in blocks, for speed. The size is always the same,
        // because each would need its own compiled model.
        return 3 * entry.input.width * entry.input.height <= Self.small ? options.use.batch : 1
    }

    /// The largest batch size of a model.
    private static let largest = 1024
    /// Pictures with up to this many numbers run in blocks.
    private static let small = 1 << 17

    private func inputShape(_ batch: Int) -> [Int] { [batch, 3, entry.input.height, entry.input.width] }

    /// Whether two shapes are equal, where both are known.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        found.count == expected.count && zip(found, expected).allSatisfy { $0 == $1 || $0 < 0 || $1 < 0 }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }
}
