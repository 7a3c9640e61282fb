/// Tells how far a run is, not more often than a person can see.
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

    /// The time of the pause does not count.
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
