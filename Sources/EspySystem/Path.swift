import Foundation

/// Parses and resolves paths.
package enum Path {
    package static func join(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// Makes a path absolute, relative to the working directory.
    package static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : join(FileManager.default.currentDirectoryPath, path)
    }

    /// Everything before the last part: `a` for `a/b.jpg` and for `a/b/`, empty for `b.jpg`, `/` for `/b.jpg`.
    package static func folder(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/") else { return "" }
        return slash == trimmed.startIndex ? "/" : withoutTrailingSlashes(String(trimmed[..<slash]))
    }

    /// The last part.
    package static func name(of path: String) -> String {
        let trimmed = withoutTrailingSlashes(path)
        guard let slash = trimmed.lastIndex(of: "/"), trimmed != "/" else { return trimmed }
        return String(trimmed[trimmed.index(after: slash)...])
    }

    /// The last part without its extension.
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// In lower case, without the dot; empty when there is none.
    package static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The path of a file or folder with all links resolved; `nil` when it does not exist.
    package static func canonical(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(validatingCString: found)
    }

    /// The path components from a folder to a file below it; nil when it is not below, or the path contains `..`.
    package static func names(of path: String, below folder: String) -> [String]? {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        // Compared byte by byte: Swift treats different encodings of an accented letter as equal.
        guard path.utf8.starts(with: start.utf8), !path.utf8.contains(0) else { return nil }
        let rest = String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        let names = rest.split(separator: "/").map(String.init)
        guard !names.isEmpty, !names.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        return names
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var end = path.endIndex
        while end > path.startIndex, path[path.index(before: end)] == "/" { end = path.index(before: end) }
        return end == path.startIndex && !path.isEmpty ? "/" : String(path[..<end])
    }
}
