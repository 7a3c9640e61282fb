// Not in the browser: it has no files: the page loads the models.

import EspySystem
import Foundation
import Synchronization

/// Loads models: finds the file, verifies it, and compiles it for this processor.
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
    private let open = Mutex<[String: OpenModel]>([:])

    /// - Parameters:
    ///   - cacheFolder: folder for compiled models, which makes the next start fast; created when needed. Nil: none.
    ///   - use: the use for which to compile the models.
    public init(
        library: ModelLibrary, cacheFolder: String? = nil, use: ModelUse = .batches,
        precision: ModelPrecision = .automatic,
        runtime: InferenceRuntime = InferenceRuntime()
    ) {
        self.library = library
        self.runtime = runtime
        options = CompileOptions(cacheFolder: cacheFolder, use: use, precision: precision)
    }

    /// Loads a model, or returns it if it is already loaded.
    ///
    /// - Parameter task: the required task; nil for any.
    /// - Throws: all errors except ``InferenceError/notFinite(id:)``
    public func load(_ id: String, task: ModelEntry.Task? = nil) async throws(InferenceError) -> Model {
        let entry = try library.entry(id)
        if let task, entry.task != task { throw .wrongTask(id: id, expected: task, found: entry.task) }
        if entry.task == .text { throw .wrongTask(id: id, expected: .embedder, found: .text) }
        if entry.isOpen {
            throw .wrongTask(id: id, expected: .detector, found: entry.task)
        }
        if let model = loaded.withLock({ $0[id] }) { return model }
        let path = library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let model = try Model(
            ModelSource(entry: entry, path: path, core: try runtime.core(), options: usable(for: path)))
        return loaded.withLock { loaded in
            // If two were loaded at the same time, one is enough.
            let first = loaded[id] ?? model
            loaded[id] = first
            return first
        }
    }

    /// Loads a text model, a new one each time; all searches can share one.
    ///
    /// - Throws: all errors except ``InferenceError/notFinite(id:)``
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

    /// Loads a model of open sizes, with pictures of any size or several tensors as input, or returns it if it is
    /// already loaded.
    ///
    /// - Parameters:
    ///   - task: for text, faces, or of the networks that find things like an example.
    ///   - file: path of another file of the same kind, which the manifest does not vouch for. Nil: its own.
    /// - Throws: all errors except ``InferenceError/notFinite(id:)``
    public func loadOpen(
        _ id: String, task: ModelEntry.Task, file: String? = nil
    ) throws(InferenceError) -> OpenModel {
        var entry = try library.entry(id)
        guard entry.task == task, entry.isOpen else { throw .wrongTask(id: id, expected: task, found: entry.task) }
        if let file { (entry.id, entry.bytes, entry.sha256) = (file, nil, nil) }
        let id = entry.id
        if let model = open.withLock({ $0[id] }) { return model }
        let path = file ?? library.place(of: entry)
        try FileCheck.check(entry, at: path)
        let source = OpenSource(
            entry: entry, path: path, sum: FileCheck.sum(of: path), core: try runtime.core(),
            options: openOptions(entry, usable(for: path)))
        let parameters = library.parametersPath(of: entry)
        if let parameters { try FileCheck.check(id, at: parameters, bytes: nil, sha256: entry.parametersSum) }
        let model = try OpenModel(source, parametersPath: parameters)
        return open.withLock { open in
            let first = open[id] ?? model
            open[id] = first
            return first
        }
    }

    /// Networks that read text take pictures of many sizes, in 16 bits if the processor supports them: a third less
    /// time, and as many correct words. Graphs use 32 bits except with tiles: without those they are no faster.
    private func openOptions(_ entry: ModelEntry, _ usual: CompileOptions) -> CompileOptions {
        guard entry.task.isGraph else { return usual }
        // Several photos are searched in parallel. Vectors of a face are compared with those of other machines.
        if entry.task.isForFaces {
            return CompileOptions(cacheFolder: usual.cacheFolder, use: usual.use, precision: .f32)
        }
        // One copy, because calls for one photo run one after the other.
        let isShort = usual.precision == .automatic && ProcessorFeatures.current.hasTiles
        return CompileOptions(
            cacheFolder: usual.cacheFolder, use: .batches(threads: usual.use.threads),
            precision: isShort ? .automatic : .f32)
    }

    /// Loads a model of any kind and runs it once.
    public func tryOut(_ id: String) async throws(InferenceError) {
        let entry = try library.entry(id)
        if entry.isOpen { return try loadOpen(id, task: entry.task).tryOut() }
        if entry.task == .text { return try loadText(id).tryOut() }
        try await load(id).tryOut()
    }

    /// Creates the cache folder. Where that fails, nothing is cached: a slow start is better than none.
    private func usable(for path: String) -> CompileOptions {
        var options = options
        options.use = options.use.fitting(bytes: Files.size(path) ?? 0)
        if let folder = options.cacheFolder {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        return options
    }
}

extension ModelLibrary {
    /// Returns the content of a model's file of parameters, after comparing it with the manifest.
    ///
    /// - Throws: ``InferenceError/unknownModel(id:known:)``, ``InferenceError/missingModel(id:path:)``,
    ///   ``InferenceError/wrongChecksum(id:expected:found:)``, ``InferenceError/corruptModel(id:reason:)``
    public func parameters(of id: String) throws(InferenceError) -> [UInt8] {
        let entry = try entry(id)
        guard let path = parametersPath(of: entry) else {
            throw .corruptModel(id: id, reason: "its manifest names no parameters")
        }
        try FileCheck.check(id, at: path, bytes: nil, sha256: entry.parametersSum)
        guard let data = FileManager.default.contents(atPath: path) else { throw .missingModel(id: id, path: path) }
        return [UInt8](data)
    }
}

extension ModelEntry {
    /// Whether it is an ``OpenModel``.
    fileprivate var isOpen: Bool { output.kind.isOpen || task.isGraph }
}

/// Compares files with their manifest. The result is remembered while the process runs and the file is unchanged, so
/// that a server that loads a model again does not read it again.
private enum FileCheck {
    private static let known = Mutex<[FileStatus: FileSum]>([:])

    /// - Throws: ``InferenceError/missingModel(id:path:)``, ``InferenceError/wrongChecksum(id:expected:found:)``
    static func check(_ entry: ModelEntry, at path: String) throws(InferenceError) {
        try check(entry.id, at: path, bytes: entry.bytes, sha256: entry.sha256)
    }

    /// - Parameters: those of a model's file, or of its vocabulary; nil if unknown.
    static func check(_ id: String, at path: String, bytes: Int?, sha256: String?) throws(InferenceError) {
        guard let stamp = try? FileStatus(path: path, followingLinks: true), stamp.kind == .file else {
            throw .missingModel(id: id, path: path)
        }
        if let bytes, bytes != stamp.size {
            throw .wrongChecksum(id: id, expected: "\(bytes) bytes", found: "\(stamp.size) bytes")
        }
        guard let sha256 else { return }
        guard let sum = sum(of: path, stamp) else { throw .missingModel(id: id, path: path) }
        guard sum.sha256 == sha256 else { throw .wrongChecksum(id: id, expected: sha256, found: sum.sha256) }
    }

    /// The checksum of a file; nil if it cannot be read.
    static func sum(of path: String) -> String? {
        guard let stamp = try? FileStatus(path: path, followingLinks: true) else { return nil }
        return sum(of: path, stamp)?.sha256
    }

    private static func sum(of path: String, _ stamp: FileStatus) -> FileSum? {
        if let sum = known.withLock({ $0[stamp] }) { return sum }
        guard let sum = FileSum(path: path) else { return nil }
        known.withLock { $0[stamp] = sum }
        return sum
    }
}
