import Synchronization

/// Writes whole files: others see the old file or the new one, never a half, and a process that is killed leaves nothing.
package enum AtomicFile {
    /// Writes `bytes` to `path`, in place of what is there.
    ///
    /// A link is followed. A device or a pipe is written to as it is.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let target = resolved(path)
        if Files.isFolder(target) { throw FileError(path, .folder) }
        if isSpecial(target) { return try writeThrough(target, bytes) }
        let file = try TemporaryFile.make(in: Path.folder(of: target), named: path, bytes)
        try file.replace(target, named: path)
    }

    /// Writes `bytes` to `path`, unless there is something already.
    ///
    /// - Parameter isPrivate: for its owner alone.
    package static func create(_ path: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(FileError) {
        let file = try TemporaryFile.make(in: Path.folder(of: path), named: path, bytes, isPrivate: isPrivate)
        guard try file.claim(path) else { throw FileError(path, .system(EEXIST)) }
    }

    /// Writes `bytes` to the first of `stem.ext`, `stem-2.ext`, `stem-3.ext` … that does not exist yet.
    /// - Returns: the path that was taken.
    package static func create(
        in folder: String, stem: String, ext: String, _ bytes: [UInt8]
    )
        throws(FileError) -> String
    {
        let file = try TemporaryFile.make(in: folder, named: folder, bytes)
        var number = 0
        while true {
            number += 1
            let suffix = number == 1 ? "" : "-\(number)"
            let path = Path.join(folder, "\(stem)\(suffix).\(ext)")
            if try file.claim(path) { return path }
        }
    }

    private static func writeThrough(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let number = open(path, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        try Descriptor(number).writeAll(bytes, name: path)
    }

    private static func isSpecial(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
    }

    /// The path without links, where there is something.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

/// A file with all its bytes that has no name yet, where the file system can do without; elsewhere it has one of its own.
/// It is locked as long as it is in use, and gone with the value.
private struct TemporaryFile: ~Copyable {
    private static let prefix = ".espy-"
    /// What others left behind is looked for once in each folder.
    private static let swept = Mutex<Set<String>>([])

    private let folder: String
    private let number: Int32
    /// Nil while it has none.
    private let name: String?

    /// - Parameters:
    ///   - path: what errors call it.
    ///   - isPrivate: for its owner alone.
    static func make(
        in folder: String, named path: String, _ bytes: [UInt8], isPrivate: Bool = false
    ) throws(FileError) -> TemporaryFile {
        let isNew = swept.withLock { $0.insert(folder).inserted }
        if isNew { sweep(folder) }
        let file = try open(in: folder, named: path, isPrivate ? 0o600 : 0o666)
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        try Descriptor(file.number).writeAll(bytes, name: path)
        guard fsync(file.number) == 0 else { throw .last(path) }
        return file
    }

    private static func open(in folder: String, named path: String, _ mode: mode_t) throws(FileError) -> TemporaryFile {
        if let number = openUnnamed(folder, mode) { return TemporaryFile(folder: folder, number: number, name: nil) }
        var template = Array(Path.join(folder, "\(prefix)XXXXXX").utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last(path) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let file = TemporaryFile(folder: folder, number: number, name: name)
        let mask = umask(0)
        umask(mask)
        guard fchmod(number, mode & ~mask) == 0 else { throw .last(path) }
        return file
    }

    private init(folder: String, number: Int32, name: String?) {
        (self.folder, self.number, self.name) = (folder, number, name)
    }

    deinit {
        if let name { unlink(name) }
        close(number)
    }

    /// Takes the place of what is at `target`.
    func replace(_ target: String, named path: String) throws(FileError) {
        let source = if let name { name } else { try linked(path) }
        guard rename(source, target) == 0 else {
            let error = FileError.last(path)
            unlink(source)
            throw error
        }
    }

    /// Gets the name `path` unless that is taken, in one step.
    /// - Returns: false when it is.
    func claim(_ path: String) throws(FileError) -> Bool {
        if link(to: path) { return true }
        if errno == EEXIST { return false }
        // A file system without hard links (FAT, some network shares): an empty file claims the name.
        guard let name else { throw .last(path) }
        let claimed = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard claimed >= 0 else {
            if errno == EEXIST { return false }
            throw .last(path)
        }
        close(claimed)
        guard rename(name, path) == 0 else {
            let error = FileError.last(path)
            unlink(path)
            throw error
        }
        return true
    }

    /// Gives it a name for a moment: only what has one can replace another file.
    private func linked(_ path: String) throws(FileError) -> String {
        while true {
            let letters = (0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() }
            let temporary = Path.join(folder, Self.prefix + String(letters))
            if link(to: temporary) { return temporary }
            guard errno == EEXIST else { throw .last(path) }
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
        let names = (try? Files.allNames(in: folder.isEmpty ? "." : folder)) ?? []
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
