/// A loaded model. Any number of tasks may run it at the same time.
public final class Model: Sendable {
    /// The model's entry in the manifest.
    public let entry: ModelEntry
    private let answer: @Sendable (Tensor) throws(InferenceError) -> [Tensor]
    private let restWork: @Sendable () -> Void

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

/// Runs one batch of the size that a model was compiled for: fills the input, and passes shape and numbers of the
/// output, which are valid only inside `take`.
package typealias BatchWork =
    @Sendable (
        _ fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        _ take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Void
    ) throws(InferenceError) -> Void

extension Model {
    /// A model that takes batches of `batch` pictures: others are split, and padded with zeros.
    package convenience init(
        entry: ModelEntry, batch: Int, rest: @escaping @Sendable () -> Void = {}, work: @escaping BatchWork
    ) {
        let pictures = PictureModel(entry: entry, batch: batch, work: work)
        self.init(entry: entry, rest: rest) { (input) throws(InferenceError) in try pictures.run(input) }
    }
}

/// A model that takes batches of pictures of one size.
private struct PictureModel: Sendable {
    let entry: ModelEntry
    let batch: Int
    let work: BatchWork

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
        for start in stride(from: 0, to: total, by: batch) {
            values += try answers(to: input, start..<min(start + batch, total))
        }
        return [Tensor(shape: shape, values: values)]
    }

    /// - Parameter pictures: the pictures of the input to run, at most as many as fit into a batch. The rest of the
    ///   batch is zero.
    private func answers(to input: Tensor, _ pictures: Range<Int>) throws(InferenceError) -> [Float] {
        let size = input.values.count / input.shape[0]
        let expected = entry.output.shape(batch: batch)
        let wanted = (Tensor.count(of: expected) ?? 0) / batch * pictures.count
        var (shape, values): ([Int], [Float]) = ([], [])
        try work { target in
            let numbers = input.values[pictures.lowerBound * size..<pictures.upperBound * size]
            let end = target.update(fromContentsOf: numbers.prefix(target.count))
            target[end...].update(repeating: 0)
        } _: { found, answer in
            (shape, values) = (found, Array(answer.prefix(wanted)))
        }
        guard shape == expected else {
            throw .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: shape))
        }
        guard values.areFinite else { throw .notFinite(id: entry.id) }
        return values
    }
}
