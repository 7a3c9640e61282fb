// Not in the browser: the page has a runtime of its own.

import COpenVINO
import EspySystem

/// A model that was read but not compiled: its ports can be inspected, and its input size can be set.
struct ModelFile: ~Copyable {
    private let handle: RuntimeHandle

    init(path: String, core: RuntimeHandle) throws {
        let pointer = try RuntimeFailure.checked { espy_ov_read(core.pointer, path, $0) }
        handle = RuntimeHandle(pointer, maker: core) { espy_ov_model_free($0) }
    }

    /// Shapes of the inputs and outputs, with -1 for an open length.
    func ports() throws -> (inputs: [[Int]], outputs: [[Int]]) { try PortReader.file.shapes(of: handle) }

    /// Names of the inputs and outputs in the file, in the order of ``ports()``.
    func names() throws -> (inputs: [String], outputs: [String]) { try PortReader.file.names(of: handle) }

    func reshape(_ lengths: [Int]) throws {
        var shape = espy_ov_shape(lengths)
        try RuntimeFailure.check { espy_ov_model_reshape(handle.pointer, &shape, $0) }
    }

    func reshapeInput(_ index: Int, _ lengths: [Int]) throws {
        var shape = espy_ov_shape(lengths)
        try RuntimeFailure.check { espy_ov_model_reshape_input(handle.pointer, index, &shape, $0) }
    }

    func compile(_ options: CompileOptions, core: RuntimeHandle) throws -> RuntimeHandle {
        try options.compile(core) { espy_ov_compile(handle.pointer, $0, $1) }
    }

    /// The number of compiled models that the use requires.
    func copies(_ options: CompileOptions, core: RuntimeHandle) throws -> [RuntimeHandle] {
        try (0..<options.use.copies).map { _ in try compile(options, core: core) }
    }
}

/// Reads the inputs and outputs of a model that was read from a file, or of a compiled one.
struct PortReader {
    typealias Message = UnsafeMutablePointer<CChar>
    typealias Shape = (OpaquePointer, Int, UnsafeMutablePointer<espy_ov_shape>, Message) -> Int32
    typealias Name = (OpaquePointer, Int, UnsafeMutablePointer<CChar>, Message) -> Int32

    let count: (OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>, Message) -> Int32
    let (input, output): (Shape, Shape)
    let (inputName, outputName): (Name, Name)

    static var file: PortReader {
        PortReader(
            count: espy_ov_model_ports, input: espy_ov_model_input, output: espy_ov_model_output,
            inputName: espy_ov_model_input_name, outputName: espy_ov_model_output_name)
    }

    static var compiled: PortReader {
        PortReader(
            count: espy_ov_compiled_ports, input: espy_ov_compiled_input, output: espy_ov_compiled_output,
            inputName: espy_ov_compiled_input_name, outputName: espy_ov_compiled_output_name)
    }

    func shapes(of handle: RuntimeHandle) throws -> (inputs: [[Int]], outputs: [[Int]]) {
        let (inputs, outputs) = try counts(of: handle)
        func shape(_ index: Int, _ ask: Shape) throws -> [Int] {
            var shape = espy_ov_shape()
            try RuntimeFailure.check { ask(handle.pointer, index, &shape, $0) }
            return shape.array
        }
        return (try (0..<inputs).map { try shape($0, input) }, try (0..<outputs).map { try shape($0, output) })
    }

    func names(of handle: RuntimeHandle) throws -> (inputs: [String], outputs: [String]) {
        let (inputs, outputs) = try counts(of: handle)
        func name(_ index: Int, _ ask: Name) throws -> String {
            var name = [CChar](repeating: 0, count: Int(ESPY_OV_NAME))
            try RuntimeFailure.check { message in
                name.withUnsafeMutableBufferPointer { room in
                    room.baseAddress.map { ask(handle.pointer, index, $0, message) } ?? 0
                }
            }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (
            try (0..<inputs).map { try name($0, inputName) }, try (0..<outputs).map { try name($0, outputName) }
        )
    }

    private func counts(of handle: RuntimeHandle) throws -> (inputs: Int, outputs: Int) {
        var (inputs, outputs) = (0, 0)
        try RuntimeFailure.check { count(handle.pointer, &inputs, &outputs, $0) }
        return (inputs, outputs)
    }
}

/// Options for compiling a model.
struct CompileOptions: Sendable {
    var cacheFolder: String?
    var use: ModelUse
    let precision: ModelPrecision

    /// Compiles a file of open sizes as it is, as often as the use requires. What was compiled before is not read again,
    /// which halves the time; the runtime knows such a file by its path and time of change only, so each content has a
    /// folder of its own in the cache.
    ///
    /// - Parameter sum: of the content; nil: nothing is cached.
    func copies(of path: String, sum: String?, core: RuntimeHandle) throws -> [RuntimeHandle] {
        var options = self
        options.cacheFolder = sum.flatMap { sum in cacheFolder.map { Path.join($0, String(sum.prefix(16))) } }
        if let folder = options.cacheFolder { try? Files.makeFolder(folder) }
        return try (0..<use.copies).map { _ in
            try options.compile(core) { options, message in
                path.withCString { espy_ov_compile_file(core.pointer, $0, options, message) }
            }
        }
    }

    /// The runtime writes its cache in place and maps what it reads from there into memory, so without the lock a process
    /// could compute with a file that another is just writing. A cache that is broken, full or gone only costs time.
    fileprivate func compile(_ core: RuntimeHandle, _ work: Work) throws -> RuntimeHandle {
        if let folder = cacheFolder, let lock = try? FileLock.hold(folder + "/lock", patience: Self.patience) {
            defer { withExtendedLifetime(lock) {} }
            if let compiled = try? compile(core, cacheFolder: folder, work) { return compiled }
        }
        return try compile(core, cacheFolder: nil, work)
    }

    /// A call of the shim that compiles.
    fileprivate typealias Work = (UnsafePointer<espy_ov_options>, UnsafeMutablePointer<CChar>) -> OpaquePointer?

    /// How long to wait for others who compile.
    private static let patience = Duration.seconds(30)

    private func compile(_ core: RuntimeHandle, cacheFolder: String?, _ work: Work) throws -> RuntimeHandle {
        try withShim(cacheFolder: cacheFolder) { shim in
            var shim = shim
            let pointer = try RuntimeFailure.checked { work(&shim, $0) }
            return RuntimeHandle(pointer, maker: core) { espy_ov_compiled_free($0) }
        }
    }

    private func withShim<Result>(
        cacheFolder: String?, _ body: (espy_ov_options) throws -> Result
    ) throws -> Result {
        let isShort = precision == .automatic && ProcessorFeatures.current.hasBF16
        let threads = Int32(clamping: use.threads)
        // The empty folder means none.
        let texts = [Array((cacheFolder ?? "").utf8CString), Array((isShort ? "bf16" : "f32").utf8CString)]
        return try texts[0].withUnsafeBufferPointer { folder in
            try texts[1].withUnsafeBufferPointer { precision in
                try body(
                    espy_ov_options(
                        cache_folder: folder.baseAddress, precision: precision.baseAddress, threads: threads))
            }
        }
    }
}
