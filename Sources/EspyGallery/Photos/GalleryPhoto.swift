public import EspyCodecs

/// What lists of photos show.
public struct GalleryPhoto: Sendable, Equatable, Codable, Identifiable {
    /// Number of the photo in its gallery; never given twice.
    public let id: Int
    /// One file that has it. A photo may be in several.
    public let path: String
    /// Pixels of the upright picture.
    public let width: Int
    public let height: Int
    /// When it was taken by the clock of the camera: seconds since 1970, as if that clock had shown UTC. Nil where nothing
    /// says so: when a file was written is no time of a photo.
    public let taken: Int?
    /// Where only the year, the month or the day of ``taken`` is known; that is its first second then.
    public let takenDetail: PhotoTime.Detail?
    /// Bytes that make a blurred picture; see ``Placeholder``.
    public let placeholder: [UInt8]
    /// Its surest tags, surest first, at most three: what it is called for those who do not see it.
    public let tags: [String]
    /// Stars from 0 to 5, -1 for rejected; nil where neither a person nor the file says any.
    public let rating: Int?
}

/// A photo that was found, and why.
public struct GalleryHit: Sendable, Equatable, Codable {
    public let photo: GalleryPhoto
    /// From 0 to 1; how well it fits. 1 where nothing was asked for.
    public let score: Double
    /// What of the query was met by what of the photo, in words: `beach ← seashore 0.83`, `file name`.
    public let why: [String]
}

/// A part of what was found.
public struct GalleryPage: Sendable, Equatable, Codable {
    /// All that was found, not only this part.
    public let total: Int
    /// So many of them fit for sure, and come first; the others may show what was asked for.
    public let sure: Int
    /// Another one whenever the order of photos may have changed.
    public let revision: String
    public let hits: [GalleryHit]

    package init(total: Int, sure: Int, revision: String, hits: [GalleryHit]) {
        (self.total, self.sure, self.revision, self.hits) = (total, sure, revision, hits)
    }
}

/// So many photos of one month.
public struct GalleryMonth: Sendable, Equatable, Codable {
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    public let count: Int
}
