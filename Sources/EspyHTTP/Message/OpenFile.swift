import Foundation

/// A regular file that is open for reading; closed when nobody holds it any more.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// In bytes, when it was opened.
    package let size: Int
    /// Seconds since 1970.
    package let modified: Int

    /// - Returns: nil when there is no such regular file, or it may not be read. A symbolic link at the end of the path
    ///   is not followed.
    package convenience init?(_ path: String) {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        self.init(adopting: opened)
    }

    /// Takes over a descriptor, which is closed at once when it is no regular file.
    package init?(adopting descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int(found.st_size)
        modified = Int(found.st_mtim.tv_sec)
    }

    deinit { close(descriptor) }

    /// The first bytes of it, or all.
    ///
    /// - Returns: nil when it cannot be read, or has become shorter.
    package func bytes(atMost limit: Int = .max) -> [UInt8]? {
        let wanted = min(size, limit)
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let count = pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
            isWhole = filled == wanted
        }
        return isWhole ? bytes : nil
    }
}
