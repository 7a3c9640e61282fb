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

extension OpenModel {
    convenience init(_ source: OpenSource, parametersPath: String?) throws(InferenceError) {
        let id = source.entry.id
        let (compiled, shapes) = try InferenceError.blaming(id) { try source.compile() }
        self.init(source.entry, source.path, parametersPath, shapes) { (shapes, fill, take) throws(InferenceError) in
            try InferenceError.blaming(id) { try compiled.run(shapes: shapes, fill: fill, take: take) } != nil
        } rest: {
            compiled.rest()
        }
    }
}

extension OpenModel {
    /// Runs the model once as a test, on a small picture or on small inputs of its task.
    ///
    /// - Throws: the errors of ``run(height:width:fill:take:)`` and ``run(_:)``, and ``InferenceError/notFinite(id:)``
    public func tryOut() throws(InferenceError) {
        let columns = entry.output.columns
        let maps = Self.tensor([1, columns, 8, 8])
        switch entry.task {
        case .seekerContext: _ = try run([Self.tensor([1, shapes[0][1], 8, 8])])
        case .seekerMaps where shapes.count == 3:
            _ = try run([maps, Self.tensor([1, shapes[1][1], 4, 4]), Self.tensor([1, shapes[2][1], 2, 2])])
        case .seekerStem, .seekerMaps: _ = try run([Self.tensor([1, 3, 64, 64])])
        case .seekerExample, .seekerDescribe:
            let box: [Float] = [8, 8, 48, 48]
            _ = try run([maps, Tensor(shape: [2, 4], values: box + box)])
        case .seekerFind:
            _ = try run([maps, Self.tensor([1, columns]), Self.tensor([1, columns, 9]), Self.tensor([1, 2])])
        case .seekerPropose: _ = try run([maps])
        case .outliner: _ = try run([Self.tensor([2, 4, columns, columns])])
        case .faceDetector, .faceDescriber: _ = try run([Self.tensor([1] + shapes[0].dropFirst())])
        default: try tryPicture()
        }
    }

    private func tryPicture() throws(InferenceError) {
        let height = entry.input.height > 0 ? entry.input.height : 64
        let isFinite = try run(height: height, width: 128) { numbers in
            for index in numbers.indices { numbers[index] = Float(index % 29) / 14 - 1 }
        } take: { _, values in
            values.allSatisfy(\.isFinite)
        }
        if isFinite == false { throw .notFinite(id: entry.id) }
    }

    private static func tensor(_ shape: [Int]) -> Tensor {
        let count = Tensor.count(of: shape) ?? 0
        return Tensor(shape: shape, values: (0..<count).map { Float($0 % 7) / 7 })
    }
}

/// Compiles the file of a model of open sizes, and compares its ports with the manifest or its task.
struct OpenSource: Sendable {
    let entry: ModelEntry
    let path: String
    /// Checksum of the file; nil if it cannot be read.
    let sum: String?
    let core: RuntimeHandle
    let options: CompileOptions

    /// Requests with up to this many input numbers are kept for the next run.
    private static let mostKept = 3 << 20

    /// - Returns: also the shape of each input, with -1 for an open length.
    func compile() throws -> (compiled: CompiledModel, shapes: [[Int]]) {
        let copies = try copies()
        let found = try PortReader.compiled.shapes(of: copies[0])
        let ports = try entry.task.isGraph ? named(copies[0]) : shaped(found)
        // Tensors have one size per photo, and many runs; pictures have any size.
        let compiled = CompiledModel(
            batch: 1, inputs: ports.inputs, answers: ports.answers, copies: copies,
            mostKept: entry.task.isGraph ? .max : Self.mostKept,
            again: { try self.copies() })
        return (compiled, ports.inputs.map { found.inputs[$0] })
    }

    private func copies() throws -> [RuntimeHandle] { try options.copies(of: path, sum: sum, core: core) }

    private typealias Ports = (inputs: [Int], answers: [Int])

    /// The names in the compiled model; those in the file where they differ. Compiling leaves out layers, and an answer
    /// may then have the name of an inner one.
    private func named(_ compiled: RuntimeHandle) throws -> Ports {
        if let ports = try? named(try PortReader.compiled.names(of: compiled)) { return ports }
        return try named(try ModelFile(path: path, core: core).names())
    }

    /// The ports with the names that the task defines.
    private func named(_ names: (inputs: [String], outputs: [String])) throws -> Ports {
        for wanted in entry.task.ports {
            let inputs = wanted.inputs.compactMap(names.inputs.firstIndex)
            let answers = wanted.outputs.compactMap(names.outputs.firstIndex)
            if inputs.count == wanted.inputs.count, names.inputs.count == inputs.count,
                answers.count == wanted.outputs.count
            {
                return (inputs, answers)
            }
        }
        throw InferenceError.wrongShape(
            id: entry.id, expected: entry.task.ports.map(Self.text).joined(separator: " or "),
            found: Self.text((names.inputs, names.outputs)))
    }

    private static func text(_ ports: (inputs: [String], outputs: [String])) -> String {
        "\(ports.inputs.joined(separator: ", ")) → \(ports.outputs.joined(separator: ", "))"
    }

    /// The only input picture, and the first output with the shape in the manifest.
    private func shaped(_ ports: (inputs: [[Int]], outputs: [[Int]])) throws -> Ports {
        let (inputs, outputs) = ports
        guard inputs.count == 1, Self.fits(inputs[0], input) else { throw wrongShape(input, inputs) }
        guard let answer = outputs.firstIndex(where: { Self.fits($0, output) }) else {
            throw wrongShape(output, outputs)
        }
        return ([0], [answer])
    }

    private var input: [Int] { [-1, 3, entry.input.height > 0 ? entry.input.height : -1, -1] }

    private var output: [Int] {
        entry.output.kind == .textMap ? [-1, 1, -1, -1] : [-1, -1, entry.output.columns]
    }

    /// Lengths are open where the manifest leaves them open. Those of the output are often unknown before the model
    /// runs.
    private static func fits(_ found: [Int], _ expected: [Int]) -> Bool {
        guard found.count == expected.count else { return false }
        let isInput = expected.count == 4 && expected[1] == 3
        return zip(found, expected).enumerated().allSatisfy { index, pair in
            if isInput, index > 0 { return pair.0 == pair.1 }
            return pair.0 == pair.1 || pair.0 < 0 || pair.1 < 0
        }
    }

    private func wrongShape(_ expected: [Int], _ found: [[Int]]) -> InferenceError {
        let shapes = found.isEmpty ? "none" : found.map(Tensor.text).joined(separator: ", ")
        return .wrongShape(id: entry.id, expected: Tensor.text(of: expected), found: shapes)
    }
}
