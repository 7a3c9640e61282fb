import Foundation

/// The system below the program: files, processes, threads, gauges. Nothing here knows of photos or of Espy, so that all
/// of it can serve others.
///
/// What is asked of the file system.
package enum Files {
    /// The most that is read of one input.
    package static let inputLimit = 256 << 20

    package static func isFolder(_ path: String) -> Bool { mode(of: path).map { $0 == S_IFDIR } ?? false }

    /// Bytes of a regular file; nil when there is none.
    package static func size(_ path: String) -> Int? {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
    }

    package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

    /// Two names of one file on disk?
    package static func same(_ first: String, _ second: String) -> Bool {
        var a = stat()
        var b = stat()
        return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }

    /// Reads a regular file. Its size is looked at first, so that a huge one costs nothing.
    package static func read(_ path: String, limit: Int = inputLimit) throws(FileError) -> [UInt8] {
        // O_NONBLOCK: opening a pipe that nobody writes to would wait forever.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        var info = stat()
        guard fstat(number, &info) == 0 else { throw .last(path) }
        switch info.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError(path, .folder)
        default: throw FileError(path, .special)
        }
        guard info.st_size <= limit else { throw FileError(path, .larger(thanBytes: limit)) }
        return try Descriptor(number).readAll(limit: limit, name: path)
    }

    /// The first bytes of a regular file, or all of them.
    package static func start(of path: String, bytes: Int) throws(FileError) -> [UInt8] {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw .last(path) }
        defer { close(number) }
        var buffer = [UInt8](repeating: 0, count: bytes)
        let count = buffer.withUnsafeMutableBytes { pread(number, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw .last(path) }
        return Array(buffer[..<count])
    }

    /// Names in a folder, hidden ones aside, in the order of their bytes.
    package static func names(in folder: String) throws(FileError) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
    }

    /// The same with the hidden ones.
    package static func allNames(in folder: String) throws(FileError) -> [String] {
        var names: [String] = []
        try forEach(in: folder) { name, _ in
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Paths of the folders in a folder, hidden ones and links aside; none where it cannot be read.
    package static func folders(in folder: String) -> [String] {
        var found: [String] = []
        try? forEach(in: folder) { name, kind in
            guard kind == Int32(DT_DIR) || kind == Int32(DT_UNKNOWN), !name.hasPrefix(".") else { return }
            let path = Path.join(folder, name)
            var info = stat()
            // Some file systems do not tell the kind with the name.
            if kind == Int32(DT_UNKNOWN), lstat(path, &info) != 0 || info.st_mode & S_IFMT != S_IFDIR { return }
            found.append(path)
        }
        return found
    }

    /// Calls `body` with the name and the kind of each entry.
    private static func forEach(in folder: String, _ body: (String, Int32) -> Void) throws(FileError) {
        guard let handle = opendir(folder) else { throw .last(folder) }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            body(name, Int32(entry.pointee.d_type))
        }
    }

    /// Makes a folder that only its owner may look into, and those above it as they usually are; one that is there
    /// already is fine.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        try makeFolder(Path.folder(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last(path) }
        closeToOthers(path)
    }

    /// Whoever made a folder of ours may have done it as folders usually are.
    private static func closeToOthers(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid(),
            info.st_mode & 0o077 != 0
        else { return }
        chmod(path, info.st_mode & 0o700)
    }

    /// Makes a folder and those above it; one that is there already is fine.
    package static func makeFolder(_ path: String) throws(FileError) {
        if isFolder(path) || path.isEmpty { return }
        try makeFolder(Path.folder(of: path))
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(path) }
        guard isFolder(path) else { throw FileError(path, .system(ENOTDIR)) }
    }

    /// Can a file be made there? For a folder that does not exist yet: in the nearest one above it that does.
    package static func isWritable(_ folder: String) -> Bool {
        var path = folder
        while !exists(path), path != "/", !path.isEmpty { path = Path.folder(of: path) }
        let nearest = path.isEmpty ? "." : path
        return isFolder(nearest) && access(nearest, W_OK | X_OK) == 0
    }

    private static func mode(of path: String) -> mode_t? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    }
}
