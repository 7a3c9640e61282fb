import EspyCodecs

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
    /// Missing where only others saw the photo, and told no picture.
    /// Missing also where the gallery has it.
    let picture: SmallPicture?
    /// Missing without an analyzer, or when that failed.
    var analysis: PhotoAnalysis?
    /// Who made it.
    var origin: AnalysisOrigin?
    /// What is wrong with the file, the rest of which shows, in words.
    var damage: String?
}

/// Which models and rules an analysis comes from.
struct AnalysisOrigin: Sendable, Equatable {
    let version: String
    let embeddingModel: String
    let meaningModel: String
}

/// What became of a file that was looked at.
struct IndexedFile: Sendable {
    enum Outcome: Sendable {
        case new(IndexedPhoto)
        /// The gallery has a photo of this digest.
        case known(digest: [UInt8], facts: PhotoFileFacts)
        /// Why it cannot be read, in words.
        case problem(String)
        /// The same, where somebody else tried; what is known here of the file counts more.
        case problemElsewhere(String)
        /// It changed while it was read, or it is gone: a later scan looks again.
        case unsettled

        var isUnsettled: Bool { if case .unsettled = self { true } else { false } }
    }

    let file: FoundFile
    let outcome: Outcome
    var times = StageTimes()
    /// What the analyzer failed with.
    var failure: GalleryError?
    /// Sidecars that cannot be read.
    var sidecarProblems: [GalleryProblem] = []
}

/// Seconds that the steps of indexing took, over all photos.
public struct StageTimes: Sendable, Equatable, Codable {
    public var reading = 0.0
    /// The checksum.
    public var digest = 0.0
    public var decoding = 0.0
    public var metadata = 0.0
    /// The small picture and the blurred one.
    public var thumbnail = 0.0
    public var analysis = 0.0
    /// Reading what is printed on pages, with decoding them once more for it.
    public var text = 0.0
    public var saving = 0.0

    public init() {}

    static func += (sum: inout StageTimes, more: StageTimes) {
        sum.reading += more.reading
        sum.digest += more.digest
        sum.decoding += more.decoding
        sum.metadata += more.metadata
        sum.thumbnail += more.thumbnail
        sum.analysis += more.analysis
        sum.text += more.text
        sum.saving += more.saving
    }
}
