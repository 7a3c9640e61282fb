import Foundation
import Synchronization

/// Writes whole files: others see the old file or the new one, never a partial one, and a killed process leaves nothing
/// behind.
package enum AtomicFile {
    /// Writes `bytes` to `path`, replacing what is there.
    ///
    /// Follows a link. Writes directly to a device or pipe.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let target = resolved(path)
        switch (try? FileStatus(path: target, followingLinks: true))?.kind {
        case .folder: throw FileError(path, .folder)
        case .file, nil: try TemporaryFile.make(in: Path.folder(of: target), bytes, for: path).replace(target)
        // A device or a pipe.
        case .link, .other: try DiskFile(target, for: .writing).write(bytes)
        }
    }

    /// Writes `bytes` to `path`, readable only by its owner, replacing what is there, which may be a link.
    package static func replacePrivate(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try TemporaryFile.make(in: Path.folder(of: path), bytes, isPrivate: true, for: path).replace(path)
    }

    /// Writes `bytes` to `path`, unless something already exists there.
    ///
    /// - Parameter isPrivate: only its owner may read it.
    package static func create(_ path: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(FileError) {
        let file = try TemporaryFile.make(in: Path.folder(of: path), bytes, isPrivate: isPrivate, for: path)
        if try !file.claim(path) { throw FileError(path, .system(EEXIST)) }
    }

    /// Writes `bytes` to the first of `stem.ext`, `stem-2.ext`, `stem-3.ext` … that does not exist yet.
    /// - Returns: the path that was taken.
    package static func create(
        in folder: String, stem: String, ext: String, _ bytes: [UInt8]
    )
        throws(FileError) -> String
    {
        let file = try TemporaryFile.make(in: folder, bytes, for: folder)
        var number = 0
        while true {
            number += 1
            let suffix = number == 1 ? "" : "-\(number)"
            let path = Path.join(folder, "\(stem)\(suffix).\(ext)")
            if try file.claim(path) { return path }
        }
    }

    /// The path with links resolved, if it exists.
    package static func resolved(_ path: String) -> String { Path.canonical(path) ?? path }
}

/// A complete file without a name, where the file system supports that; elsewhere it has a temporary name. It is locked
/// while in use, and deleted with the value.
struct TemporaryFile: ~Copyable {
    private static let prefix = ".espy-"
    /// Folders already swept: leftovers of killed processes are looked for once in each folder.
    private static let swept = Mutex<Set<String>>([])

    private let folder: String
    private let file: DiskFile
    /// Nil for a file without a name.
    private let name: String?

    /// Writes all bytes to the disk.
    ///
    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - isPrivate: only its owner may read it.
    ///   - target: the path that errors mention.
    static func make(
        in folder: String, _ bytes: [UInt8], isPrivate: Bool = false, for target: String
    ) throws(FileError) -> TemporaryFile {
        let isNew = swept.withLock { $0.insert(folder).inserted }
        if isNew { StaleFiles.sweep(folder, prefix: prefix, olderThan: 60) }
        let file = try open(in: folder, mode: isPrivate ? 0o600 : 0o666, for: target)
        _ = flock(file.number, LOCK_EX | LOCK_NB)
        try file.file.write(bytes)
        try file.file.sync()
        return file
    }

    private static func open(
        in folder: String, mode: mode_t, for target: String
    ) throws(FileError) -> TemporaryFile {
        if let file = DiskFile.unnamed(in: folder, mode: mode, path: target) {
            return TemporaryFile(folder: folder, file: file, name: nil)
        }
        let (file, name) = try DiskFile.named(in: folder, prefix: prefix, path: target)
        let named = TemporaryFile(folder: folder, file: file, name: name)
        let mask = umask(0)
        umask(mask)
        guard fchmod(named.number, mode & ~mask) == 0 else { throw named.last }
        return named
    }

    private init(folder: String, file: DiskFile, name: String?) {
        (self.folder, self.file, self.name) = (folder, file, name)
    }

    deinit { if let name { unlink(name) } }

    private var number: Int32 { file.descriptor.number }
    private var last: FileError { .last(file.path) }

    /// Replaces what is at `target`, in the same folder.
    func replace(_ target: String) throws(FileError) {
        let source = if let name { name } else { try linked() }
        guard rename(source, target) == 0 else {
            let error = last
            unlink(source)
            throw error
        }
    }

    /// Takes the name `path` unless it is in use, in one step.
    /// - Returns: false when it is in use.
    func claim(_ path: String) throws(FileError) -> Bool {
        if link(to: path) { return true }
        if errno == EEXIST { return false }
        // A file system without hard links (FAT, some network shares): an empty file reserves the name.
        guard let name else { throw last }
        do throws(FileError) {
            _ = try DiskFile(path, for: .making(isPrivate: false))
        } catch {
            if error.code == EEXIST { return false }
            throw FileError(file.path, error.cause)
        }
        guard rename(name, path) == 0 else {
            let error = last
            unlink(path)
            throw error
        }
        return true
    }

    /// Gives it a name for a moment: only a named file can replace another.
    private func linked() throws(FileError) -> String {
        while true {
            let letters = (0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() }
            let temporary = Path.join(folder, Self.prefix + String(letters))
            if link(to: temporary) { return temporary }
            guard errno == EEXIST else { throw last }
        }
    }

    private func link(to path: String) -> Bool {
        if let name { return linkat(AT_FDCWD, name, AT_FDCWD, path, 0) == 0 }
        return linkat(AT_FDCWD, "/proc/self/fd/\(number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    }
}

extension DiskFile {
    /// A private file that only this process can reach: it has no name, so nothing is left of it however the process
    /// ends.
    ///
    /// - Parameters:
    ///   - folder: on the disk that should hold it.
    ///   - prefix: of its temporary name on file systems without nameless files.
    package static func nameless(in folder: String, prefix: String) throws(FileError) -> DiskFile {
        if let file = unnamed(in: folder, mode: 0o600, path: folder) { return file }
        let (file, name) = try named(in: folder, prefix: prefix, path: folder)
        unlink(name)
        return file
    }

    /// - Returns: nil where nameless files are not supported.
    fileprivate static func unnamed(in folder: String, mode: mode_t, path: String) -> DiskFile? {
        #if os(Linux)
            guard access("/proc/self/fd", X_OK) == 0 else { return nil }
            // O_TMPFILE, a C macro that Swift cannot import.
            let number = open(folder.isEmpty ? "." : folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, mode)
            return number >= 0 ? DiskFile(adopting: number, path: path) : nil
        #else
            return nil
        #endif
    }

    /// A new file whose name is the prefix and six letters or digits.
    fileprivate static func named(
        in folder: String, prefix: String, path: String
    ) throws(FileError) -> (DiskFile, name: String) {
        var template = Array(Path.join(folder, "\(prefix)XXXXXX").utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last(path) }
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (DiskFile(adopting: number, path: path), name)
    }
}

/// Files left by processes that were killed while writing.
package enum StaleFiles {
    /// Deletes the user's own files that are named as by `mkstemp`, not locked, and not recent.
    ///
    /// - Parameters:
    ///   - prefix: of the names; six letters or digits follow it.
    ///   - age: in seconds; longer than any write takes.
    package static func sweep(_ folder: String, prefix: String, olderThan age: Int) {
        let names = (try? Files.allNames(in: folder.isEmpty ? "." : folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard rest.utf8.count == 6, rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
                let (file, status) = try? DiskFile.regular(Path.join(folder, name), followingLinks: false),
                status.isOurs, time(nil) - status.modified / 1_000_000_000 > age,
                flock(file.descriptor.number, LOCK_EX | LOCK_NB) == 0
            else { continue }
            unlink(file.path)
        }
    }
}
