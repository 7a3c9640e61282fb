import EspyApp
import EspyStore
import EspySystem

/// What a backup holds: all that people said and made. Photos, models and what can be made again are not in it.
enum BackupContents {
    /// Where the files of the data and of the settings stand in the archive.
    static let data = "data"
    static let config = "config"
    static let manifest = "espy-backup.json"
    /// The database of the gallery, which has a copy of what people said beside it.
    static let gallery = "data/gallery/gallery.sqlite"

    /// What is not worth keeping, or is this machine's alone.
    private static let left: Set<String> = ["models", "telemetry", "restore"]

    enum Kind: Equatable {
        /// Copied by SQLite while others write.
        case database
        /// Only ever grows, or is replaced as a whole.
        case plain
    }

    struct File: Equatable {
        /// In the archive: `data/history.sqlite`.
        let name: String
        let path: String
        let kind: Kind
    }

    /// The files of these folders that belong into a backup, in the order in which they are copied: what grows beside a
    /// database comes after it, so that all that its rows name is there.
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

    /// - Returns: nil for what is not kept, and for no name of ours.
    static func kind(of name: String) -> Kind? {
        if name.hasPrefix(".") { return nil }
        if name.hasSuffix(".sqlite") { return .database }
        if name.hasSuffix(".json") || name.hasSuffix(".jsonl") || name.hasSuffix(".csv") { return .plain }
        return name.contains(".sqlite-thumbnails") ? .plain : nil
    }

    /// Where a file of an archive belongs; nil for a name that no backup has. Nothing leads out of the two folders.
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

/// What an archive says of itself, and of each file.
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
