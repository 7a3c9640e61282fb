/// What a file system says of a file, without following links.
package struct FileStatus: Sendable, Equatable {
    package enum Kind: Sendable, Equatable { case file, folder, link, other }

    package let kind: Kind
    /// Bytes.
    package let size: Int
    /// When its bytes changed last: nanoseconds since 1970.
    package let modified: Int
    /// Which file it is, whatever its name.
    package let identity: FileIdentity

    /// - Throws: `inaccessible` when it is gone or may not be looked at.
    package init(path: String) throws(StoreError) {
        var info = stat()
        guard lstat(path, &info) == 0 else { throw .last(path) }
        self.init(info)
    }

    init(_ info: stat) {
        switch info.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        size = Int(info.st_size)
        #if canImport(Darwin)
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        // A date far beyond what nanoseconds hold is nonsense, and no reason to trap.
        modified = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int(time.tv_nsec)
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
    }
}

package struct FileIdentity: Sendable, Hashable {
    package let device: UInt64
    package let number: UInt64
}
