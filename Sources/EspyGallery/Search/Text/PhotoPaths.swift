import EspyStore

/// What the files of a photo are called.
struct PhotoPaths {
    /// Without what tells their format.
    private(set) var files: [String] = []
    /// From the folder that was added on; what lies above it is the same for all photos.
    private(set) var folders: [String] = []

    init() {}

    /// Of one file.
    init(_ path: String, in folder: String) { add(path, in: folder) }

    static func read(_ photo: Int, from database: Database) throws(StoreError) -> PhotoPaths {
        var names = PhotoPaths()
        let paths = try database.query(
            "SELECT files.path, folders.path FROM files JOIN folders ON folders.id = folder WHERE photo = ? LIMIT 100",
            [.integer(photo)]
        ) { (row) throws(StoreError) in (try row.text(0), try row.text(1)) }
        for (path, folder) in paths { names.add(path, in: folder) }
        return names
    }

    private mutating func add(_ path: String, in folder: String) {
        let top = folder.split(separator: "/").last.map(String.init) ?? ""
        let rest = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
        var parts = rest.split(separator: "/").map(String.init)
        guard let file = parts.popLast() else { return }
        let name = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        files.append(name.isEmpty ? file : String(name))
        folders.append(([top] + parts).joined(separator: "/"))
    }
}
