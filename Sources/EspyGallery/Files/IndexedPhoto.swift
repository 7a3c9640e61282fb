import EspyCodecs

/// A file that looks like a photo or video, or a sidecar, as listed in a folder.
struct FoundFile: Sendable, Equatable {
    /// Absolute, with links resolved.
    let path: String
    /// Bytes.
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int
    /// Its sidecars; nil if they were not looked for.
    var sidecars: [FoundFile]? = []

    /// The stored form of its sidecars, to detect changes.
    var sidecarState: String? {
        sidecars.map { $0.map { "\($0.size) \($0.modified) \($0.path)" }.joined(separator: "\n") }
    }
}

/// The gallery's record of a file.
struct KnownFile: Sendable, Equatable {
    let id: Int
    let size: Int
    let modified: Int
    let isProblem: Bool
    /// See ``FoundFile/sidecarState``; nil for a file that was read before sidecars were supported.
    let sidecarState: String?

    /// Whether the file and its sidecars are unchanged.
    func isSame(as file: FoundFile) -> Bool {
        size == file.size && modified == file.modified && sidecarState == file.sidecarState
    }
}

/// All stored data of a photo.
struct IndexedPhoto: Sendable {
    /// SHA-256 of the file.
    let digest: [UInt8]
    /// Length of the file.
    let bytes: Int
    /// Of a picture or a video: `jpeg`, `mp4`.
    let format: String
    /// In pixels, upright.
    let width: Int
    let height: Int
    let taken: CaptureTime
    let metadata: PhotoMetadata
    /// Nil when only another machine has seen the photo and sent no picture, or when the gallery already has it.
    let picture: SmallPicture?
    /// Nil without an analyzer, or when it failed.
    var analysis: PhotoAnalysis?
    /// The models and rules of the analysis.
    var origin: AnalysisOrigin?
    /// The faces, if only they were looked for.
    var faces: [PhotoFace]?
    /// A description of the damage to a file that can be read only in part.
    var damage: String?
    /// Of a video, in seconds; 0 where it is unknown. Nil for a photo.
    var duration: Double?
}

/// The models and rules that made an analysis.
struct AnalysisOrigin: Sendable, Equatable {
    let version: String
    let embeddingModel: String
    let meaningModel: String
    /// The network that describes faces; nil unless people are recognized.
    var faceModel: String?
}

/// The result of reading a file.
struct IndexedFile: Sendable {
    enum Outcome: Sendable {
        case new(IndexedPhoto)
        /// The gallery already has a photo with this digest.
        case known(digest: [UInt8], facts: PhotoFileFacts)
        /// The faces of a known photo, and those that its file names.
        case faces([PhotoFace], digest: [UInt8], model: String, named: [FaceRegion]?)
        /// It belongs to a photo: the video of a Live Photo.
        case companion
        /// Why it cannot be read, in words.
        case problem(String)
        /// The same, on another machine; what is known of the file here takes precedence.
        case problemElsewhere(String)
        /// It changed while it was read, or vanished: a later scan tries again.
        case unsettled

        var isUnsettled: Bool { if case .unsettled = self { true } else { false } }
    }

    let file: FoundFile
    let outcome: Outcome
    var times = StageTimes()
    /// The analyzer's error, if it failed.
    var failure: GalleryError?
    /// Sidecars that cannot be read.
    var sidecarProblems: [GalleryProblem] = []
}

/// Seconds spent in each step of indexing, over all photos.
public struct StageTimes: Sendable, Equatable, Codable {
    public var reading = 0.0
    /// The checksum.
    public var digest = 0.0
    public var decoding = 0.0
    public var metadata = 0.0
    /// The small picture and the placeholder.
    public var thumbnail = 0.0
    public var analysis = 0.0
    /// Reading text on pages, including decoding them again for it.
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
