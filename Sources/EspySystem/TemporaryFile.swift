import Foundation
import Synchronization

/// A file with all its bytes that has no name yet, where the file system can do without; elsewhere it has one of its own.
/// It is locked as long as it is in use, and gone with the value.
package struct TemporaryFile: ~Copyable {
    private static let prefix = ".espy-"
    /// What others left behind is looked for once in each folder.
    private static let swept = Mutex<Set<String>>([])

    private let folder: String
    private let number: Int32
    /// Nil while it has none.
    private let name: String?

    /// Writes a file for its owner alone, in place of what is there.
    package static func replacePrivate(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let end = path.lastIndex(of: "/")
        // With the slash, so that the root is a folder, too.
        let folder = end.map { String(path[...$0]) } ?? ""
        try make(in: folder, bytes, isPrivate: true).replace(path)
    }

    /// Writes all bytes to the disk.
    ///
    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - isPrivate: for its owner alone.
    package static func make(
        in folder: String, _ bytes: [UInt8], isPrivate: Bool = false
    ) throws(SystemError) -> TemporaryFile {
        let isNew = swept.withLock { $0.insert(folder).inserted }
        if isNew { sweep(folder) }
        let file = try open(in: folder, isPrivate ? 0o600 : 0o666)
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        try writeAll(bytes, to: file.number)
        guard fsync(file.number) == 0 else { throw .last }
        return file
    }

    private static func open(in folder: String, _ mode: mode_t) throws(SystemError) -> TemporaryFile {
        if let number = openUnnamed(folder, mode) { return TemporaryFile(folder: folder, number: number, name: nil) }
        var template = Array(Path.join(folder, "\(prefix)XXXXXX").utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = TemporaryFile(folder: folder, number: number, name: name)
        let mask = umask(0)
        umask(mask)
        guard fchmod(number, mode & ~mask) == 0 else { throw .last }
        return file
    }

    private init(folder: String, number: Int32, name: String?) {
        (self.folder, self.number, self.name) = (folder, number, name)
    }

    deinit {
        if let name { unlink(name) }
        close(number)
    }

    /// Takes the place of what is at `target`, in the same folder.
    package func replace(_ target: String) throws(SystemError) {
        let source = if let name { name } else { try linked() }
        guard rename(source, target) == 0 else {
            let error = SystemError.last
            unlink(source)
            throw error
        }
    }

    /// Gets the name `path` unless that is taken, in one step.
    /// - Returns: false when it is.
    package func claim(_ path: String) throws(SystemError) -> Bool {
        if link(to: path) { return true }
        if errno == EEXIST { return false }
        // A file system without hard links (FAT, some network shares): an empty file claims the name.
        guard let name else { throw .last }
        let claimed = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard claimed >= 0 else {
            if errno == EEXIST { return false }
            throw .last
        }
        close(claimed)
        guard rename(name, path) == 0 else {
            let error = SystemError.last
            unlink(path)
            throw error
        }
        return true
    }

    /// Gives it a name for a moment: only what has one can replace another file.
    private func linked() throws(SystemError) -> String {
        while true {
            let letters = (0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() }
            let temporary = Path.join(folder, Self.prefix + String(letters))
            if link(to: temporary) { return temporary }
            guard errno == EEXIST else { throw .last }
        }
    }

    private func link(to path: String) -> Bool {
        if let name { return Self.hardLink(name, path) }
        return linkat(AT_FDCWD, "/proc/self/fd/\(number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }

    private static func hardLink(_ path: String, _ other: String) -> Bool {
        linkat(AT_FDCWD, path, AT_FDCWD, other, 0) == 0
    }

    /// - Returns: nil where there are no files without a name.
    private static func openUnnamed(_ folder: String, _ mode: mode_t) -> Int32? {
        #if os(Linux)
            guard access("/proc/self/fd", X_OK) == 0 else { return nil }
            // O_TMPFILE, which is put together from others in a way that Swift does not see.
            let number = openFile(
                folder.isEmpty ? "." : folder, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
            return number >= 0 ? number : nil
        #else
            return nil
        #endif
    }

    /// Takes away what processes left behind that were killed: files of the user's that are named as these, that nobody
    /// has locked, and that are not new.
    private static func sweep(_ folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
            let path = Path.join(folder, name)
            let number = openFile(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard number >= 0 else { continue }
            defer { close(number) }
            var info = stat()
            guard fstat(number, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid() else {
                continue
            }
            guard time(nil) - info.changed > 60, flock(number, LOCK_EX | LOCK_NB) == 0 else { continue }
            unlink(path)
        }
    }
}

// A method of the same name is nearer than the one of the C library.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 { open(path, flags, mode) }

extension stat {
    /// Seconds since 1970 when its bytes were last changed.
    fileprivate var changed: Int {
        #if canImport(Darwin)
            return st_mtimespec.tv_sec
        #else
            return st_mtim.tv_sec
        #endif
    }
}
