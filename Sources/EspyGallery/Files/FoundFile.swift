/// A file that looks like a photo, as a folder lists it.
struct FoundFile: Sendable, Equatable {
    /// Absolute, without links in it.
    let path: String
    /// Bytes.
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int
}

/// What the gallery has of a file.
struct KnownFile: Sendable, Equatable {
    let id: Int
    let size: Int
    let modified: Int
    let isProblem: Bool
}

/// A path that cannot become a photo, and why.
public struct GalleryProblem: Sendable, Equatable, Codable {
    /// Of a file, or of a folder within those that were added.
    public let path: String
    /// In words, for a person.
    public let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
