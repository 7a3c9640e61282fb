import EspySystem

/// A folder that was added to a gallery, including its subfolders.
public struct GalleryFolder: Sendable, Equatable, Codable, Identifiable {
    public let id: Int
    /// Absolute, with links resolved.
    public let path: String
    /// Seconds since 1970.
    public let added: Int
    /// As of the last scan.
    public let state: State
    /// The number of photo files in it.
    public let photos: Int
    /// The number of files and folders in it that cannot be read.
    public let problems: Int

    public enum State: String, Sendable, Codable, CaseIterable {
        case ok
        /// It is missing, or an empty mount point is left of it. Its photos stay known.
        case missing
        /// This process may not read it. Its photos stay known.
        case denied
        /// An address that only other machines reach; their results for its photos were imported.
        case remote
    }
}

/// The size of a gallery.
public struct GalleryStatus: Sendable, Equatable, Codable {
    public let folders: Int
    public let photos: Int
    /// Files that are photos; two equal files are one photo.
    public let files: Int
    /// Files and folders that cannot be read.
    public let problems: Int
    /// Photos still to be analyzed, or analyzed again by a newer version.
    public let waiting: Int
    /// Files in the folders that are not photos of the gallery, by reason.
    public let passedOver: [PassedOver: Int]
}

/// Why a file in a gallery's folders is not one of its photos.
public enum PassedOver: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
    /// Its name or first bytes show that it is not an image.
    case noPicture
    /// An image in a folder where other programs keep small copies or deleted files.
    case smallCopy
    /// A file or folder with a hidden name.
    case hidden
    /// A link to something outside all added folders.
    case linkOutside
    /// A link to something that does not exist.
    case brokenLink
    /// A sidecar without its photo.
    case sidecarAlone
}

/// A path that cannot become a photo, and why.
public struct GalleryProblem: Sendable, Equatable, Codable {
    /// Of a file, or of a folder within those that were added.
    public let path: String
    /// In words, for a person.
    public let reason: String
}

/// Finds the added folder that contains a path.
struct FolderPaths: Sendable {
    /// Longest first, so that the innermost one matches first.
    private let folders: [Folder]

    typealias Folder = (id: Int, path: String)

    init(_ folders: [Folder]) {
        self.folders = folders.sorted { ($0.path.utf8.count, $0.path) > ($1.path.utf8.count, $1.path) }
    }

    /// The innermost folder that contains `path`.
    func holder(of path: String) -> Folder? { folders.first { Self.holds($0.path, path) } }

    /// Folders that are not inside another one: a walk through them reaches the others.
    var outermost: [String] {
        folders.map(\.path).filter { path in !folders.contains { Self.holds($0.path, path) } }.sorted()
    }

    /// The folders inside another folder.
    func inside(_ outer: String) -> [String] { folders.map(\.path).filter { Self.holds(outer, $0) } }

    /// Whether `path` is below `folder`.
    static func holds(_ folder: String, _ path: String) -> Bool { path.hasPrefix(start(of: folder)) }

    /// The prefix of all paths below a folder.
    static func start(of folder: String) -> String { folder == "/" ? "/" : folder + "/" }

    /// The first text after all paths below a folder, in byte order: `/` is followed by `0`.
    static func end(of folder: String) -> String { folder == "/" ? "0" : folder + "0" }
}

/// A folder at which another disk is mounted.
///
/// When the disk is not mounted, the folder is empty or missing, as if its contents had been deleted.
enum MountedDisk {
    static func begins(at path: String) -> Bool {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return false }
        let outer = slash == path.startIndex ? "/" : String(path[..<slash])
        guard let here = try? FileStatus(path: path), let around = try? FileStatus(path: outer) else { return false }
        return here.kind == .folder && here.identity.device != around.identity.device
    }

    static let problem = "the disk is not connected; its photos stay in the gallery"
}

/// The contents of a folder, for choosing one: its subfolders, and the number of photos in it.
package struct FolderChoices: Sendable, Equatable, Encodable {
    /// Absolute, with links resolved.
    package let path: String
    /// The parent folder; nil for the root.
    package let parent: String?
    /// By name; without hidden ones and links.
    package let folders: [Choice]
    /// Files in it with names of photos.
    package let photos: Int
    /// Whether entries were left out.
    package let isCut: Bool

    package struct Choice: Sendable, Equatable, Encodable {
        package let name: String
        package let path: String
    }

    /// Maximum number of names to list: with more, it is easier to type a path.
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
    /// The names in a folder, and its path with links resolved.
    static func at(_ path: String, mostEntries: Int) throws(GalleryError) -> (place: String, listing: FolderListing) {
        guard let place = Path.canonical(path) else {
            throw .folder(path: path, reason: "the folder does not exist or is not readable")
        }
        do throws(FileError) {
            return (place, try FolderListing(path: place, mostEntries: mostEntries))
        } catch {
            throw .folder(path: path, reason: error.isMissing ? "it is not a folder" : error.reason)
        }
    }
}
