#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Size and checksum of a file on disk.
public struct FileSum: Sendable, Equatable {
    public let bytes: Int
    public let sha256: String

    /// Reads the file piece by piece.
    ///
    /// - Returns: nil when it cannot be read or is no regular file.
    public init?(path: String) {
        guard FileStamp(path: path) != nil else { return nil }
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var sum = SHA256()
        var total = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            buffer.withUnsafeBytes { sum.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            total += count
        }
        bytes = total
        sha256 = sum.finish()
    }
}

/// What tells without reading whether a file is still the same.
package struct FileStamp: Hashable {
    package let size: Int
    private let device: UInt64
    private let node: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil when there is no regular file.
    package init?(path: String) {
        var info = stat()
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(info.st_size)
        device = UInt64(truncatingIfNeeded: info.st_dev)
        node = UInt64(truncatingIfNeeded: info.st_ino)
        #if canImport(Darwin)
            let changed = info.st_mtimespec
        #else
            let changed = info.st_mtim
        #endif
        seconds = Int(changed.tv_sec)
        nanoseconds = Int(changed.tv_nsec)
    }
}
