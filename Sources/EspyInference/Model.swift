/// A model that is loaded and ready. Any number of tasks may run it at the same time.
public final class Model: Sendable {
    /// What the manifest says of it.
    public let entry: ModelEntry

    init(entry: ModelEntry) { self.entry = entry }

    /// Shows the model a batch of pictures.
    ///
    /// Blocks the thread while the processor works: some milliseconds for a small model, up to a tenth of a second for a
    /// large one on a large picture. Batches of any size are cut into pieces that the model takes.
    /// - Parameter input: `[N, 3, height, width]` as ``ModelEntry/input`` says, already scaled.
    /// - Returns: the answers, `N` first in each shape, the first one as ``ModelEntry/output`` says.
    /// - Throws: ``InferenceError/wrongShape(id:expected:found:)``, ``InferenceError/notFinite(id:)``,
    ///   ``InferenceError/corruptModel(id:reason:)``
    public func run(_ input: Tensor) throws(InferenceError) -> [Tensor] {
        throw .runtimeUnavailable("not loaded")
    }
}
