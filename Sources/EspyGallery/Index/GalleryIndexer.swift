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
