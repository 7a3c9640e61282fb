import EspyBase

/// The progress of counting one photo.
///
/// Each stage reports when it begins, and some report more often; ``fraction`` never falls, and the last report is
/// `complete` with fraction 1. If a second pipeline recounts the photo, the stages begin again.
public struct CountProgress: Sendable, Equatable {
    /// The stages of the work, in this order.
    public enum Stage: String, Sendable, CaseIterable {
        /// Finding candidates.
        case detecting
        /// Computing the embedding of each candidate.
        case embedding
        /// Grouping similar things and choosing the group to count.
        case clustering
        /// Searching again for things like those found.
        case searching
        /// Outlining what was found.
        case measuring
        case complete
    }

    public let stage: Stage
    /// Share of the whole work that is done, from 0 to 1.
    public let fraction: Double

    public init(stage: Stage, fraction: Double) {
        self.stage = stage
        self.fraction = fraction
    }
}

/// Reports progress, and measures how long each stage takes.
struct StageLog {
    /// Begins to measure time, and returns a function for the milliseconds since.
    typealias Watch = @Sendable () -> @Sendable () -> Double

    private let elapsed: (@Sendable () -> Double)?
    private var progress: (@Sendable (CountProgress) -> Void)?
    private var finished: [Count.Stage] = []
    private var current: (name: String, start: Double)?
    private var fraction = 0.0

    /// - Parameters:
    ///   - watch: nil: all times are 0.
    ///   - progress: called once for each stage that begins.
    init(watch: Watch?, progress: (@Sendable (CountProgress) -> Void)?) {
        elapsed = watch?()
        self.progress = progress
    }

    /// Returns a log for a part of the work, given as a range of the whole; the last part also reports completion.
    func part(_ part: Range<Double>) -> StageLog {
        guard let progress else { return self }
        var log = self
        log.progress = { step in
            guard step.stage != .complete || part.upperBound == 1 else { return }
            let fraction = part.lowerBound + step.fraction * (part.upperBound - part.lowerBound)
            progress(CountProgress(stage: step.stage, fraction: fraction))
        }
        return log
    }

    /// Ends the current stage and begins another.
    ///
    /// - Parameters:
    ///   - name: of the stage in the result; by default that of `stage`.
    ///   - fraction: share of the whole work that is done, 0…1. A smaller one than before counts as the previous one.
    /// - Throws: ``CountError/cancelled`` if the task was canceled.
    mutating func begin(
        _ stage: CountProgress.Stage, name: String? = nil, at fraction: Double
    ) throws(CountError) {
        if Task.isCancelled { throw .cancelled }
        let now = elapsed?() ?? 0
        if let current { finished.append(Count.Stage(name: current.name, ms: now - current.start)) }
        current = (name ?? stage.rawValue, now)
        report(stage, at: fraction)
    }

    /// Reports the progress within the current stage.
    mutating func report(_ stage: CountProgress.Stage, at fraction: Double) {
        self.fraction = min(max(fraction, self.fraction), 1)
        progress?(CountProgress(stage: stage, fraction: self.fraction))
    }

    /// Ends the last stage, and reports completion.
    ///
    /// - Returns: all stages in the order in which they began.
    mutating func complete() throws(CountError) -> [Count.Stage] {
        try begin(.complete, at: 1)
        current = nil
        return finished
    }
}
