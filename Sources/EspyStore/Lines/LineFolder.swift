/// A folder of files that only grow, by whole lines. Several processes may use it at once, each with files of its own.
///
/// Folder and files are for the user alone. Links are not followed.
public struct LineFolder: Sendable {
    public let path: String
    /// What the names of the files end with; all others are left alone.
    let suffix: String

    public init(path: String, suffix: String) {
        self.path = path
        self.suffix = suffix
    }

    public struct File: Sendable, Equatable {
        public let name: String
        /// Bytes.
        public let size: Int

        public init(name: String, size: Int) {
            self.name = name
            self.size = size
        }
    }

    public func exists() throws(StoreError) -> Bool {
        var info = stat()
        if stat(path, &info) == 0 { return true }
        guard errno == ENOENT else { throw .last(path) }
        return false
    }

    /// The regular files in it, in the order of their names; none where there is no folder.
    public func files() throws(StoreError) -> [File] {
        guard let handle = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .last(path)
        }
        defer { closedir(handle) }
        var files: [File] = []
        while let entry = readdir(handle) {
            let name = Self.name(of: &entry.pointee)
            var info = stat()
            guard name.hasSuffix(suffix), lstat(file(name), &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            files.append(File(name: name, size: Int(info.st_size)))
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Bytes of a file from a place on, fewer than asked for at its end; none when it is gone.
    public func read(_ name: String, from start: Int, atMost count: Int) throws(StoreError) -> [UInt8] {
        let number = open(file(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ENOENT { return [] }
            throw .last(file(name))
        }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(number, $0.baseAddress! + filled, count - filled, off_t(start + filled))
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .last(file(name)) }
            if got == 0 { break }
            filled += got
        }
        return Array(bytes[..<filled])
    }

    package func file(_ name: String) -> String { path + "/" + name }

    private static func name(of entry: inout dirent) -> String {
        withUnsafePointer(to: &entry.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                String(cString: $0)
            }
        }
    }
}

extension StoreError {
    /// The error that the last system call left behind.
    static func last(_ path: String) -> StoreError {
        let code = errno
        if code == ENOSPC || code == EDQUOT || code == EFBIG { return .full(path: path) }
        return .inaccessible(path: path, reason: String(cString: strerror(code)))
    }
}
