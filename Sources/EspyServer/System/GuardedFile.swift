import EspyHTTP
import Foundation

/// Opens files below folders that were added, and no others.
///
/// The way is gone folder by folder, and never along a link: where a name leads is looked at while it is opened, so
/// nobody can put a link there in between. A link within the folder to what lies in it, too, is looked up before.
enum GuardedFile {
    /// - Parameters:
    ///   - path: of the file.
    ///   - folder: that was added. It may itself be a link; whoever added it meant what it led to.
    /// - Returns: nil when the file is not below the folder, or is not there, or may not be read.
    static func open(_ path: String, below folder: String) -> OpenFile? {
        if let open = openDirectly(path, below: folder) { return open }
        guard let real = canonical(path), real != path, let root = canonical(folder) else { return nil }
        return openDirectly(real, below: root)
    }

    /// The one path without links; nil where there is nothing.
    private static func canonical(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }

    private static func openDirectly(_ path: String, below folder: String) -> OpenFile? {
        guard let names = names(of: path, below: folder) else { return nil }
        var descriptor = Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for (index, name) in names.enumerated() where descriptor >= 0 {
            let isLast = index == names.count - 1
            let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
            let next = openat(descriptor, name, flags)
            close(descriptor)
            descriptor = next
        }
        return descriptor >= 0 ? OpenFile(adopting: descriptor) : nil
    }

    /// The parts of the way from the folder to the file.
    static func names(of path: String, below folder: String) -> [String]? {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        // Compared byte by byte: to Swift, letters with accents are the same in two ways to write them.
        guard path.utf8.starts(with: start.utf8), !path.utf8.contains(0) else { return nil }
        let rest = String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        let names = rest.split(separator: "/").map(String.init)
        guard !names.isEmpty, !names.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        return names
    }
}
