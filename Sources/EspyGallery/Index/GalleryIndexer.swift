public import EspyCodecs
import EspyStore

/// Brings a gallery up to date with the folders that were added to it.
///
/// A run can be cancelled or killed at any moment; the next one goes on where it was. Only one process may index a
/// gallery at a time; others may search it meanwhile. The folders are only read.
public struct GalleryIndexer: Sendable {
    let gallery: Gallery
    let analyzer: (any PhotoAnalyzing)?
    let options: IndexingOptions
    let pacing: (any Pacing)?
    let clock: @Sendable () -> Double
    let words: @Sendable (GalleryError) -> String

    /// - Parameters:
    ///   - analyzer: says what is on photos. Without one they are there, and are analyzed by a later run.
    ///   - pacing: says when to wait.
    ///   - clock: seconds since any moment; never goes back.
    ///   - words: what to tell a person about a picture that cannot be read, or not be analyzed.
    public init(
        gallery: Gallery, analyzer: (any PhotoAnalyzing)?, options: IndexingOptions = IndexingOptions(),
        pacing: (any Pacing)? = nil, clock: @escaping @Sendable () -> Double,
        words: @escaping @Sendable (GalleryError) -> String
    ) {
        (self.gallery, self.analyzer, self.options, self.pacing) = (gallery, analyzer, options, pacing)
        (self.clock, self.words) = (clock, words)
    }

    /// Scans the folders, reads what is new, takes out what is gone, and analyzes again what an older analysis made.
    ///
    /// When the task is cancelled, it ends within the time that one photo takes, and keeps what it has done.
    ///
    /// - Parameters:
    ///   - only: what has changed, if that is known: folders, absolute, within those that were added. Others are not
    ///     looked at.
    ///   - report: is told about ten times a second how far it is.
    /// - Throws: `store(.locked)` while another process indexes the gallery.
    @discardableResult
    public func run(
        only: [String]? = nil, report: @escaping @Sendable (IndexingProgress) -> Void = { _ in }
    ) async throws(GalleryError) -> IndexingSummary {
        let lock = try await gallery.beginSaving()
        let run = IndexingRun(self, report: report)
        let result: Result<IndexingSummary, GalleryError>
        do throws(GalleryError) {
            result = .success(try await run.run(only: only))
        } catch {
            result = .failure(error)
        }
        await gallery.closePack()
        await gallery.noteSaid()
        return try withExtendedLifetime(lock) { () throws(GalleryError) in try result.get() }
    }
}

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

/// Says when work in the background should wait. Made by the faces, which know the machine.
public protocol Pacing: Sendable {
    /// Why to wait now; `nil` to go on. Asked before every photo, so it has to be quick.
    func reasonToWait() async -> PauseReason?
    /// Returns after some time, and at once when the task is cancelled.
    func rest() async
}

/// Why work in the background waits.
public enum PauseReason: Sendable, Equatable, Codable {
    /// The machine is hot: degrees Celsius, and where waiting begins.
    case heat(degrees: Double, limit: Double)
    /// It runs on its battery: percent that are left, and where waiting begins.
    case battery(percent: Int, limit: Int)
    /// Others have much to do: processes that want to run, for each processor.
    case load(Double, limit: Double)
    /// Somebody said so.
    case asked
}
