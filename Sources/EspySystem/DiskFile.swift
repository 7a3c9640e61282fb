import Foundation

/// An open file on disk, or an open folder; closed with its last user. Reading and writing at a place moves no other's, so
/// one may write while others read.
package final class DiskFile: Sendable {
    package let path: String
    package let descriptor: Descriptor

    /// What a file is opened for.
    package enum Purpose: Sendable {
        /// A pipe that nobody writes to is not waited for.
        case reading
        /// The same; a link at the end of the path is an error.
        case readingNoLink
        /// A folder; a link at the end of the path is an error.
        case listing
        /// Writing what is there: a device or a pipe.
        case writing
        /// Writing a file that is not there yet.
        case making(isPrivate: Bool)
        /// Reading and writing; made for its owner alone where there is none, and a link is an error.
        case changing
        /// The same, where all that is written comes behind the end.
        case appending

        fileprivate var flags: Int32 {
            switch self {
            // Opening a pipe that nobody writes to would wait forever.
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

    /// Takes over a descriptor.
    package init(adopting number: Int32, path: String) { (self.path, descriptor) = (path, Descriptor(number)) }

    deinit { close(descriptor.number) }

    /// Opens a regular file to read.
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

    /// Opens a file to read that is below a folder; nil when it is not, or is not there, or may not be read.
    ///
    /// The way is gone folder by folder, and never along a link: where a name leads is looked at while it is opened, so
    /// nobody can put a link there in between. A link within the folder to what lies in it, too, is looked up before.
    /// - Parameter folder: may itself be a link; whoever named it meant what it led to.
    package static func guarded(_ path: String, below folder: String) -> DiskFile? {
        if let file = walked(path, below: folder) { return file }
        guard let real = Path.canonical(path), real != path, let root = Path.canonical(folder) else { return nil }
        return walked(real, below: root)
    }

    private static func walked(_ path: String, below folder: String) -> DiskFile? {
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

    /// A descriptor of the same file that is closed by whoever takes it.
    package func duplicate() throws(FileError) -> Int32 {
        let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw .last(path) }
        return number
    }

    /// The bytes from a place on; fewer where the file ends.
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

    /// The bytes from a place on; `nil` when they are not all there.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        let bytes = try read(at: offset, atMost: count)
        return bytes.count == count ? bytes : nil
    }

    /// Writes bytes where the last ones ended.
    package func write(_ bytes: [UInt8]) throws(FileError) { try descriptor.writeAll(bytes, name: path) }

    /// Writes bytes at a place, which may be behind the end.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try Descriptor.forAll(bytes, path) { pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(offset + $1)) }
    }

    /// Cuts off what lies behind a place.
    package func truncate(to size: Int) throws(FileError) {
        guard ftruncate(descriptor.number, off_t(size)) == 0 else { throw .last(path) }
    }

    /// Says when its bytes changed last.
    /// - Parameter nanoseconds: since 1970.
    package func setModified(_ nanoseconds: Int) throws(FileError) {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: rest < 0 ? seconds - 1 : seconds, tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest)
        guard futimens(descriptor.number, [time, time]) == 0 else { throw .last(path) }
    }

    /// Returns once all that was written is on the disk.
    package func sync() throws(FileError) {
        guard fsync(descriptor.number) == 0 else { throw .last(path) }
    }
}
