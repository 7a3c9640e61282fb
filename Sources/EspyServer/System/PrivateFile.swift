import Foundation

/// Writes files that nobody but their owner may read.
enum PrivateFile {
    /// In place of what is there, in one step.
    /// - Returns: 0, or the number of the error.
    static func replace(_ path: String, with bytes: [UInt8]) -> Int32 {
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = end == path.startIndex ? "." : String(path[..<end])
        let prefix = ".\(path[end...]).new-"
        Leftovers.sweep(folder, prefix: prefix)
        var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
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

/// Files that processes left behind which were killed while they wrote.
enum Leftovers {
    /// No write takes as long, in seconds.
    private static let age = 3600.0

    /// Removes what `mkstemp` named so long ago that nobody can still be writing to it.
    ///
    /// - Parameter prefix: of the name; six letters or digits follow it.
    static func sweep(_ folder: String, prefix: some StringProtocol) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            guard rest.utf8.count == 6, rest.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                continue
            }
            let path = folder + "/" + name
            var found = stat()
            guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_uid == geteuid(),
                Date().timeIntervalSince1970 - Double(found.st_mtim.tv_sec) > age
            else { continue }
            unlink(path)
        }
    }
}
