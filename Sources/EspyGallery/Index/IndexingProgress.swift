/// How far indexing is.
public struct IndexingProgress: Sendable, Equatable, Codable {
    public enum Phase: String, Sendable, Codable, CaseIterable {
        /// Looking for files that are new or have changed.
        case scanning
        /// Reading them: photos appear.
        case reading
        /// Recognizing what is on photos that are new, or that an older analysis looked at.
        case analyzing
        /// Taking out what is no longer there.
        case cleaning
        case finished
    }

    public internal(set) var phase: Phase
    /// Files, or photos, of this phase that are done; while scanning, files seen.
    public internal(set) var done: Int
    /// Those there are to do in this phase; 0 while scanning.
    public internal(set) var total: Int
    /// Files that cannot be read, of those done in this run.
    public internal(set) var failed: Int
    /// Done per second in this phase, without the time spent waiting; 0 while that is not known.
    public internal(set) var rate: Double
    /// `nil` while that is not known.
    public internal(set) var secondsLeft: Double?
    /// Why nothing is done at the moment.
    public internal(set) var pause: PauseReason?
    public internal(set) var times: StageTimes
}

/// What a run of indexing did.
public struct IndexingSummary: Sendable, Equatable, Codable {
    /// Photos that the gallery did not have.
    public internal(set) var added = 0
    /// Files with a photo that it had: moved, renamed or copied ones.
    public internal(set) var linked = 0
    /// Files that were read again: what is written in or beside them may have changed.
    public internal(set) var reread = 0
    /// Photos that were analyzed again.
    public internal(set) var renewed = 0
    /// Files and folders that cannot be read.
    public internal(set) var failed = 0
    /// Files that were still being written to; the next run looks again.
    public internal(set) var unsettled = 0
    /// Files that are gone.
    public internal(set) var removed = 0
    /// False when the run was cancelled.
    public internal(set) var isComplete = true
    public internal(set) var times = StageTimes()
    /// The first thing that the analyzer failed with, in words for people; the photos are there without tags then.
    public internal(set) var analysisFailure: String?
}
