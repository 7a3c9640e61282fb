import EspyCodecs

/// All that is kept of a photo.
struct IndexedPhoto: Sendable {
    /// SHA-256 of the file.
    let digest: [UInt8]
    /// Length of the file.
    let bytes: Int
    let format: ImageFormat
    /// Pixels of the upright picture.
    let width: Int
    let height: Int
    let taken: TakenTime
    let metadata: PhotoMetadata
    let thumbnail: Thumbnail
    let placeholder: [UInt8]
    /// Missing without an analyzer, or when that failed.
    var analysis: PhotoAnalysis?
}

/// A small picture as JPEG.
struct Thumbnail: Sendable {
    let bytes: [UInt8]
    let width: Int
    let height: Int
}

/// What became of a file that was looked at.
struct IndexedFile: Sendable {
    enum Outcome: Sendable {
        case new(IndexedPhoto)
        /// The gallery has a photo of this digest.
        case known(digest: [UInt8], taken: TakenTime)
        /// Why it cannot be read, in words.
        case problem(String)
        /// It changed while it was read, or it is gone: a later scan looks again.
        case unsettled
    }

    package let file: FoundFile
    let outcome: Outcome
    var times = StageTimes()
    /// What the analyzer failed with.
    var failure: GalleryError?
}
