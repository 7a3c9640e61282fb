import EspySystem

/// A folder that was added to a gallery, with all that is in it.
public struct GalleryFolder: Sendable, Equatable, Codable, Identifiable {
    public let id: Int
    /// Absolute, without links in it.
    public let path: String
    /// Seconds since 1970.
    public let added: Int
    /// As the last scan found it.
    public let state: State
    /// Files in it that are photos.
    public let photos: Int
    /// Files and folders in it that cannot be read.
    public let problems: Int

    public enum State: String, Sendable, Codable, CaseIterable {
        case ok
        /// It is not there, or an empty place is left of it: a disk that is not mounted. Its photos stay known.
        case missing
        /// It is there, and this process may not read it. Its photos stay known.
        case denied
        /// An address that only other machines reach; what they found on its photos was taken in.
        case remote
    }
}

/// How much a gallery holds.
public struct GalleryStatus: Sendable, Equatable, Codable {
    public let folders: Int
    public let photos: Int
    /// Files that are photos; two equal files are one photo.
    public let files: Int
    /// Files and folders that cannot be read.
    public let problems: Int
    /// Photos that are still to be analyzed, or again by a newer analysis.
    public let waiting: Int
    /// Files in the folders that are no photos of the gallery, by why that is.
    public let passedOver: [PassedOver: Int]
}

/// Why files in the folders of a gallery are no photos of it.
public enum PassedOver: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    /// Their names or first bytes say that they are no pictures.
    case noPicture
    /// Pictures in folders in which other programs keep small copies, or what was thrown away.
    case smallCopy
    /// Files and folders with hidden names.
    case hidden
    /// Links to what is outside of all folders that were added.
    case linkOutside
    /// Links to what is not there.
    case brokenLink
    /// Sidecars without their photo.
    case sidecarAlone
}

/// A path that cannot become a photo, and why.
public struct GalleryProblem: Sendable, Equatable, Codable {
    /// Of a file, or of a folder within those that were added.
    public let path: String
    /// In words, for a person.
    public let reason: String
}

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

/// A folder in which another disk begins.
///
/// When that is not mounted, the folder is empty or not there at all, as if somebody had deleted what was in it.
enum MountedDisk {
    static func begins(at path: String) -> Bool {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return false }
        let outer = slash == path.startIndex ? "/" : String(path[..<slash])
        guard let here = try? FileStatus(path: path), let around = try? FileStatus(path: outer) else { return false }
        return here.kind == .folder && here.identity.device != around.identity.device
    }

    static let problem = "the disk that was here is not connected; what is known of its photos is kept"
}

/// What is in a folder, for somebody who chooses one: the folders in it, and how many photos lie among them.
package struct FolderChoices: Sendable, Equatable, Encodable {
    /// Absolute, without links.
    package let path: String
    /// The folder around it; nil for the outermost one.
    package let parent: String?
    /// By name; hidden ones and links aside.
    package let folders: [Choice]
    /// Files in it that are called as photos are.
    package let photos: Int
    /// Whether there are more than are told.
    package let isCut: Bool

    package struct Choice: Sendable, Equatable, Encodable {
        package let name: String
        package let path: String
    }

    /// Names that are looked at: in a folder of more, a place is typed sooner than chosen.
    private static let mostEntries = 20_000
    private static let mostFolders = 1_000

    /// - Parameter path: absolute.
    /// - Throws: ``GalleryError/folder(path:reason:)``
    package init(_ path: String) throws(GalleryError) {
        let (place, listing) = try FolderListing.at(path, mostEntries: Self.mostEntries)
        let found = listing.entries.filter { $0.isText && $0.kind == .folder }
        self.path = place
        parent = place == "/" ? nil : Path.folder(of: place)
        folders = found.prefix(Self.mostFolders).map {
            Choice(name: $0.name, path: FolderPaths.start(of: place) + $0.name)
        }
        photos = listing.entries.count { $0.kind == .file && PhotoNames.looksLikePhoto($0.name) == true }
        isCut = found.count > Self.mostFolders || listing.entries.count == Self.mostEntries
    }
}

extension FolderListing {
    /// The names in a folder, and its path without links.
    static func at(_ path: String, mostEntries: Int) throws(GalleryError) -> (place: String, listing: FolderListing) {
        guard let place = Path.canonical(path) else {
            throw .folder(path: path, reason: "there is no such folder, or it may not be looked into")
        }
        do throws(FileError) {
            return (place, try FolderListing(path: place, mostEntries: mostEntries))
        } catch {
            throw .folder(path: path, reason: error.isMissing ? "it is not a folder" : error.reason)
        }
    }
}
