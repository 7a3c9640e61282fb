public import EspyCodecs

/// How a gallery is indexed.
public struct IndexingOptions: Sendable, Equatable {
    /// Photos that are worked on at the same time.
    public var jobs: Int
    /// Photos that are saved together; what was not saved is done again after a crash.
    public var batch: Int
    /// Long side of the small pictures, in pixels.
    public var thumbnailSide: Int
    /// Of the small pictures, as JPEG: 1 to 100.
    public var thumbnailQuality: Int
    /// What is read at all.
    public var decoding: DecodingOptions
    /// Bytes of pictures that may be in memory at the same time. One that is larger is worked on alone.
    public var memory: Int
    /// Bytes that one picture may take while it is decoded; a file that needs more is told as one that cannot be read.
    public var mostForOne: Int
    /// Whether files that could not be read are tried again.
    public var retriesProblems: Bool

    public init(
        jobs: Int = 2, batch: Int = 32, thumbnailSide: Int? = nil, thumbnailQuality: Int? = nil,
        decoding: DecodingOptions = DecodingOptions(), memory: Int = 128 << 20, mostForOne: Int = .max,
        retriesProblems: Bool = false
    ) {
        (self.jobs, self.batch) = (max(jobs, 1), max(batch, 1))
        self.thumbnailSide = max(thumbnailSide ?? SmallPicture.usualSide, 16)
        self.thumbnailQuality = thumbnailQuality ?? SmallPicture.usualQuality
        (self.decoding, self.memory) = (decoding, max(memory, 1))
        (self.mostForOne, self.retriesProblems) = (mostForOne, retriesProblems)
    }
}
