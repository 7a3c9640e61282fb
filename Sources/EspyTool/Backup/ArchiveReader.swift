import EspySystem

/// Reads an archive from its beginning to its end.
struct ArchiveReader {
    private let number: Int32
    private let path: String

    init(_ number: Int32, _ path: String) { (self.number, self.path) = (number, path) }

    /// - Returns: nil at the end.
    func entry() throws -> TarFile.Entry? {
        var header = [UInt8](repeating: 0, count: TarFile.block)
        guard try fill(&header) == header.count else { throw BackupRestorer.noBackup(path, "it ends too early") }
        do throws(TarFile.Failure) {
            return try TarFile.entry(of: header)
        } catch .damaged(let reason) {
            throw BackupRestorer.noBackup(path, reason)
        }
    }

    func unpack(_ entry: TarFile.Entry, to place: String) throws {
        let target = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw FileError.last(place) }
        defer { close(target) }
        var left = entry.bytes
        while left > 0 {
            try Task.checkCancellation()
            var buffer = [UInt8](repeating: 0, count: min(left, 1 << 18))
            guard try fill(&buffer) == buffer.count else { throw BackupRestorer.noBackup(path, "it ends too early") }
            try Descriptor(target).writeAll(buffer, name: place)
            left -= buffer.count
        }
        guard fsync(target) == 0 else { throw FileError.last(place) }
        var padding = [UInt8](repeating: 0, count: TarFile.padding(entry.bytes))
        _ = try fill(&padding)
    }

    /// - Returns: how many bytes there were.
    private func fill(_ buffer: inout [UInt8]) throws -> Int {
        var count = 0
        while count < buffer.count {
            let got = buffer.withUnsafeMutableBytes {
                read(number, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got == 0 { break }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FileError.last(path) }
            count += got
        }
        return count
    }
}
