/// Writes whole files: others see the old file or the new one, never a half.
package enum AtomicFile {
    /// Writes `bytes` to `path`, in place of what is there.
    ///
    /// A link is followed. A device or a pipe is written to as it is.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let target = resolved(path)
        if Files.isFolder(target) { throw FileError(path, .folder) }
        if isSpecial(target) { return try writeThrough(target, bytes) }
        let temporary = try writeBeside(target, named: path, bytes)
        guard rename(temporary, target) == 0 else {
            let error = FileError.last(path)
            unlink(temporary)
            throw error
        }
    }

    /// Writes `bytes` to `path`, unless there is something already.
    package static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let temporary = try writeBeside(path, named: path, bytes)
        defer { unlink(temporary) }
        guard try claim(path, from: temporary) else { throw FileError(path, .system(EEXIST)) }
    }

    /// Writes `bytes` to the first of `stem.ext`, `stem-2.ext`, `stem-3.ext` … that does not exist yet.
    /// - Returns: the path that was taken.
    package static func create(
        in folder: String, stem: String, ext: String, _ bytes: [UInt8]
    )
        throws(FileError) -> String
    {
        let temporary = try writeBeside(Path.join(folder, stem), named: folder, bytes)
        defer { unlink(temporary) }
        var number = 0
        while true {
            number += 1
            let suffix = number == 1 ? "" : "-\(number)"
            let path = Path.join(folder, "\(stem)\(suffix).\(ext)")
            if try claim(path, from: temporary) { return path }
        }
    }

    /// Gives `temporary` the name `path` unless that is taken, in one step.
    private static func claim(_ path: String, from temporary: String) throws(FileError) -> Bool {
        if link(temporary, path) == 0 { return true }
        if errno == EEXIST { return false }
        // A file system without hard links (FAT, some network shares): an empty file claims the name.
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard number >= 0 else {
            if errno == EEXIST { return false }
            throw .last(path)
        }
        close(number)
        guard rename(temporary, path) == 0 else {
            let error = FileError.last(path)
            unlink(path)
            throw error
        }
        return true
    }

    /// Writes a temporary file in the folder of `target`, with the permissions of a new file.
    private static func writeBeside(
        _ target: String, named name: String, _ bytes: [UInt8]
    )
        throws(FileError) -> String
    {
        var template = Array(Path.join(Path.folder(of: target), ".espy-XXXXXX").utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw .last(name) }
        defer { close(number) }
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        do throws(FileError) {
            let mask = umask(0)
            umask(mask)
            guard fchmod(number, 0o666 & ~mask) == 0 else { throw .last(name) }
            try Descriptor(number).writeAll(bytes, name: name)
            guard fsync(number) == 0 else { throw .last(name) }
        } catch {
            unlink(path)
            throw error
        }
        return path
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

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
