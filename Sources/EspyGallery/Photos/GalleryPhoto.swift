public import EspyCodecs

/// A photo as shown in lists.
public struct GalleryPhoto: Sendable, Equatable, Codable, Identifiable {
    /// Id of the photo in its gallery; never reused.
    public let id: Int
    /// One of its files. A photo may have several.
    public let path: String
    /// In pixels, upright.
    public let width: Int
    public let height: Int
    /// When it was taken by the camera's clock: seconds since 1970, as if that clock had shown UTC. Nil if unknown: a
    /// file's time is not the photo's.
    public let taken: Int?
    /// Set when only the year, month or day of ``taken`` is known, which is then its first second.
    public let takenDetail: PhotoTime.Detail?
    /// Bytes of a blurred picture; see ``Placeholder``.
    public let placeholder: [UInt8]
    /// Its most confident tags, at most three: the description for people who cannot see it.
    public let tags: [String]
    /// Stars from 0 to 5, -1 for rejected; nil if neither the user nor the file gives a rating.
    public let rating: Int?
    /// Of a video, in seconds; 0 if unknown. Nil for a photo.
    public let duration: Double?
}

/// A search result, and why it matches.
public struct GalleryHit: Sendable, Equatable, Codable {
    public let photo: GalleryPhoto
    /// How well it matches, from 0 to 1. 1 for an empty query.
    public let score: Double
    /// Which part of the query matched which part of the photo, in words: `beach ← seashore 0.83`, `file name`.
    public let why: [String]
}

/// A page of search results.
public struct GalleryPage: Sendable, Equatable, Codable {
    /// The number of all results, not only of this page.
    public let total: Int
    /// The number of certain matches, which come first; the others are likely ones.
    public let sure: Int
    /// The number of videos among all results.
    public let videos: Int
    /// Changes whenever the order of photos may have changed.
    public let revision: String
    public let hits: [GalleryHit]

    package init(total: Int, sure: Int, videos: Int = 0, revision: String, hits: [GalleryHit]) {
        (self.total, self.sure, self.videos, self.revision, self.hits) = (total, sure, videos, revision, hits)
    }
}

/// The number of photos in one month.
public struct GalleryMonth: Sendable, Equatable, Codable {
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    public let count: Int
}
