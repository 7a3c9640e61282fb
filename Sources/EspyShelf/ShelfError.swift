/// Why a picture could not be tried at all. A picture without books is no error but a ``Shelf`` without spines.
public enum ShelfError: Error, Codable, Sendable, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The task was cancelled before it was done.
    case cancelled
}
