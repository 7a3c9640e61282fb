import COpenVINO
import Foundation
import Synchronization

/// The library that runs models, OpenVINO, which is looked for when a model is first loaded.
public struct InferenceRuntime: Sendable, Equatable {
    /// Where it is looked for, in this order.
    public let folders: [String]

    public init(folders: [String]) { self.folders = folders }

    /// Looks in the places of this process: see ``InferencePlaces``.
    public init() { self.init(folders: InferencePlaces.process().runtime) }

    /// The file that is loaded; nil where no folder has one.
    public var path: String? { folders.lazy.compactMap(Self.library).first }

    /// Loads the runtime, unless that was done, and asks for its version: `2026.4.1-…`.
    ///
    /// - Throws: ``InferenceError/runtimeUnavailable(_:)``
    public func version() throws(InferenceError) -> String {
        String(cString: espy_ov_version(try core().pointer))
    }

    /// One for each file, for the whole process: the runtime keeps its threads and its list of devices there.
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

    /// The C interface in `folder`: its name has the version at the end, which differs from release to release.
    private static func library(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let name = names.sorted().last { $0.hasPrefix("libopenvino_c.so") || $0 == "libopenvino_c.dylib" }
        // Only a whole path keeps the loader from searching elsewhere.
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
