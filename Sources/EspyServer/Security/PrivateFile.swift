import Foundation

/// Writes files that nobody but their owner may read.
enum PrivateFile {
    /// In place of what is there, in one step.
    /// - Returns: 0, or the number of the error.
    static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
        var template = Array((path + ".XXXXXX").utf8CString)
        // mkstemp makes files that only their owner can read.
        let number = mkstemp(&template)
        guard number >= 0 else { return errno }
        let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard fill(number, bytes), rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            return code
        }
        return 0
    }

    /// Closes the file in any case.
    private static func fill(_ number: Int32, _ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { break }
            done += max(count, 0)
        }
        let isOnDisk = done == bytes.count && fsync(number) == 0
        let code = errno
        close(number)
        errno = code
        return isOnDisk
    }
}
