/// One file that many small things are put into, one behind the other. It only grows; where each thing lies is kept
/// elsewhere. Others may read while one writes.
package final class PackFile: Sendable {
    private let number: Int32
    package let path: String

    /// Opens the file, or makes it (readable by its owner alone).
    package init(path: String) throws(StoreError) {
        self.path = path
        number = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw .last(path) }
    }

    /// Opens the file to read; `nil` when there is none.
    package init?(reading path: String) {
        self.path = path
        number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if number < 0 { return nil }
    }

    deinit { close(number) }

    /// Bytes.
    package func size() throws(StoreError) -> Int {
        var info = stat()
        guard fstat(number, &info) == 0 else { throw .last(path) }
        return Int(info.st_size)
    }

    /// Writes bytes at a place, which may be behind the end.
    package func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(number, $0.baseAddress! + start, $0.count - start, off_t(offset + start))
            }
            if count >= 0 {
                start += count
            } else if errno != EINTR {
                throw .last(path)
            }
        }
    }

    /// The bytes from a place on; `nil` when they are not all there.
    package func read(at offset: Int, count: Int) throws(StoreError) -> [UInt8]? {
        guard offset >= 0, count >= 0 else { return nil }
        var failure: StoreError?
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
            while filled < count {
                let got = pread(number, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = .last(path) }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes.count == count ? bytes : nil
    }

    /// Cuts off what lies behind a place.
    package func truncate(to size: Int) throws(StoreError) {
        guard ftruncate(number, off_t(size)) == 0 else { throw .last(path) }
    }

    /// Returns once all that was written is on the disk.
    package func sync() throws(StoreError) {
        guard fsync(number) == 0 else { throw .last(path) }
    }
}
