import EspySystem
import Synchronization

/// Holds files against their manifest. What was found is remembered while the process lives and the file stays as it
/// is, so that a server which loads a model again does not read it again.
enum FileCheck {
    private static let known = Mutex<[FileStamp: FileSum]>([:])

    /// - Throws: ``InferenceError/missingModel(id:path:)``, ``InferenceError/wrongChecksum(id:expected:found:)``
    static func check(_ entry: ModelEntry, at path: String) throws(InferenceError) {
        try check(entry.id, at: path, bytes: entry.bytes, sha256: entry.sha256)
    }

    /// - Parameters: those of a model's file, or of its vocabulary; nil where they are not known.
    static func check(_ id: String, at path: String, bytes: Int?, sha256: String?) throws(InferenceError) {
        guard let stamp = FileStamp(path: path) else { throw .missingModel(id: id, path: path) }
        if let bytes, bytes != stamp.size {
            throw .wrongChecksum(id: id, expected: "\(bytes) bytes", found: "\(stamp.size) bytes")
        }
        guard let sha256 else { return }
        guard let sum = sum(of: path, stamp) else { throw .missingModel(id: id, path: path) }
        guard sum.sha256 == sha256 else { throw .wrongChecksum(id: id, expected: sha256, found: sum.sha256) }
    }

    private static func sum(of path: String, _ stamp: FileStamp) -> FileSum? {
        if let sum = known.withLock({ $0[stamp] }) { return sum }
        guard let sum = FileSum(path: path) else { return nil }
        known.withLock { $0[stamp] = sum }
        return sum
    }
}
