package import EspyApp

/// Indexes the photo library in the background.
package protocol GalleryIndexing: Sendable {
    /// How far it is; nil while there is nothing to index.
    func progress() async -> IndexingState?
    /// The same, now and whenever it changes.
    func changes() async -> AsyncStream<IndexingState>
    func setPace(_ pace: IndexingPace) async
    /// Folders were added or removed, or are to be looked at anew.
    func wake() async
    /// Ends it; what is done is kept.
    func stop() async
}

/// How far the indexer of this process is, as clients see it.
package struct IndexingState: Sendable, Equatable, Encodable {
    /// A word: `idle`, `scanning`, `reading` or `waiting`.
    package var phase: String
    package var done: Int
    package var total: Int
    package var failed: Int
    /// Photos in a second; 0 while that is not known.
    package var rate: Double
    /// Nil while that is not known.
    package var secondsLeft: Int?
    /// Nil while it works: `user`, `heat`, `battery` or `load`.
    package var pausedBecause: String?
    /// Why photos stay without tags, in words for people; nil while they do not.
    package var trouble: String?

    package init(
        phase: String, done: Int, total: Int, failed: Int = 0, rate: Double = 0, secondsLeft: Int? = nil,
        pausedBecause: String? = nil, trouble: String? = nil
    ) {
        (self.phase, self.done, self.total, self.failed) = (phase, done, total, failed)
        (self.rate, self.secondsLeft, self.pausedBecause) = (rate, secondsLeft, pausedBecause)
        self.trouble = trouble
    }
}
