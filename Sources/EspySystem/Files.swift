import Foundation

/// The system below the program: files, processes, threads, gauges. Nothing here knows of photos or of Espy, so that all
/// of it can serve others.
///
/// What is asked of the file system.
package enum Files {
    /// The most that is read of one input.
    package static let inputLimit = 256 << 20

    package static func isFolder(_ path: String) -> Bool { status(path)?.kind == .folder }

    /// Bytes of a regular file; nil when there is none.
    package static func size(_ path: String) -> Int? {
        status(path).flatMap { $0.kind == .file ? $0.size : nil }
    }

    package static func exists(_ path: String) -> Bool { status(path) != nil }

    /// Two names of one file on disk?
    package static func same(_ first: String, _ second: String) -> Bool {
        status(first).map { $0.identity == status(second)?.identity } ?? false
    }

    /// Reads a regular file. Its size is looked at first, so that a huge one costs nothing.
    package static func read(
        _ path: String, limit: Int = inputLimit, followingLinks: Bool = true
    ) throws(FileError) -> [UInt8] {
        // To its end: the files of the kernel have no size.
        let (file, _) = try DiskFile.regular(path, limit: limit, followingLinks: followingLinks)
        return try file.descriptor.readAll(limit: limit, name: path)
    }

    /// The first bytes of a regular file, or all of them.
    package static func start(of path: String, bytes: Int, followingLinks: Bool = true) throws(FileError) -> [UInt8] {
        try DiskFile.regular(path, followingLinks: followingLinks).file.read(at: 0, atMost: bytes)
    }

    /// Names in a folder, hidden ones aside, in the order of their bytes.
    package static func names(in folder: String) throws(FileError) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
    }

    /// The same with the hidden ones.
    package static func allNames(in folder: String) throws(FileError) -> [String] {
        var names: [String] = []
        try FolderListing.forEach(in: DiskFile(folder, for: .reading)) { names.append($0.name) }
        return names.sorted()
    }

    /// Paths of the folders in a folder, hidden ones and links aside; none where it cannot be read.
    package static func folders(in folder: String) -> [String] {
        var found: [String] = []
        try? FolderListing.forEach(in: DiskFile(folder, for: .reading)) { entry in
            guard entry.kind == .folder || entry.kind == nil, !entry.name.hasPrefix(".") else { return }
            let path = Path.join(folder, entry.name)
            // Some file systems do not tell the kind with the name.
            if entry.kind == nil, (try? FileStatus(path: path))?.kind != .folder { return }
            found.append(path)
        }
        return found
    }

    /// Deletes a file; one that is gone already is fine.
    package static func remove(_ path: String) throws(FileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .last(path) }
    }

    /// Makes a folder that only its owner may look into, and those above it as they usually are; one that is there
    /// already is fine.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        try makeFolder(Path.folder(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(path) }
        closeToOthers(path)
    }

    /// Whoever made a folder of ours may have done it as folders usually are.
    private static func closeToOthers(_ path: String) {
        guard let status = try? FileStatus(path: path), status.kind == .folder, status.isOurs, !status.isPrivate else {
            return
        }
        chmod(path, status.permissions & 0o700)
    }

    /// Makes a folder and those above it; one that is there already is fine.
    /// - Parameter isPrivate: only their owner may look into those that are made.
    package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileError) {
        if isFolder(path) || path.isEmpty { return }
        try makeFolder(Path.folder(of: path), isPrivate: isPrivate)
        guard mkdir(path, isPrivate ? 0o700 : 0o777) == 0 || errno == EEXIST else { throw .last(path) }
        guard isFolder(path) else { throw FileError(path, .system(ENOTDIR)) }
    }

    /// Gives a file another name on the same disk, unless that name is taken. Whoever watches the folder hears of it.
    ///
    /// Killed in the middle of it, the file has both names. Where the file system knows no second names, an empty file
    /// holds the new one for a moment.
    /// - Returns: false when it is taken.
    package static func move(_ path: String, to new: String) throws(FileError) -> Bool {
        if link(path, new) == 0 {
            unlink(path)
            // A second name that comes is no news to those who wait until a file is closed.
            _ = try DiskFile(new, for: .writing)
            return true
        }
        if errno == EEXIST { return false }
        do throws(FileError) {
            _ = try DiskFile(new, for: .making(isPrivate: false))
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
        guard rename(path, new) == 0 else {
            let error = FileError.last(path)
            unlink(new)
            throw error
        }
        return true
    }

    /// Deletes a folder, unless something is in it.
    package static func removeEmptyFolder(_ path: String) { rmdir(path) }

    /// Bytes that may still be written to the disk of a folder, or of the nearest one above it that is there; nil where
    /// the system does not say.
    package static func freeSpace(_ folder: String) -> Int? {
        var info = statvfs()
        guard statvfs(nearest(to: folder), &info) == 0 else { return nil }
        let (bytes, overflows) = Int(clamping: info.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: info.f_frsize))
        return overflows ? .max : bytes
    }

    /// Can a file be made there? For a folder that does not exist yet: in the nearest one above it that does.
    package static func isWritable(_ folder: String) -> Bool {
        let nearest = nearest(to: folder)
        return isFolder(nearest) && access(nearest, W_OK | X_OK) == 0
    }

    private static func nearest(to folder: String) -> String {
        var path = folder
        while !exists(path), path != "/", !path.isEmpty { path = Path.folder(of: path) }
        return path.isEmpty ? "." : path
    }

    /// Of what a link leads to.
    private static func status(_ path: String) -> FileStatus? { try? FileStatus(path: path, followingLinks: true) }
}

/// The bytes of a file that others may be writing to.
package struct FileContents: Sendable {
    package let bytes: [UInt8]
    /// As it was before the first byte was read.
    package let status: FileStatus
    /// Whether it was the same file of the same size and age before and after. If not, `bytes` may be half of one
    /// version and half of another.
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
