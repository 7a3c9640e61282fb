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
    func ports() throws -> (inputs: [[Int]], outputs: [[Int]]) {
        var (inputs, outputs) = (0, 0)
        try RuntimeFailure.check { espy_ov_model_ports(handle.pointer, &inputs, &outputs, $0) }
        return (try shapes(inputs, of: espy_ov_model_input), try shapes(outputs, of: espy_ov_model_output))
    }

    /// Names of the inputs and outputs in the file, in the order of ``ports()``.
    func names() throws -> (inputs: [String], outputs: [String]) {
        let (inputs, outputs) = try ports()
        return (
            try inputs.indices.map { try name($0, espy_ov_model_input_name) },
            try outputs.indices.map { try name($0, espy_ov_model_output_name) }
        )
    }

    private typealias AskName = (
        OpaquePointer, Int, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<CChar>
    ) -> Int32

    private func name(_ index: Int, _ ask: AskName) throws -> String {
        var name = [CChar](repeating: 0, count: Int(ESPY_OV_NAME))
        try RuntimeFailure.check { message in
            name.withUnsafeMutableBufferPointer { room in
                room.baseAddress.map { ask(handle.pointer, index, $0, message) } ?? 0
            }
        }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private typealias Ask = (
        OpaquePointer, Int, UnsafeMutablePointer<espy_ov_shape>, UnsafeMutablePointer<CChar>
    ) -> Int32

    private func shapes(_ count: Int, of ask: Ask) throws -> [[Int]] {
        var shapes: [[Int]] = []
        for index in 0..<count {
            var shape = espy_ov_shape()
            try RuntimeFailure.check { ask(handle.pointer, index, &shape, $0) }
            shapes.append(shape.array)
        }
        return shapes
    }

    func reshape(_ lengths: [Int]) throws {
        var shape = espy_ov_shape(lengths)
        try RuntimeFailure.check { espy_ov_model_reshape(handle.pointer, &shape, $0) }
    }

    func reshapeInput(_ index: Int, _ lengths: [Int]) throws {
        var shape = espy_ov_shape(lengths)
        try RuntimeFailure.check { espy_ov_model_reshape_input(handle.pointer, index, &shape, $0) }
    }

    /// The number of compiled models that the use requires.
    func copies(_ options: CompileOptions, core: RuntimeHandle) throws -> [RuntimeHandle] {
        var copies: [RuntimeHandle] = []
        for _ in 0..<options.use.copies { copies.append(try compile(options, core: core)) }
        return copies
    }

    /// The runtime writes its cache in place and maps what it reads from there into memory, so without the lock a process
    /// could compute with a file that another is just writing. A cache that is broken, full or gone only costs time.
    func compile(_ options: CompileOptions, core: RuntimeHandle) throws -> RuntimeHandle {
        if let folder = options.cacheFolder,
            let lock = try? FileLock.hold(folder + "/lock", patience: Self.patience)
        {
            defer { withExtendedLifetime(lock) {} }
            if let compiled = try? compile(options, cacheFolder: folder, core: core) { return compiled }
        }
        return try compile(options, cacheFolder: nil, core: core)
    }

    /// How long to wait for others who compile.
    private static let patience = Duration.seconds(30)

    private func compile(
        _ options: CompileOptions, cacheFolder: String?, core: RuntimeHandle
    ) throws -> RuntimeHandle {
        try options.withShim(cacheFolder: cacheFolder) { shim in
            var shim = shim
            let pointer = try RuntimeFailure.checked { espy_ov_compile(handle.pointer, &shim, $0) }
            return RuntimeHandle(pointer, maker: core) { espy_ov_compiled_free($0) }
        }
    }
}

/// Options for compiling a model.
struct CompileOptions: Sendable {
    let cacheFolder: String?
    var use: ModelUse
    let precision: ModelPrecision

    fileprivate func withShim<Result>(
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
