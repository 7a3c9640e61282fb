import EspyStore
import EspySystem

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
        guard let place = FilePlace.canonical(path) else {
            throw .folder(path: path, reason: "there is no such folder, or it may not be looked into")
        }
        do throws(Failure) {
            return (place, try FolderListing(path: place, mostEntries: mostEntries))
        } catch {
            switch error {
            case .missing: throw .folder(path: path, reason: "it is not a folder")
            case .denied(let reason): throw .folder(path: path, reason: reason)
            }
        }
    }
}
