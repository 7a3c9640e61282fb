package import EspyInference

/// What answers tensors with tensors.
package protocol TensorRunner: Sendable {
    var entry: ModelEntry { get }
    /// As `Model.run` of EspyInference.
    func run(_ input: Tensor) throws(InferenceError) -> [Tensor]
}

extension Model: TensorRunner {}

extension TensorRunner {
    /// The first answer to a batch; runs unless the task was cancelled.
    func answer(_ input: Tensor) throws(CountError) -> Tensor {
        if Task.isCancelled { throw .cancelled }
        do throws(InferenceError) {
            guard let first = try run(input).first else {
                throw .wrongShape(id: entry.id, expected: "an output", found: "none")
            }
            return first
        } catch { throw .model(error) }
    }
}
