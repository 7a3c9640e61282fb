/// What answers tensors with tensors.
package protocol TensorRunner: Sendable {
    var entry: ModelEntry { get }
    /// As `Model.run` of EspyInference.
    func run(_ input: Tensor) throws(InferenceError) -> [Tensor]
}

extension Model: TensorRunner {}
