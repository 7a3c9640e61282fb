import EspyStore
import Foundation

/// Where the photos of an archive are: a folder, or an address that only other machines reach, such as `s3://lab/2026`.
package struct ArchiveRoot: Sendable, Equatable {
    /// Without a slash at its end.
    package let path: String
    /// Whether it is an address.
    package let isRemote: Bool
    /// As it was named; links may lead from there to `path`.
    private let name: String

    /// - Parameter name: an absolute path, or an address with `://`.
    package init?(_ name: String) {
        var name = name[...]
        while name.hasSuffix("/"), name != "/" { name = name.dropLast() }
        isRemote = name.contains("://")
        guard isRemote ? !name.hasSuffix(":") : name.hasPrefix("/") else { return nil }
        self.name = String(name)
        path = isRemote ? String(name) : FilePlace.canonical(String(name)) ?? String(name)
    }

    /// The whole path of a file, which may be told from here or from the root; nil for one that lies elsewhere.
    package func path(of file: String) -> String? {
        guard !file.isEmpty, !file.utf8.contains(0) else { return nil }
        if isRemote { return file.contains("://") ? below(file) : inside(file[...]) }
        // Spark names files on disks `file:/a` or `file:///a`.
        var file = file[...]
        if file.hasPrefix("file:") {
            file = file.dropFirst(5)
            while file.hasPrefix("//") { file = file.dropFirst() }
        }
        if file.contains("://") { return nil }
        if file.hasPrefix("/") { return below(String(file)) }
        return below(FileManager.default.currentDirectoryPath + "/" + file) ?? inside(file)
    }

    private func below(_ file: String) -> String? {
        for root in [path, name] where FolderPaths.holds(root, file) {
            return inside(file.dropFirst(FolderPaths.start(of: root).count))
        }
        return nil
    }

    /// - Parameter rest: from the root on.
    private func inside(_ rest: Substring) -> String? {
        let isPlain = rest.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !["", ".", ".."].contains($0)
        }
        return isPlain ? FolderPaths.start(of: path) + rest : nil
    }
}
