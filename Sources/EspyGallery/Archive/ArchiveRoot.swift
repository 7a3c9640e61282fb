import EspyStore

/// Where the photos of an archive are: a folder, or an address that only other machines reach, such as `s3://lab/2026`.
struct ArchiveRoot: Sendable, Equatable {
    /// Without a slash at its end.
    let path: String
    /// Whether it is an address.
    let isRemote: Bool

    /// - Parameter name: an absolute path, or an address with `://`.
    init?(_ name: String) {
        var path = name[...]
        while path.hasSuffix("/"), path != "/" { path = path.dropLast() }
        isRemote = path.contains("://")
        guard isRemote ? !path.hasSuffix(":") : path.hasPrefix("/") else { return nil }
        self.path = isRemote ? String(path) : FilePlace.canonical(String(path)) ?? String(path)
    }

    /// The whole path of a file; nil for one that lies elsewhere.
    func path(of file: String) -> String? {
        guard !file.isEmpty, !file.utf8.contains(0) else { return nil }
        // Spark names files on disks `file:/a`, with one slash or three.
        var name = file[...]
        if !isRemote, name.hasPrefix("file:") {
            name = name.dropFirst(5)
            while name.hasPrefix("//") { name = name.dropFirst() }
        }
        if FolderPaths.holds(path, String(name)) {
            let rest = name.dropFirst(FolderPaths.start(of: path).count)
            return Self.staysInside(rest) ? String(name) : nil
        }
        let isElsewhere = name.hasPrefix("/") || name.contains("://")
        return isElsewhere || !Self.staysInside(name) ? nil : FolderPaths.start(of: path) + name
    }

    private static func staysInside(_ path: Substring) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
