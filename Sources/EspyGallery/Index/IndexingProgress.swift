/// The progress of indexing.
public struct IndexingProgress: Sendable, Equatable, Codable {
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// Looking for files that are new or have changed.
        case scanning
        /// Reading them: photos appear.
        case reading
        /// Recognizing what new photos show, or those with an outdated analysis.
        case analyzing
        /// Removing what no longer exists.
        case cleaning
        case finished
    }

    public internal(set) var phase: Phase
    /// Files or photos done in this phase; while scanning, files found.
    public internal(set) var done: Int
    /// Files or photos to do in this phase; 0 while scanning.
    public internal(set) var total: Int
    /// Unreadable files in this run.
    public internal(set) var failed: Int
    /// Files or photos per second in this phase, without pauses; 0 while unknown.
    public internal(set) var rate: Double
    /// `nil` while unknown.
    public internal(set) var secondsLeft: Double?
    /// Why indexing is paused.
    public internal(set) var pause: PauseReason?
    public internal(set) var times: StageTimes
}

/// The result of an indexing run.
public struct IndexingSummary: Sendable, Equatable, Codable {
    /// New photos in the gallery.
    public internal(set) var added = 0
    /// Files of known photos: moved, renamed or copied ones.
    public internal(set) var linked = 0
    /// Files that were read again because they or their sidecars may have changed.
    public internal(set) var reread = 0
    /// Photos that were analyzed again.
    public internal(set) var renewed = 0
    /// Files and folders that cannot be read.
    public internal(set) var failed = 0
    /// Files that were still being written; the next run tries again.
    public internal(set) var unsettled = 0
    /// Files that are gone.
    public internal(set) var removed = 0
    /// False when the run was canceled.
    public internal(set) var isComplete = true
    public internal(set) var times = StageTimes()
    /// The analyzer's first error, in words for people; the affected photos have no tags.
    public internal(set) var analysisFailure: String?
}
