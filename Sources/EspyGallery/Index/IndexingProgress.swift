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

/// Reports the progress of a run, no more often than is visible.
struct IndexingMeter {
    private let clock: @Sendable () -> Double
    private let report: @Sendable (IndexingProgress) -> Void
    private(set) var progress = IndexingProgress(
        phase: .scanning, done: 0, total: 0, failed: 0, rate: 0, secondsLeft: nil, pause: nil, times: StageTimes())
    private var start: Double
    private var reported = -Double.infinity
    private var pausedSince: Double?

    private static let interval = 0.1

    init(clock: @escaping @Sendable () -> Double, report: @escaping @Sendable (IndexingProgress) -> Void) {
        (self.clock, self.report) = (clock, report)
        start = clock()
    }

    mutating func begin(_ phase: IndexingProgress.Phase, total: Int) {
        (progress.phase, progress.done, progress.total) = (phase, 0, total)
        (progress.rate, progress.secondsLeft) = (0, nil)
        start = clock()
        tell(at: start)
    }

    mutating func advance(by count: Int) {
        progress.done += count
        let now = clock()
        let seconds = now - start
        if seconds > 0, progress.phase != .scanning {
            progress.rate = Double(progress.done) / seconds
            progress.secondsLeft = Double(progress.total - progress.done) / progress.rate
        }
        if now - reported >= Self.interval { tell(at: now) }
    }

    mutating func fail() { progress.failed += 1 }

    mutating func add(_ times: StageTimes) { progress.times += times }

    mutating func pause(_ reason: PauseReason) {
        let now = clock()
        if pausedSince == nil { pausedSince = now }
        progress.pause = reason
        tell(at: now)
    }

    /// The time of a pause does not count.
    mutating func resume() {
        guard let since = pausedSince else { return }
        let now = clock()
        start += now - since
        (pausedSince, progress.pause) = (nil, nil)
        tell(at: now)
    }

    mutating func end() {
        progress.phase = .finished
        (progress.secondsLeft, progress.pause) = (0, nil)
        tell(at: clock())
    }

    private mutating func tell(at now: Double) {
        reported = now
        report(progress)
    }
}
