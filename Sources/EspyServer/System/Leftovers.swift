import Foundation

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
