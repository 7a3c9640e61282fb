import EspySystem
import Foundation
import Synchronization

/// Loads models: finds the file, checks that it is the right one, and compiles it for this processor.
///
/// ```swift
/// let library = try ModelLibrary(folders: ["models"])
/// let model = try await ModelLoader(library: library).load("espy-detector", task: .detector)
/// ```
public final class ModelLoader: Sendable {
    public let library: ModelLibrary
    public let runtime: InferenceRuntime
    private let options: CompileOptions
    private let loaded = Mutex<[String: Model]>([:])
    private let graphs = Mutex<[String: GraphModel]>([:])

    /// - Parameters:
    ///   - cacheFolder: where compiled models are kept, so that the next start is fast; made when needed. Nil: nowhere.
    ///   - use: what the models are compiled for.
    public init(
        library: ModelLibrary, cacheFolder: String? = nil, use: ModelUse = .batches,
        precision: ModelPrecision = .automatic,
        runtime: InferenceRuntime = InferenceRuntime()
    ) {
        self.library = library
        self.runtime = runtime
        options = CompileOptions(cacheFolder: cacheFolder, use: use, precision: precision)
    }

    /// Loads a model. Asked for the same one again, it gives the one that is loaded.
    ///
    /// - Parameter task: what it has to be for; nil means anything.
    /// - Throws: all but ``InferenceError/notFinite(id:)``
    public func load(_ id: String, task: ModelEntry.Task? = nil) async throws(InferenceError) -> Model {
        let entry = try library.entry(id)
        if let task, entry.task != task { throw .wrongTask(id: id, expected: task, found: entry.task) }
        if entry.task == .text { throw .wrongTask(id: id, expected: .embedder, found: .text) }
        if entry.output.kind.isOpen || entry.task.isGraph {
            throw .wrongTask(id: id, expected: .detector, found: entry.task)
        }
        if let model = loaded.withLock({ $0[id] }) { return model }
        let path = library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let model = try Model(
            ModelSource(entry: entry, path: path, core: try runtime.core(), options: usable(for: path)))
        return loaded.withLock { loaded in
            // Of two that were loaded at the same time one is enough.
            let first = loaded[id] ?? model
            loaded[id] = first
            return first
        }
    }

    /// Loads a model of texts, anew each time; one is enough for all who search.
    ///
    /// - Throws: all but ``InferenceError/notFinite(id:)``
    public func loadText(_ id: String) throws(InferenceError) -> TextModel {
        let entry = try library.entry(id)
        guard entry.task == .text, let vocabulary = entry.vocabulary else {
            throw .wrongTask(id: id, expected: .text, found: entry.task)
        }
        let path = library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let words = library.vocabularyPath(of: entry) ?? vocabulary.file
        try FileCheck.check(id, at: words, bytes: vocabulary.bytes, sha256: vocabulary.sha256)
        var options = usable(for: path)
        options.use = .batches(threads: options.use.limit)
        let source = TextSource(entry: entry, path: path, core: try runtime.core(), options: options)
        return try TextModel(source, vocabularyPath: words)
    }

    /// Loads a model that takes pictures of any size, anew each time.
    ///
    /// It counts with 32 bits whatever the loader was made for: with less, processors of this time are no faster on
    /// pictures of many sizes, and how sure it is would differ from machine to machine.
    ///
    /// - Parameter task: ``ModelEntry/Task/textDetector`` or ``ModelEntry/Task/textRecognizer``.
    /// - Throws: all but ``InferenceError/notFinite(id:)``
    public func loadOpen(_ id: String, task: ModelEntry.Task) throws(InferenceError) -> OpenModel {
        let entry = try library.entry(id)
        guard entry.task == task, entry.output.kind.isOpen else {
            throw .wrongTask(id: id, expected: task, found: entry.task)
        }
        let path = library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let usable = usable(for: path)
        let options = CompileOptions(cacheFolder: usable.cacheFolder, use: usable.use, precision: .f32)
        return try OpenModel(OpenSource(entry: entry, path: path, core: try runtime.core(), options: options))
    }

    /// Loads a model of open sizes. Asked for the same one again, it gives the one that is loaded.
    ///
    /// - Throws: all but ``InferenceError/notFinite(id:)``
    public func loadGraph(_ id: String, task: ModelEntry.Task) throws(InferenceError) -> GraphModel {
        let entry = try library.entry(id)
        guard entry.task == task, task.isGraph else { throw .wrongTask(id: id, expected: task, found: entry.task) }
        if let model = graphs.withLock({ $0[id] }) { return model }
        let path = library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let usual = usable(for: path)
        // In 16 bits without tiles these are slower. One copy: calls for one photo come one after the other.
        let isShort = usual.precision == .automatic && ProcessorFeatures.current.hasTiles
        let options = CompileOptions(
            cacheFolder: usual.cacheFolder, use: .batches(threads: usual.use.threads),
            precision: isShort ? .automatic : .f32)
        let source = GraphSource(entry: entry, path: path, core: try runtime.core(), options: options)
        let model = try GraphModel(source, parametersPath: library.parametersPath(of: entry))
        return graphs.withLock { graphs in
            let first = graphs[id] ?? model
            graphs[id] = first
            return first
        }
    }

    /// Loads a model of any kind and runs it once.
    public func tryOut(_ id: String) async throws(InferenceError) {
        let entry = try library.entry(id)
        if entry.output.kind.isOpen { return try loadOpen(id, task: entry.task).tryOut() }
        if entry.task == .text { return try loadText(id).tryOut() }
        if entry.task.isGraph { return try loadGraph(id, task: entry.task).tryOut() }
        try await load(id).tryOut()
    }

    /// Without the cache folder where that cannot be made: a slow start is better than none.
    private func usable(for path: String) -> CompileOptions {
        var options = options
        options.use = options.use.fitting(bytes: FileStamp(path: path)?.size ?? 0)
        guard let folder = options.cacheFolder else { return options }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if !FileManager.default.isWritableFile(atPath: folder) { options.cacheFolder = nil }
        return options
    }
}
