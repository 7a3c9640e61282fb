import EspySystem

/// Results of photos that are dropped into a folder: one file each, under a name that says of which photo it is, in which
/// state. What is there is not done again.
///
/// A photo that ended the program several times is not tried again: before each try a byte is written beside the results.
struct WatchFolder: Sendable {
    /// Tries of a photo that ends the program, which may also have been ended by something else.
    static let mostTries = 5

    private let path: String
    private var tries: String { Path.join(path, ".tries") }

    /// A photo in one state.
    struct Item: Sendable {
        let photo: String
        /// What names of its results begin with.
        let stem: String
        let size: Int
        /// Nanoseconds since 1970.
        let modified: Int
    }

    init(_ path: String) throws(FileError) {
        self.path = path
        try Files.makeFolder(path)
        try Files.makeFolder(tries)
    }

    /// Photos of a folder without a result, by name.
    func waiting(in folder: String) throws(FileError) -> [Item] {
        let done = Set(try Files.names(in: path).map(Self.stem))
        return try Files.names(in: folder)
            .filter { PhotoInput.extensions.contains(Path.fileExtension(of: $0)) }
            .compactMap { Self.item(Path.join(folder, $0)) }
            .filter { !done.contains($0.stem) }
    }

    /// Nil for what is no file any more.
    static func item(_ photo: String) -> Item? {
        guard Files.size(photo) != nil, let file = try? FileStatus(path: photo) else { return nil }
        let name = Path.name(of: photo)
        let state = SHA256.hex(of: Array("\(name)\0\(file.size)\0\(file.modified)".utf8)).prefix(12)
        return Item(
            photo: photo, stem: "\(Path.stem(of: name).prefix(100)).\(state)", size: file.size,
            modified: file.modified)
    }

    /// All of a name of a result before its extension; `.error.json` is one.
    private static func stem(_ name: String) -> String {
        name.hasSuffix(".error.json") ? String(name.dropLast(".error.json".count)) : Path.stem(of: name)
    }

    /// Says that a photo is about to be tried.
    /// - Returns: false where it was tried too often.
    func begin(_ item: Item) throws(FileError) -> Bool {
        let mark = Path.join(tries, item.stem)
        let before = Files.exists(mark) ? try Files.read(mark, limit: 1 << 10) : []
        guard before.count < Self.mostTries else { return false }
        try AtomicFile.replace(mark, with: before + [0x2E])
        return true
    }

    /// Keeps a result, whole or not at all. Its tries are forgotten.
    /// - Returns: the name of the file.
    @discardableResult
    func end(_ item: Item, _ text: [UInt8], ext: String) throws(FileError) -> String {
        let name = "\(item.stem).\(ext)"
        try AtomicFile.replace(Path.join(path, name), with: text)
        forget(item)
        return name
    }

    /// Also after an interrupt, which is nothing that the photo did.
    func forget(_ item: Item) { unlink(Path.join(tries, item.stem)) }
}
