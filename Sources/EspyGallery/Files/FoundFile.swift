/// A file that looks like a photo, as a folder lists it, or one beside it.
struct FoundFile: Sendable, Equatable {
    /// Absolute, without links in it.
    let path: String
    /// Bytes.
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int
    /// Files beside it that say something of it; nil where nobody looked for them.
    var sidecars: [FoundFile]? = []

    /// Its sidecars as the gallery keeps them, to see whether they have changed.
    var sidecarState: String? {
        sidecars.map { $0.map { "\($0.size) \($0.modified) \($0.path)" }.joined(separator: "\n") }
    }
}

/// What the gallery has of a file.
struct KnownFile: Sendable, Equatable {
    let id: Int
    let size: Int
    let modified: Int
    let isProblem: Bool
    /// See ``FoundFile/sidecarState``; nil where it was read before anybody looked for sidecars.
    let sidecarState: String?

    /// Is there nothing new in the file, and beside it?
    func isSame(as file: FoundFile) -> Bool {
        size == file.size && modified == file.modified && sidecarState == file.sidecarState
    }
}

/// A path that cannot become a photo, and why.
public struct GalleryProblem: Sendable, Equatable, Codable {
    /// Of a file, or of a folder within those that were added.
    public let path: String
    /// In words, for a person.
    public let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
}
