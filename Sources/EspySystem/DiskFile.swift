import Foundation

/// An open file or folder on disk, closed with its last reference. Positional reads and writes do not affect each
/// other, so one task may write while others read.
package final class DiskFile: Sendable {
    package let path: String
    package let descriptor: Descriptor

    /// The access that a file is opened with.
    package enum Purpose: Sendable {
        /// Does not wait for a pipe without a writer.
        case reading
        /// The same; a link at the end of the path is an error.
        case readingNoLink
        /// A folder; a link at the end of the path is an error.
        case listing
        /// Writing to something that exists: a device or a pipe.
        case writing
        /// Writing a new file.
        case making(isPrivate: Bool)
        /// Reading and writing; created as a private file if missing, and a link is an error.
        case changing
        /// The same, with all writes at the end of the file.
        case appending

        fileprivate var flags: Int32 {
            switch self {
            // Opening a pipe without a writer would wait forever.
            case .reading: O_RDONLY | O_NONBLOCK
            case .readingNoLink: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
            case .listing: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            case .writing: O_WRONLY
            case .making: O_WRONLY | O_CREAT | O_EXCL
            case .changing: O_RDWR | O_CREAT | O_NOFOLLOW
            case .appending: O_RDWR | O_CREAT | O_NOFOLLOW | O_APPEND
            }
        }

        fileprivate var mode: mode_t {
            if case .making(isPrivate: false) = self { 0o666 } else { 0o600 }
        }
    }

    package init(_ path: String, for purpose: Purpose) throws(FileError) {
        let number = open(path, purpose.flags | O_CLOEXEC, purpose.mode)
        guard number >= 0 else { throw .last(path) }
        (self.path, descriptor) = (path, Descriptor(number))
    }

    /// Takes ownership of a descriptor.
    package init(adopting number: Int32, path: String) { (self.path, descriptor) = (path, Descriptor(number)) }

    deinit { close(descriptor.number) }

    /// Opens a regular file for reading.
    /// - Parameter limit: bytes; a longer one is refused before it is read.
    package static func regular(
        _ path: String, limit: Int = .max, followingLinks: Bool = true
    ) throws(FileError) -> (file: DiskFile, status: FileStatus) {
        let file = try DiskFile(path, for: followingLinks ? .reading : .readingNoLink)
        let status = try file.status()
        switch status.kind {
        case .file: break
        case .folder: throw FileError(path, .folder)
        case .link, .other: throw FileError(path, .special)
        }
        guard status.size <= limit else { throw FileError(path, .larger(thanBytes: limit)) }
        return (file, status)
    }

    /// Opens a file below a folder for reading; nil when it is not below it, missing or not readable.
    ///
    /// The path is opened folder by folder, never following a link: each name is checked while it is opened, so a link
    /// cannot be slipped in between. A link that stays within the folder is resolved first.
    /// - Parameter folder: may itself be a link.
    package static func guarded(_ path: String, below folder: String) -> DiskFile? {
        if let file = walked(path, below: folder) { return file }
        guard let real = Path.canonical(path), real != path, let root = Path.canonical(folder) else { return nil }
        return walked(real, below: root)
    }

    /// Opens a file or folder below a folder, name by name, and never through a link.
    static func walked(_ path: String, below folder: String) -> DiskFile? {
        guard let names = Path.names(of: path, below: folder) else { return nil }
        var number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for (index, name) in names.enumerated() where number >= 0 {
            let isLast = index == names.count - 1
            let next = openat(
                number, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY))
            close(number)
            number = next
        }
        return number >= 0 ? DiskFile(adopting: number, path: path) : nil
    }

    package func status() throws(FileError) -> FileStatus {
        var info = stat()
        guard fstat(descriptor.number, &info) == 0 else { throw .last(path) }
        return FileStatus(info)
    }

    /// Returns a new descriptor of the same file; the caller closes it.
    package func duplicate() throws(FileError) -> Int32 {
        let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw .last(path) }
        return number
    }

    /// Reads bytes at an offset; fewer at the end of the file.
    package func read(at offset: Int, atMost count: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor.number, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = .last(path) }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads exactly `count` bytes at an offset; `nil` when there are fewer.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        let bytes = try read(at: offset, atMost: count)
        return bytes.count == count ? bytes : nil
    }

    /// Writes bytes after the last ones written.
    package func write(_ bytes: [UInt8]) throws(FileError) { try descriptor.writeAll(bytes, name: path) }

    /// Writes bytes at an offset, which may be beyond the end.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try Descriptor.forAll(bytes, path) { pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(offset + $1)) }
    }

    /// Cuts the file to `size` bytes.
    package func truncate(to size: Int) throws(FileError) {
        guard ftruncate(descriptor.number, off_t(size)) == 0 else { throw .last(path) }
    }

    /// Sets the time when its bytes last changed.
    /// - Parameter nanoseconds: since 1970.
    package func setModified(_ nanoseconds: Int) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: rest < 0 ? seconds - 1 : seconds, tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest)
        guard futimens(descriptor.number, [time, time]) == 0 else { throw .last(path) }
    }

    /// Returns once everything written is on the disk.
    package func sync() throws(FileError) {
        guard fsync(descriptor.number) == 0 else { throw .last(path) }
    }
}
