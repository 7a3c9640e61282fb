import Foundation

/// The file descriptor of an open file, pipe or terminal.
package struct Descriptor: Sendable {
    package static let input = Descriptor(0)
    package static let output = Descriptor(1)
    package static let errors = Descriptor(2)

    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package var isTerminal: Bool { isatty(number) == 1 }

    /// Width of the terminal in columns; 80 if unknown.
    package var columns: Int {
        var size = winsize()
        return ioctl(number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Reads to the end.
    /// - Parameters:
    ///   - limit: bytes; more is an error.
    ///   - name: the name that errors mention.
    /// - Throws: also when the task is canceled, as `ECANCELED`: a pipe may stay silent forever.
    package func readAll(limit: Int, name: String) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let piece = try readPiece(&buffer, name: name)
            if piece.isEmpty { return bytes }
            guard bytes.count + piece.count <= limit else { throw FileError(name, .larger(thanBytes: limit)) }
            bytes += piece
        }
    }

    /// Waits for bytes and reads all that are available and fit into `buffer`.
    /// - Returns: a part of `buffer`; an empty one at the end.
    /// - Throws: also when the task is canceled, as `ECANCELED`.
    package func readPiece(_ buffer: inout [UInt8], name: String) throws(FileError) -> ArraySlice<UInt8> {
        while true {
            guard waitForInput() else { throw FileError(name, .system(ECANCELED)) }
            let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer[..<count] }
            if errno != EINTR { throw .last(name) }
        }
    }

    /// Moves all bytes into a new file, piece by piece.
    /// - Parameters:
    ///   - limit: bytes; more is an error.
    ///   - report: called with the number of bytes copied so far.
    /// - Throws: also when the task is canceled, as `ECANCELED`.
    package func copy(
        named name: String, to path: String, limit: Int, report: (Int) async -> Void = { _ in }
    ) async throws {
        let file = try DiskFile(path, for: .making(isPrivate: false))
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var total = 0
        while true {
            let piece = try readPiece(&buffer, name: name)
            if piece.isEmpty { break }
            total += piece.count
            guard total <= limit else { throw FileError(name, .larger(thanBytes: limit)) }
            try file.write(Array(piece))
            await report(total)
        }
        try file.sync()
    }

    /// Reads a line, without its end and surrounding blanks. Cuts off lines longer than a person types.
    /// - Throws: also when the task is canceled, as `ECANCELED`.
    package func readLine() throws(FileError) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4096 {
            guard waitForInput() else { throw FileError("standard input", .system(ECANCELED)) }
            let count = read(number, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, byte != 0x0A else { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// - Returns: false when the task was canceled before there was anything to read.
    func waitForInput() -> Bool {
        while !Task.isCancelled {
            var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, 50) != 0 { return true }
        }
        return false
    }

    /// Whether the output still has a reader; also true if unknown.
    package var isRead: Bool {
        var request = pollfd(fd: number, events: 0, revents: 0)
        return poll(&request, 1, 0) < 1 || Int32(request.revents) & (Int32(POLLERR) | Int32(POLLNVAL)) == 0
    }

    /// Writes everything, or throws.
    package func writeAll(_ bytes: [UInt8], name: String) throws(FileError) {
        try Self.forAll(bytes, name) { rest, _ in write(number, rest.baseAddress, rest.count) }
    }

    /// Repeats a system call until it has taken all bytes, however few it takes at a time.
    ///
    /// - Parameter take: gets the remaining bytes and their offset; returns the number taken, as `write` does.
    static func forAll(
        _ bytes: [UInt8], _ name: String, _ take: (UnsafeRawBufferPointer, Int) -> Int
    ) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[done...]), done) }
            if count < 0, errno == EINTR { continue }
            // Neither progress nor an error would loop forever.
            guard count > 0 else { throw count < 0 ? .last(name) : FileError(name, .system(EIO)) }
            done += count
        }
    }
}
