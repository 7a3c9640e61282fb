import Foundation

/// The system below the program: files, processes, threads, sensors. Nothing here depends on photos or Espy, so it can
/// serve other programs.
///
/// Operations on the file system.
package enum Files {
    /// The largest input that is read, in bytes.
    package static let inputLimit = 256 << 20

    package static func isFolder(_ path: String) -> Bool { status(path)?.kind == .folder }

    /// Bytes of a regular file; nil when there is none.
    package static func size(_ path: String) -> Int? {
        status(path).flatMap { $0.kind == .file ? $0.size : nil }
    }

    package static func exists(_ path: String) -> Bool { status(path) != nil }

    /// Whether two paths name the same file on disk.
    package static func same(_ first: String, _ second: String) -> Bool {
        status(first).map { $0.identity == status(second)?.identity } ?? false
    }

    /// Reads a regular file. Its size is checked first, so that a huge one costs nothing.
    package static func read(
        _ path: String, limit: Int = inputLimit, followingLinks: Bool = true
    ) throws(FileError) -> [UInt8] {
        // Reads to the end: kernel files report no size.
        let (file, _) = try DiskFile.regular(path, limit: limit, followingLinks: followingLinks)
        return try file.descriptor.readAll(limit: limit, name: path)
    }

    /// The first bytes of a regular file, or all of them.
    package static func start(of path: String, bytes: Int, followingLinks: Bool = true) throws(FileError) -> [UInt8] {
        try DiskFile.regular(path, followingLinks: followingLinks).file.read(at: 0, atMost: bytes)
    }

    /// Names in a folder, except hidden ones, sorted by their bytes.
    package static func names(in folder: String) throws(FileError) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
    }

    /// The same, including hidden ones.
    package static func allNames(in folder: String) throws(FileError) -> [String] {
        var names: [String] = []
        try FolderListing.forEach(in: DiskFile(folder, for: .reading)) { names.append($0.name) }
        return names.sorted()
    }

    /// Paths of the folders in a folder, except hidden ones and links; none where it cannot be read.
    package static func folders(in folder: String) -> [String] {
        var found: [String] = []
        try? FolderListing.forEach(in: DiskFile(folder, for: .reading)) { entry in
            guard entry.kind == .folder || entry.kind == nil, !entry.name.hasPrefix(".") else { return }
            let path = Path.join(folder, entry.name)
            // Some file systems do not report the kind in the listing.
            if entry.kind == nil, (try? FileStatus(path: path))?.kind != .folder { return }
            found.append(path)
        }
        return found
    }

    /// Deletes a file; a missing one is not an error.
    package static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
    }

    /// Makes a private folder, and its missing parents with the usual permissions; an existing one is not an error.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        try makeFolder(Path.folder(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(path) }
        closeToOthers(path)
    }

    /// Closes a folder of ours that was made with the usual permissions.
    private static func closeToOthers(_ path: String) {
        guard let status = try? FileStatus(path: path), status.kind == .folder, status.isOurs, !status.isPrivate else {
            return
        }
        chmod(path, status.permissions & 0o700)
    }

    /// Makes a folder and its missing parents; an existing one is not an error.
    /// - Parameter isPrivate: only their owner may read the new folders.
    package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileError) {
        if isFolder(path) || path.isEmpty { return }
        try makeFolder(Path.folder(of: path), isPrivate: isPrivate)
        guard mkdir(path, isPrivate ? 0o700 : 0o777) == 0 || errno == EEXIST else { throw .last(path) }
        guard isFolder(path) else { throw FileError(path, .system(ENOTDIR)) }
    }

    /// Renames a file on the same disk, unless the new name is in use. Watchers of the folder are notified.
    ///
    /// - Returns: false when the name is in use.
    package static func move(_ path: String, to new: String) throws(FileError) -> Bool {
        let source = try DiskFile(Path.folder(of: path), for: .listing)
        let target = try DiskFile(Path.folder(of: new), for: .listing)
        guard try move(Path.name(of: path), in: source, to: Path.name(of: new), in: target) else { return false }
        // Watchers that wait for a file to be closed do not notice a new hard link.
        _ = try? DiskFile(new, for: .writing)
        return true
    }

    /// Renames a file between open folders of the same disk, unless the new name is in use.
    ///
    /// If the process is killed halfway, the file has both names. Without hard links, an empty file reserves the new
    /// name for a moment.
    /// - Returns: false when the name is in use.
    package static func move(
        _ name: String, in folder: DiskFile, to new: String, in target: DiskFile
    ) throws(FileError) -> Bool {
        let (from, to) = (folder.descriptor.number, target.descriptor.number)
        if linkat(from, name, to, new, 0) == 0 {
            guard unlinkat(from, name, 0) == 0 else {
                let error = FileError.last(Path.join(folder.path, name))
                unlinkat(to, new, 0)
                throw error
            }
            return true
        }
        if errno == EEXIST { return false }
        if errno == EXDEV || errno == ENOENT { throw .last(Path.join(folder.path, name)) }
        let reserved = openat(to, new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard reserved >= 0 else {
            if errno == EEXIST { return false }
            throw .last(Path.join(target.path, new))
        }
        close(reserved)
        guard renameat(from, name, to, new) == 0 else {
            let error = FileError.last(Path.join(folder.path, name))
            unlinkat(to, new, 0)
            throw error
        }
        return true
    }

    /// Deletes a folder if it is empty.
    package static func removeEmptyFolder(_ path: String) { rmdir(path) }

    /// Free bytes on the disk of a folder, or of its nearest existing parent; nil if unknown.
    package static func freeSpace(_ folder: String) -> Int? {
        var info = statvfs()
        guard statvfs(nearest(to: folder), &info) == 0 else { return nil }
        let (bytes, overflows) = Int(clamping: info.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: info.f_frsize))
        return overflows ? .max : bytes
    }

    /// Whether a file can be made there. For a folder that does not exist yet, checks its nearest existing parent.
    package static func isWritable(_ folder: String) -> Bool {
        let nearest = nearest(to: folder)
        return isFolder(nearest) && access(nearest, W_OK | X_OK) == 0
    }

    private static func nearest(to folder: String) -> String {
        var path = folder
        while !exists(path), path != "/", !path.isEmpty { path = Path.folder(of: path) }
        return path.isEmpty ? "." : path
    }

    /// Follows links.
    private static func status(_ path: String) -> FileStatus? { try? FileStatus(path: path, followingLinks: true) }
}

/// The bytes of a file that others may be writing to.
package struct FileContents: Sendable {
    package let bytes: [UInt8]
    /// The status before the first byte was read.
    package let status: FileStatus
    /// Whether the file had the same identity, size and time before and after. If not, `bytes` may mix two versions.
    package let isStable: Bool

    /// Reads a regular file; links are not followed.
    ///
    /// - Parameter limit: bytes; a longer one is refused before it is read.
    package init(path: String, limit: Int) throws(FileError) {
        let file: DiskFile
        (file, status) = try DiskFile.regular(path, limit: limit, followingLinks: false)
        bytes = try file.read(at: 0, atMost: status.size)
        isStable = (try? FileStatus(path: path)) == status && bytes.count == status.size
    }
}
