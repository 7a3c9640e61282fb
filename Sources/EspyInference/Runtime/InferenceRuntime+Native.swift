// Not in the browser: the page has a runtime of its own.

import COpenVINO
import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#endif

/// The library that runs models, OpenVINO, which is located when a model is first loaded.
public struct InferenceRuntime: Sendable, Equatable {
    /// The folders to search, in order.
    public let folders: [String]

    public init(folders: [String]) { self.folders = folders }

    /// Searches the places of this process: see ``InferencePlaces``.
    public init() { self.init(folders: InferencePlaces.process().runtime) }

    /// Path of the library; nil if no folder has one.
    public var path: String? { folders.lazy.compactMap(Self.library).first }

    /// Loads the runtime, unless it is loaded, and returns its version: `2026.4.1-…`.
    ///
    /// - Throws: ``InferenceError/runtimeUnavailable(_:)``
    public func version() throws(InferenceError) -> String {
        String(cString: espy_ov_version(try core().pointer))
    }

    /// Makes the runtime keep fewer of the layers that it prepared for earlier sizes: by default it keeps a thousand, some
    /// megabytes for every new size of a line of text. Fewer cost time where many lines are read. Call it before starting
    /// threads.
    public static func keepLittleMemory() { setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "500", 0) }

    /// One per file for the whole process: the runtime keeps its threads and its list of devices there.
    private static let cores = Mutex<[String: RuntimeHandle]>([:])

    func core() throws(InferenceError) -> RuntimeHandle {
        guard let path else { throw .runtimeUnavailable(Self.absent(folders)) }
        return try Self.cores.withLock { (cores) throws(InferenceError) -> RuntimeHandle in
            if let core = cores[path] { return core }
            do throws(RuntimeFailure) {
                let pointer = try RuntimeFailure.checked { espy_ov_open(path, $0) }
                let core = RuntimeHandle(pointer) { espy_ov_close($0) }
                cores[path] = core
                return core
            } catch {
                throw .runtimeUnavailable("\(path) cannot be used: \(error.text)")
            }
        }
    }

    /// The C interface in `folder`: its name ends with the version, which differs between releases.
    private static func library(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let name = names.sorted().last { $0.hasPrefix("libopenvino_c.so") || $0 == "libopenvino_c.dylib" }
        // An absolute path keeps the loader from searching elsewhere.
        return name.map { URL(fileURLWithPath: folder).appendingPathComponent($0).path }
    }

    private static func absent(_ folders: [String]) -> String {
        let places = folders.isEmpty ? "" : " in \(folders.joined(separator: ", "))"
        return """
            OpenVINO, which runs the models, is not there\(places); run Scripts/setup-openvino in the checkout of Espy, \
            or set ESPY_OPENVINO to the folder of libopenvino_c.so
            """
    }
}

/// The places to search for the runtime and the models.
public struct InferencePlaces: Sendable, Equatable {
    /// Folders that may contain the runtime, the first choice first.
    public let runtime: [String]
    /// Folders that may contain models and a manifest, the first choice first.
    public let models: [String]

    /// - Parameters:
    ///   - variables: of the environment. `ESPY_OPENVINO` names the only folder for the runtime, `ESPY_MODELS` the only
    ///     folder of models besides `data`.
    ///   - executable: path of the program. Relative to its folder, the runtime is in `openvino` or
    ///     `../lib/espy/openvino`, and models are in `../share/espy/models`; a program in the build folder of a
    ///     checkout uses that checkout's.
    ///   - data: folder of the models that the user installed or imported; they come before the shipped ones.
    public init(variables: [String: String], executable: String?, data: String? = nil) {
        let folder = executable.flatMap { Self.folder(of: $0) }
        let above = folder.flatMap { Self.folder(of: $0) }
        let build = executable.flatMap { Self.buildFolder(of: $0) }
        func named(_ variable: String) -> String? { variables[variable].flatMap { $0.isEmpty ? nil : $0 } }
        let runtimes = [
            folder.map { "\($0)/openvino" }, above.map { "\($0)/lib/espy/openvino" }, build.map { "\($0)/openvino" },
        ]
        runtime = named("ESPY_OPENVINO").map { [$0] } ?? runtimes.compactMap(\.self)
        models =
            [data].compactMap(\.self)
            + (named("ESPY_MODELS").map { [$0] } ?? Self.shipped("models", executable: executable))
    }

    /// Possible paths of a file or folder that comes with the program: `../share/espy` beside it, or the checkout in
    /// which it was built.
    public static func shipped(_ name: String, executable: String?) -> [String] {
        let above = executable.flatMap { folder(of: $0) }.flatMap { folder(of: $0) }
        let checkout = executable.flatMap { buildFolder(of: $0) }.flatMap { folder(of: $0) }
        return [above.map { "\($0)/share/espy/\(name)" }, checkout.map { "\($0)/\(name)" }].compactMap(\.self)
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// The folder `.build` that contains the program. Other parent folders are ignored, because some may be writable by
    /// others.
    private static func buildFolder(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.lastIndex(of: ".build").map { parts[...$0].joined(separator: "/") }
    }
}

extension InferencePlaces {
    /// The places of this process.
    public static func process(data: String? = nil) -> InferencePlaces {
        InferencePlaces(variables: ProcessInfo.processInfo.environment, executable: executable, data: data)
    }

    /// Path of the program with symbolic links resolved.
    public static var executable: String? {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments.first ?? ""
        #endif
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return resolved.hasPrefix("/") && resolved != path ? resolved : nil
    }
}
