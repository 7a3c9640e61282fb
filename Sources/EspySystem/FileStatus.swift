import Foundation

/// What a file system says of a file: it tells without reading whether that is still the same.
package struct FileStatus: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case file, folder, link, other }

    package let kind: Kind
    /// Bytes.
    package let size: Int
    /// When its bytes changed last: nanoseconds since 1970.
    package let modified: Int
    /// Which file it is, whatever its name.
    package let identity: FileIdentity
    /// As `chmod` takes them.
    let permissions: mode_t
    private let owner: uid_t

    /// - Parameter followingLinks: of what a link leads to, and not of the link itself.
    /// - Throws: when it is gone or may not be looked at.
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
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        // A date far beyond what nanoseconds hold is nonsense, and no reason to trap.
        modified = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int(time.tv_nsec)
        identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
        permissions = info.st_mode & 0o7777
        owner = info.st_uid
    }

    /// The user who runs the program has made it.
    package var isOurs: Bool { owner == geteuid() }

    /// It is ours, and others may neither read nor write it.
    package var isPrivate: Bool { isOurs && permissions & 0o077 == 0 }
}

package struct FileIdentity: Sendable, Hashable {
    package let device: UInt64
    package let number: UInt64
}

/// The names in a folder, hidden ones aside.
package struct FolderListing: Sendable {
    package struct Entry: Sendable {
        package let name: String
        /// False for names that are no UTF-8: no file can be opened by what `name` makes of those.
        package let isText: Bool
        /// `nil` where the file system does not tell it with the name.
        package let kind: FileStatus.Kind?
    }

    /// In the order of their names.
    package let entries: [Entry]
    /// How many have hidden names.
    package let hidden: Int
    /// Whether nothing at all is in it, not even something hidden.
    package let isEmpty: Bool
    package let identity: FileIdentity

    /// Links are not followed, neither to the folder nor in it.
    ///
    /// - Parameter mostEntries: more than these are left out, so that no folder uses up the memory.
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

    /// Calls `body` with all that is in an open folder, in no order.
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
        // The end, or a disk that went away while it was read.
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
