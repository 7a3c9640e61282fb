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
    package init(path: String, limit: Int) throws(StoreError) {
        // O_NONBLOCK: opening a pipe that nobody writes to would wait forever.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        var info = stat()
        guard fstat(number, &info) == 0 else { throw .last(path) }
        status = FileStatus(info)
        guard status.kind == .file else { throw .inaccessible(path: path, reason: "it is not a regular file") }
        guard status.size <= limit else {
            throw .inaccessible(path: path, reason: "more than \(limit >> 20) MB")
        }
        bytes = try Self.read(number, count: status.size, path)
        var after = stat()
        isStable = lstat(path, &after) == 0 && FileStatus(after) == status && bytes.count == status.size
    }

    /// At most the first bytes of a file; none where it cannot be read.
    package static func start(of path: String, count: Int) -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else { return [] }
        defer { close(number) }
        var info = stat()
        guard fstat(number, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return [] }
        return (try? read(number, count: count, path)) ?? []
    }

    private static func read(_ number: Int32, count: Int, _ path: String) throws(StoreError) -> [UInt8] {
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
            while filled < count {
                let got = unistdRead(number, buffer.baseAddress! + filled, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = .last(path) }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// `read` of the C library, whose name the method above hides.
private func unistdRead(_ number: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(number, bytes, count)
}
