import Foundation

/// A folder inside another where new files wait until they are known to be good. Deleted with the value; leftovers of
/// killed processes are deleted when the next one is made.
package struct TemporaryFolder: ~Copyable {
    package let path: String
    /// Held while the folder is in use, so that others can see that it is.
    private let use: FileLock

    /// - Parameters:
    ///   - parent: created if missing.
    ///   - prefix: starts the names of all folders for this purpose, and of nothing else.
    package static func make(in parent: String, prefix: String) throws(FileError) -> TemporaryFolder {
        try Files.makeFolder(parent)
        // Between making a folder and locking it, others must not take it for a leftover.
        let making = try FileLock.wait(for: parent)
        sweep(parent, prefix)
        var template = Array(Path.join(parent, "\(prefix)XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .last(parent) }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = TemporaryFolder(path: path, use: try FileLock.wait(for: path))
        _ = consume making
        return folder
    }

    private init(path: String, use: consuming FileLock) {
        self.path = path
        self.use = use
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Deletes folders that are no longer in use.
    private static func sweep(_ parent: String, _ prefix: String) {
        let names = (try? Files.allNames(in: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = Path.join(parent, name)
            guard let unused = FileLock.take(folder) else { continue }
            try? FileManager.default.removeItem(atPath: folder)
            _ = consume unused
        }
    }
}
