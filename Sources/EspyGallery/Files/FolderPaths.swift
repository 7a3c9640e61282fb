/// Which of the folders that were added a path is in.
struct FolderPaths: Sendable {
    /// Longest first, so that the innermost one is met first.
    private let folders: [Folder]

    typealias Folder = (id: Int, path: String)

    init(_ folders: [Folder]) {
        self.folders = folders.sorted { ($0.path.utf8.count, $0.path) > ($1.path.utf8.count, $1.path) }
    }

    /// The innermost folder that holds `path`.
    func holder(of path: String) -> Folder? { folders.first { Self.holds($0.path, path) } }

    /// Folders that are in no other one: they are walked, and meet the others on the way.
    var outermost: [String] {
        folders.map(\.path).filter { path in !folders.contains { Self.holds($0.path, path) } }.sorted()
    }

    /// Those within another folder.
    func inside(_ outer: String) -> [String] { folders.map(\.path).filter { Self.holds(outer, $0) } }

    /// Is `path` below `folder`?
    static func holds(_ folder: String, _ path: String) -> Bool { path.hasPrefix(start(of: folder)) }

    /// What all paths below a folder begin with.
    static func start(of folder: String) -> String { folder == "/" ? "/" : folder + "/" }

    /// The first text behind all paths below a folder, in the order of bytes: `/` is followed by `0`.
    static func end(of folder: String) -> String { folder == "/" ? "0" : folder + "0" }
}
