import Foundation

/// The metadata of a file, which shows without reading it whether it is still the same.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case file, folder, link, other }

    package let kind: Kind
    /// Bytes.
    package let size: Int
    /// When its bytes last changed: nanoseconds since 1970. Programs can set it.
    package let modified: Int
    /// When its bytes, its name or its mode last changed, which programs cannot set: with it, a file is another one if its
    /// number is that of a deleted file.
    private let changed: Int
    /// Identifies the file, whatever its name.
    package let identity: FileIdentity
    /// The mode bits of `chmod`.
    let permissions: mode_t
    private let owner: uid_t

    /// - Parameter followingLinks: describes a link's target instead of the link itself.
    /// - Throws: when it is gone or not accessible.
    package init(path: String, followingLinks: Bool = false) throws(FileError) {
        var info = stat()
        guard (followingLinks ? stat(path, &info) : lstat(path, &info)) == 0 else { throw .last(path) }
        self.init(info)
    }

    init(_ info: stat) {
        switch info.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFLNK: kind = .link
        default: kind = .other
        }
        size = Int(info.st_size)
        #if canImport(Darwin)
            (modified, changed) = (Self.nanoseconds(info.st_mtimespec), Self.nanoseconds(info.st_ctimespec))
        #else
            (modified, changed) = (Self.nanoseconds(info.st_mtim), Self.nanoseconds(info.st_ctim))
        #endif
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
        permissions = info.st_mode & 0o7777
        owner = info.st_uid
    }

    /// A date beyond the range of nanoseconds is nonsense, but no reason to trap.
    private static func nanoseconds(_ time: timespec) -> Int {
        Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int(time.tv_nsec)
    }

    /// Whether the user who runs the program owns it.
    package var isOurs: Bool { owner == geteuid() }

    /// Whether it is ours, and others may neither read nor write it.
    package var isPrivate: Bool { isOurs && permissions & 0o077 == 0 }
}

package struct FileIdentity: Sendable, Hashable {
    package let device: UInt64
    package let number: UInt64
}

/// The names in a folder, except hidden ones.
package struct FolderListing: Sendable {
    package struct Entry: Sendable {
        package let name: String
        /// False for names that are not UTF-8: `name` cannot be used to open those.
        package let isText: Bool
        /// `nil` where the file system does not report it in the listing.
        package let kind: FileStatus.Kind?
    }

    /// Sorted by name.
    package let entries: [Entry]
    /// The number of hidden names.
    package let hidden: Int
    /// Whether it contains nothing at all, not even hidden entries.
    package let isEmpty: Bool
    package let identity: FileIdentity

    /// Links are not followed, neither to the folder nor in it.
    ///
    /// - Parameter mostEntries: the rest is left out, which limits the memory used.
    package init(path: String, mostEntries: Int = 4_000_000) throws(FileError) {
        var (found, hidden): ([Entry], Int) = ([], 0)
        let folder = try DiskFile(path, for: .listing)
        try Self.forEach(in: folder) { entry in
            if entry.name.hasPrefix(".") {
                hidden += 1
            } else if found.count < mostEntries {
                found.append(entry)
            }
        }
        identity = try folder.status().identity
        entries = found.sorted { $0.name < $1.name }
        (isEmpty, self.hidden) = (found.isEmpty && hidden == 0, hidden)
    }

    /// Calls `body` with each entry of an open folder, in no particular order.
    static func forEach(in folder: DiskFile, _ body: (Entry) -> Void) throws(FileError) {
        // Closing the handle closes its descriptor.
        let number = try folder.duplicate()
        guard let handle = fdopendir(number) else {
            let error = FileError.last(folder.path)
            close(number)
            throw error
        }
        defer { closedir(handle) }
        errno = 0
        while let entry = readdir(handle) {
            let (name, isText) = name(of: &entry.pointee)
            if name != ".", name != ".." { body(Entry(name: name, isText: isText, kind: kind(entry.pointee.d_type))) }
            errno = 0
        }
        // The end, or a disk that was removed while reading.
        guard errno == 0 else { throw .last(folder.path) }
    }

    private static func kind(_ type: UInt8) -> FileStatus.Kind? {
        switch Int(type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): nil
        default: .other
        }
    }

    private static func name(of entry: inout dirent) -> (String, Bool) {
        withUnsafePointer(to: &entry.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                if let name = String(validatingCString: $0) { return (name, true) }
                return (String(cString: $0), false)
            }
        }
    }
}
