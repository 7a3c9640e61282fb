import Foundation

/// Writes whole files: others see the old file or the new one, never a half, and a process that is killed leaves nothing.
package enum AtomicFile {
    /// Writes `bytes` to `path`, in place of what is there.
    ///
    /// A link is followed. A device or a pipe is written to as it is.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let target = resolved(path)
        if Files.isFolder(target) { throw FileError(path, .folder) }
        if isSpecial(target) { return try writeThrough(target, bytes) }
        try named(path) { () throws(SystemError) in
            try TemporaryFile.make(in: Path.folder(of: target), bytes).replace(target)
        }
    }

    /// Writes `bytes` to `path`, unless there is something already.
    ///
    /// - Parameter isPrivate: for its owner alone.
    package static func create(_ path: String, _ bytes: [UInt8], isPrivate: Bool = false) throws(FileError) {
        let isNew = try named(path) { () throws(SystemError) in
            try TemporaryFile.make(in: Path.folder(of: path), bytes, isPrivate: isPrivate).claim(path)
        }
        if !isNew { throw FileError(path, .system(EEXIST)) }
    }

    /// Writes `bytes` to the first of `stem.ext`, `stem-2.ext`, `stem-3.ext` … that does not exist yet.
    /// - Returns: the path that was taken.
    package static func create(
        in folder: String, stem: String, ext: String, _ bytes: [UInt8]
    )
        throws(FileError) -> String
    {
        try named(folder) { () throws(SystemError) in
            let file = try TemporaryFile.make(in: folder, bytes)
            var number = 0
            while true {
                number += 1
                let suffix = number == 1 ? "" : "-\(number)"
                let path = Path.join(folder, "\(stem)\(suffix).\(ext)")
                if try file.claim(path) { return path }
            }
        }
    }

    /// Says which file it was where the system refuses.
    private static func named<Value>(
        _ path: String, _ write: () throws(SystemError) -> Value
    ) throws(FileError) -> Value {
        do throws(SystemError) { return try write() } catch { throw FileError(path, .system(error.code)) }
    }

    private static func writeThrough(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let number = open(path, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        try Descriptor(number).writeAll(bytes, name: path)
    }

    private static func isSpecial(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
    }

    /// The path without links, where there is something.
    package static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
