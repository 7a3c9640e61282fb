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
    /// Missing where only others saw the photo, and told no picture.
    let picture: SmallPicture?
    /// Missing without an analyzer, or when that failed.
    var analysis: PhotoAnalysis?
    /// Who made it.
    var origin: AnalysisOrigin?
    /// What is wrong with the file, the rest of which shows, in words.
    var damage: String?
}

/// Which models and rules an analysis comes from; see ``PhotoAnalyzing``.
struct AnalysisOrigin: Sendable, Equatable {
    let version: String
    let embeddingModel: String
    let meaningModel: String

    init(version: String, embeddingModel: String, meaningModel: String) {
        (self.version, self.embeddingModel, self.meaningModel) = (version, embeddingModel, meaningModel)
    }

    init(_ analyzer: any PhotoAnalyzing) {
        self.init(
            version: analyzer.version, embeddingModel: analyzer.embeddingModel, meaningModel: analyzer.meaningModel)
    }
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

    package let file: FoundFile
    let outcome: Outcome
    var times = StageTimes()
    /// What the analyzer failed with.
    var failure: GalleryError?
    /// Sidecars that cannot be read.
    var sidecarProblems: [GalleryProblem] = []
}
