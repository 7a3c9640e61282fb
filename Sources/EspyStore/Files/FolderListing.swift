/// The names in a folder, hidden ones aside.
package struct FolderListing: Sendable {
    /// Why a folder could not be listed.
    package enum Failure: Error, Sendable, Equatable {
        case missing
        /// It is there, but cannot be read; why, in the words of the system.
        case denied(String)
    }

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
    package init(path: String, mostEntries: Int = 4_000_000) throws(Failure) {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw Self.failure }
        guard let handle = fdopendir(number) else {
            close(number)
            throw Self.failure
        }
        defer { closedir(handle) }
        var info = stat()
        guard fstat(number, &info) == 0 else { throw Self.failure }
        identity = FileStatus(info).identity
        var found: [Entry] = []
        var (isEmpty, hidden) = (true, 0)
        errno = 0
        while let entry = readdir(handle) {
            let (name, isText) = Self.name(of: &entry.pointee)
            if name != ".", name != ".." { isEmpty = false }
            if name.hasPrefix(".") {
                hidden += name == "." || name == ".." ? 0 : 1
            } else if found.count < mostEntries {
                found.append(Entry(name: name, isText: isText, kind: Self.kind(entry.pointee.d_type)))
            }
            errno = 0
        }
        // The end, or a disk that went away while it was read.
        guard errno == 0 else { throw .denied(String(cString: strerror(errno))) }
        entries = found.sorted { $0.name < $1.name }
        (self.isEmpty, self.hidden) = (isEmpty, hidden)
    }

    private static var failure: Failure {
        switch errno {
        case ENOENT, ENOTDIR, ELOOP: .missing
        default: .denied(String(cString: strerror(errno)))
        }
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
