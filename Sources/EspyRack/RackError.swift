/// Why a photo could not be tried at all. A photo without codes is no error but a ``Rack`` without vials.
public enum RackError: Error, Equatable {
    /// The picture has no pixels.
    case emptyImage(width: Int, height: Int)
    /// The grid asks for something that cannot be (``RackGrid/isUsable``).
    case unusableGrid(RackGrid)
    /// The corner wells that are given do not go with the other options (``RackOptions/placed(by:)``).
    case unusableCorners
    /// The task was cancelled before it was done.
    case cancelled
}
