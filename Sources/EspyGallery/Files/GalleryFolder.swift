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

    package init(id: Int, path: String, added: Int, state: State, photos: Int, problems: Int) {
        (self.id, self.path, self.added) = (id, path, added)
        (self.state, self.photos, self.problems) = (state, photos, problems)
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
