/// Photos that are there more than once.
public struct DuplicateGroup: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The same bytes in several files.
        case exact
        /// One shot in several versions: smaller, compressed again, cropped a little, turned, mirrored, brighter. What a
        /// camera told no time of is one picture in all details.
        case sameShot
        /// Several shots of one view, as in a burst.
        case similar
    }

    public let kind: Kind
    /// The one with most pixels first. Of ``Kind/exact`` it is one photo.
    public let photos: [GalleryPhoto]
    /// All files of these photos.
    public let files: [String]

    package init(kind: Kind, photos: [GalleryPhoto], files: [String]) {
        (self.kind, self.photos, self.files) = (kind, photos, files)
    }
}
