/// A model whose inputs have open sizes, loaded and ready: one that takes a picture of any size, or one that answers
/// several tensors with several. Any number of tasks may run it at the same time.
public final class OpenModel: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry
    /// Where its file is.
    public let path: String
    /// Where the numbers that go along with it are; nil where there are none.
    public let parametersPath: String?
    private let compiled: CompiledModel
    /// How many inputs it has.
    private let count: Int

    /// The most pixels that a picture may have.
    public static let mostPixels = 1 << 24

    init(_ source: OpenSource, parametersPath: String?) throws(InferenceError) {
        (entry, path, self.parametersPath) = (source.entry, source.path, parametersPath)
        (compiled, count) = try source.compile()
    }

    /// Shows the model one picture. Blocks the thread while the processor works, and gives up within a few hundredths of
    /// a second when the task that calls it is cancelled.
    ///
    /// - Parameters:
    ///   - height, width: of the picture, in pixels.
    ///   - fill: writes the picture, as ``ModelEntry/input`` says: `3 * height * width` numbers.
    ///   - take: reads the answer, which is valid inside of it alone: `[1, 1, height, width]` of a map, `[1, steps,
    ///     columns]` of characters. Its numbers may be anything, infinite ones and those that are none included.
    /// - Returns: nil when it was given up.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public func run<Result>(
        height: Int, width: Int, fill: (UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shape: [Int], UnsafeBufferPointer<Float>) -> Result
    ) throws(InferenceError) -> Result? {
        let (pixels, overflow) = height.multipliedReportingOverflow(by: width)
        guard height > 0, width > 0, !overflow, pixels <= Self.mostPixels else {
            throw .wrongShape(id: entry.id, expected: "a picture", found: "\(width) x \(height) pixels")
        }
        var found: [Int] = []
        let result = try answer([[1, 3, height, width]]) { _, numbers in
            fill(numbers)
        } take: { shapes, answers -> Result? in
            found = shapes[0]
            return isFit(found, height: height, width: width, answers[0].count) ? take(found, answers[0]) : nil
        }
        guard let result else { return nil }
        guard let result else {
            throw .wrongShape(id: entry.id, expected: expected(height, width), found: Tensor.text(of: found))
        }
        return result
    }

    /// Runs the model on tensors. Blocks the thread, and gives up, as ``run(height:width:fill:take:)`` does.
    ///
    /// - Parameter inputs: in the order that the task fixes: pixels; maps and boxes; maps, mean, keys and size; maps;
    ///   windows.
    /// - Returns: all answers, in the order that the task fixes; nil when it was given up.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ inputs: [Tensor]) throws(InferenceError) -> [Tensor]? {
        guard inputs.count == count, inputs.allSatisfy({ CompiledModel.takes($0.shape, $0.values.count) }) else {
            throw .wrongShape(
                id: entry.id, expected: "\(count) tensors",
                found: inputs.map { Tensor.text(of: $0.shape) }.joined(separator: ", "))
        }
        let answers = try answer(inputs.map(\.shape)) { index, numbers in
            _ = numbers.update(fromContentsOf: inputs[index].values)
        } take: { shapes, answers in
            zip(shapes, answers).map { Tensor(shape: $0, values: Array($1)) }
        }
        // A number minus itself is 0, unless it is infinite or none.
        guard answers?.allSatisfy({ $0.values.reduce(0) { $0 + ($1 - $1) } == 0 }) ?? true else {
            throw .notFinite(id: entry.id)
        }
        return answers
    }

    private func answer<Result>(
        _ shapes: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void,
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Result
    ) throws(InferenceError) -> Result? {
        if Task.isCancelled { return nil }
        return try InferenceError.blaming(entry.id) { () throws(RuntimeFailure) in
            try compiled.run(shapes: shapes, fill: fill, take: take)
        }
    }

    private func isFit(_ shape: [Int], height: Int, width: Int, _ count: Int) -> Bool {
        guard Tensor.count(of: shape) == count else { return false }
        if entry.output.kind == .textMap { return shape == [1, 1, height, width] }
        return shape.count == 3 && shape[0] == 1 && shape[1] > 0 && shape[2] == entry.output.columns
    }

    private func expected(_ height: Int, _ width: Int) -> String {
        Tensor.text(of: entry.output.kind == .textMap ? [1, 1, height, width] : [1, -1, entry.output.columns])
    }
}
