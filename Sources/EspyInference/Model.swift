/// A model that is loaded and ready. Any number of tasks may run it at the same time.
public final class Model: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    private let compiled: CompiledModel

    init(_ source: ModelSource) throws(InferenceError) {
        entry = source.entry
        compiled = try source.compile()
    }

    /// Whether the compiled model came from the cache folder.
    public var isFromCache: Bool { compiled.isCached }

    /// Shows the model a batch of pictures.
    ///
    /// Blocks the thread while the processor works: some milliseconds for a small model, up to a tenth of a second for a
    /// large one on a large picture. Batches of any size are cut into pieces that the model takes.
    /// - Parameter input: `[N, 3, height, width]` as ``ModelEntry/input`` says, already scaled.
    /// - Returns: the answer, of the shape that ``ModelEntry/output`` says.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ input: Tensor) throws(InferenceError) -> [Tensor] {
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

    /// - Parameter pictures: which of the input, at most as many as are taken at once. The rest of the batch is zero.
    private func answers(to input: Tensor, _ pictures: Range<Int>) throws(InferenceError) -> [Float] {
        let size = input.values.count / input.shape[0]
        let expected = entry.output.shape(batch: compiled.batch)
        let wanted = (Tensor.count(of: expected) ?? 0) / compiled.batch * pictures.count
        let (shape, values): ([Int], [Float])
        do throws(RuntimeFailure) {
            (shape, values) = try compiled.run { target in
                let numbers = input.values[pictures.lowerBound * size..<pictures.upperBound * size]
                let end = target.update(fromContentsOf: numbers.prefix(target.count))
                target[end...].update(repeating: 0)
            } take: { shape, found in
                (shape, Array(found.prefix(wanted)))
            }
        } catch {
            throw .corruptModel(id: entry.id, reason: error.text)
        }
        guard shape == expected else {
            throw .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: shape))
        }
        guard Self.isFinite(values) else { throw .notFinite(id: entry.id) }
        return values
    }

    /// A number minus itself is 0, unless it is infinite or none.
    private static func isFinite(_ values: [Float]) -> Bool { values.reduce(0) { $0 + ($1 - $1) } == 0 }
}
