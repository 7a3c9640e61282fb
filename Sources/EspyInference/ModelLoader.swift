/// Loads models: finds the file, checks that it is the right one, and compiles it for this processor.
public final class ModelLoader: Sendable {
    public let library: ModelLibrary
    public let runtime: InferenceRuntime
    private let options: Options

    struct Options: Sendable {
        let cacheFolder: String?
        let threads: Int
        let precision: ModelPrecision
    }

    /// - Parameters:
    ///   - cacheFolder: where compiled models are kept, so that the next start is fast; made when needed. Nil: nowhere.
    ///   - threads: how many the runtime may use; 0 means as many as it likes.
    public init(
        library: ModelLibrary, cacheFolder: String? = nil, threads: Int = 0, precision: ModelPrecision = .automatic,
        runtime: InferenceRuntime = InferenceRuntime()
    ) {
        self.library = library
        self.runtime = runtime
        options = Options(cacheFolder: cacheFolder, threads: threads, precision: precision)
    }

    /// Loads a model. Asked for the same one again, it gives the one that is loaded.
    ///
    /// - Parameter task: what it has to be for; nil means anything.
    public func load(_ id: String, task: ModelEntry.Task? = nil) async throws(InferenceError) -> Model {
        let entry = try library.entry(id)
        if let task, entry.task != task { throw .wrongTask(id: id, expected: task, found: entry.task) }
        throw .runtimeUnavailable("not loaded")
    }
}
