import Synchronization

/// A model that is loaded and ready. Any number of tasks may run it at the same time.
public final class Model: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    private let source: ModelSource
    /// Sizes of batch it can be compiled for, the largest first.
    private let batches: [Int]
    private let variants: Mutex<[Int: Variant]>

    init(_ source: ModelSource) throws(InferenceError) {
        entry = source.entry
        self.source = source
        batches = try source.batches()
        guard let smallest = batches.last else {
            throw .wrongShape(id: entry.id, expected: "a batch of at most 1024", found: "a larger one")
        }
        // What is wrong with a model shows here rather than when it is first run.
        variants = Mutex([smallest: try source.compile(batch: smallest)])
    }

    /// Whether the compiled model came from the cache folder.
    public var isFromCache: Bool { variants.withLock { $0.values.allSatisfy(\.isCached) } }

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
        let expected = source.inputShape(total)
        guard input.shape == expected, Tensor.count(of: expected) == input.values.count else {
            let found = "\(Tensor.text(of: input.shape)) with \(input.values.count) numbers"
            throw .wrongShape(id: entry.id, expected: Tensor.text(of: source.inputShape(-1)), found: found)
        }
        let shape = entry.output.shape(batch: total)
        var values: [Float] = []
        values.reserveCapacity(Tensor.count(of: shape) ?? 0)
        var start = 0
        while start < total {
            let batch = batches.first { $0 <= total - start } ?? batches[batches.count - 1]
            let count = min(batch, total - start)
            values += try answers(to: input, start..<start + count, in: try variant(batch))
            start += count
        }
        return [Tensor(shape: shape, values: values)]
    }

    private func variant(_ batch: Int) throws(InferenceError) -> Variant {
        // Whoever comes meanwhile waits: two would compile the same.
        try variants.withLock { (variants) throws(InferenceError) -> Variant in
            if let variant = variants[batch] { return variant }
            let variant = try source.compile(batch: batch)
            variants[batch] = variant
            return variant
        }
    }

    /// - Parameter pictures: which of the input, at most as many as the variant takes. The rest of its batch is zero.
    private func answers(
        to input: Tensor, _ pictures: Range<Int>, in variant: Variant
    ) throws(InferenceError) -> [Float] {
        let size = input.values.count / input.shape[0]
        let expected = entry.output.shape(batch: variant.batch)
        let wanted = (Tensor.count(of: expected) ?? 0) / variant.batch * pictures.count
        let (shape, values): ([Int], [Float])
        do throws(RuntimeFailure) {
            (shape, values) = try variant.run { target in
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
