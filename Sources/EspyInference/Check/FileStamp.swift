#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What tells without reading whether a file is still the same.
struct FileStamp: Hashable {
    let size: Int
    private let device: UInt64
    private let node: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// - Returns: nil when there is no regular file.
    init?(path: String) {
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
