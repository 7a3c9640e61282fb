/// Moves bytes from an open file or pipe into a new file, piece by piece.
enum Pump {
    /// - Parameters:
    ///   - limit: bytes; one more is an error.
    ///   - report: called with the bytes so far.
    /// - Throws: also when the task is cancelled, as `ECANCELED`.
    static func run(
        from source: Descriptor, named name: String, to path: String, limit: Int, report: (Int) async -> Void = { _ in }
    ) async throws {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw FileError.last(path) }
        defer { close(number) }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while true {
            guard source.waitForInput() else { throw FileError(name, .system(ECANCELED)) }
            let count = buffer.withUnsafeMutableBytes { read(source.number, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError.last(name)
            }
            total += count
            guard total <= limit else { throw FileError(name, .larger(thanBytes: limit)) }
            try Descriptor(number).writeAll(Array(buffer[..<count]), name: path)
            await report(total)
        }
        guard fsync(number) == 0 else { throw FileError.last(path) }
    }
}
