import EspyApp
import EspyStore
import EspySystem

/// The contents of a backup: everything that the user entered or made. Excludes photos, models and whatever can be
/// recreated.
enum BackupContents {
    /// The folders of data and settings in the archive.
    static let data = "data"
    static let config = "config"
    static let manifest = "espy-backup.json"
    /// The database of the gallery. A separate file next to it contains a copy of the user's corrections.
    static let gallery = "data/gallery/gallery.sqlite"

    /// Temporary files, or files for this machine only.
    private static let left: Set<String> = ["models", "telemetry", "restore"]

    enum Kind: Equatable {
        /// A database that SQLite copies while other processes write.
        case database
        /// A file that is only appended to, or replaced atomically.
        case plain
    }

    struct File: Equatable {
        /// The name in the archive: `data/history.sqlite`.
        let name: String
        let path: String
        let kind: Kind
    }

    /// The files to back up, in the order of copying: files next to a database follow it, so that everything that its
    /// rows refer to is included.
    static func files(_ folders: Folders, config: String) -> [File] {
        var files = found(in: folders.data, below: data)
        for name in (try? Files.allNames(in: folders.data)) ?? [] where !left.contains(name) && !name.hasPrefix(".") {
            let folder = Path.join(folders.data, name)
            if Files.isFolder(folder) { files += found(in: folder, below: "\(data)/\(name)") }
        }
        if Files.size(config) != nil {
            files.append(File(name: "\(self.config)/config.json", path: config, kind: .plain))
        }
        return files.filter { $0.kind == .database } + files.filter { $0.kind == .plain }
    }

    private static func found(in folder: String, below name: String) -> [File] {
        let names = (try? Files.allNames(in: folder)) ?? []
        return names.compactMap { file in
            let path = Path.join(folder, file)
            guard Files.size(path) != nil, let kind = kind(of: file) else { return nil }
            return File(name: "\(name)/\(file)", path: path, kind: kind)
        }
    }

    /// - Returns: nil for files that are not backed up, and for unknown names.
    static func kind(of name: String) -> Kind? {
        if name.hasPrefix(".") { return nil }
        if name.hasSuffix(".sqlite") { return .database }
        if name.hasSuffix(".json") || name.hasSuffix(".jsonl") || name.hasSuffix(".csv") { return .plain }
        return name.contains(".sqlite-thumbnails") ? .plain : nil
    }

    /// The path for a file of an archive; nil for a name that is not in any backup. No name leads out of the two
    /// folders.
    static func target(of name: String, _ folders: Folders, config: String) -> File? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.last, (2...3).contains(parts.count), let kind = kind(of: last),
            parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.allSatisfy(isPlain) })
        else { return nil }
        if parts == [self.config, "config.json"] { return File(name: name, path: config, kind: .plain) }
        guard parts[0] == data, !left.contains(parts[1]) else { return nil }
        return File(name: name, path: parts.dropFirst().reduce(folders.data) { Path.join($0, $1) }, kind: kind)
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\") }
}

/// The list of files in an archive, with their properties.
struct BackupManifest: Codable, Equatable {
    struct File: Codable, Equatable {
        let name: String
        let bytes: Int
        let sha256: String
    }

    var version = 1
    /// Seconds since 1970.
    let created: Int
    let program: String
    let files: [File]
}
