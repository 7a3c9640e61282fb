import EspyBase
import EspyInference
public import EspyPixels

/// Counts the similar things in photos. Models stay loaded as long as the counter lives.
///
/// ```swift
/// let counter = Counter(models: models)
/// print(try await counter.count(image).count)
/// ```
public struct Counter: Sendable {
    public let options: CountOptions
    let models: CountModels
    let recipe: Recipe?
    let clock: (any Clock<Duration>)?

    /// - Parameters:
    ///   - recipe: what to count. An example in `options` is one more, and says the size that things have in the photo.
    ///   - clock: measures how long each stage takes. Nil: stages have no times.
    public init(
        models: CountModels, options: CountOptions = .init(), recipe: Recipe? = nil,
        clock: (any Clock<Duration>)? = nil
    ) {
        self.models = models
        self.options = options
        self.recipe = recipe
        self.clock = clock
    }

    /// Counts the things in one photo.
    ///
    /// - Parameter progress: called on no particular thread, one call at a time.
    /// - Returns: what the photo shows; nothing at all is a result, too.
    /// - Throws: ``CountError`` when the photo could not be tried. Cancelling the task ends the work within a tenth of
    ///   a second.
    public func count(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)? = nil
    ) async throws(CountError) -> Count {
        try options.check(width: image.width, height: image.height)
        var count = try await measured(image, progress: progress) { (progress) throws(CountError) in
            try await found(in: image, StageLog(clock: clock, progress: progress))
        }
        if let light = Count.Warning(rawValue: Exposure(image).rawValue) { count.warnings.append(light) }
        return count
    }

    private func found(in image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        var options = options
        if let recipe {
            guard let seeker = try models.seeker else { throw .model(.missingModel(id: "espy-seeker", path: "")) }
            options.pipeline = .seeker
            return try await RecipePipeline(models: seeker, options: options, recipe: recipe).count(image, log: log)
        }
        switch options.chosenPipeline {
        case .reference:
            options.pipeline = .reference
            return try await ReferencePipeline(models: models, options: options).count(image, log: log)
        case .seeker:
            guard let seeker = try models.seeker else { return try await adaptive(image, log) }
            options.pipeline = .seeker
            let long = try long(image, log)
            if let count = long.sure { return count }
            return try await SeekerPipeline(models: seeker, options: options).count(image, log: long.rest)
        case .adaptive: return try await adaptive(image, log)
        case .auto: return try await chosen(image, log)
        }
    }

    private func adaptive(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        var options = options
        options.pipeline = .adaptive
        return try await AdaptivePipeline(models: models, options: options).count(image, log: log)
    }
}

extension Counter {
    /// Counts long things where there are some; else by the detector, or by the seeker where the detector's count looks as
    /// if it were wrong.
    ///
    /// Which of them counts depends on the photo alone: a region or another similarity changes what is counted, not how.
    private func chosen(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        let long = try long(image, log)
        if let count = long.sure { return count }
        var log = long.rest
        let plain = CountOptions(pipeline: .adaptive)
        let first = try await AdaptivePipeline(models: models, options: plain).count(image, log: log.part(0..<0.5))
        let soundness = Soundness(of: first, by: models.soundness)
        if !soundness.isSound, var count = try await sought(image, log.part(0.5..<1)) {
            count.stages = first.stages + count.stages
            return count
        }
        let missed =
            soundness.isOfNothing ? max(try await overlooked(image, log.part(0.5..<0.9)), long.possible) : 0
        var options = options
        options.pipeline = .adaptive
        // What the detector saw is remembered: a second tally takes little.
        var count = options == plain ? first : try await adaptive(image, log.part(0.9..<1))
        if options == plain { log.report(.complete, at: 1) }
        count.range.widen(by: soundness.margin * Double(count.count))
        count.range.high = max(count.range.high, missed)
        return count
    }

    /// The count of the seeker; nil where it is not there.
    private func sought(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count? {
        guard let seeker = try models.seeker else { return nil }
        models.rest()
        var options = options
        options.pipeline = .seeker
        return try await SeekerPipeline(models: seeker, options: options).count(image, log: log)
    }

    /// How many things there may be where the detector sees none: what the seeker counts, if it is sure enough of it.
    ///
    /// It finds something on nearly every surface, so that this says nothing of the count, but that zero is not certain.
    private func overlooked(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Int {
        guard let found = try await sought(image, log) else { return 0 }
        let score = found.main.reduce(0) { $0 + $1.confidence } / Double(max(found.count, 1))
        return score >= Soundness.leastOfOverlooked ? found.count : 0
    }
}

extension Counter {
    /// Counts by `work`, and measures what was found where the options ask for it.
    private func measured(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)?,
        _ work: ((@Sendable (CountProgress) -> Void)?) async throws(CountError) -> Count
    ) async throws(CountError) -> Count {
        guard let measuring = options.measuring else { return try await work(progress) }
        var count = try await work { step in
            guard step.stage != .complete else { return }
            progress?(CountProgress(stage: step.stage, fraction: Self.shareOfCounting * step.fraction))
        }
        progress?(CountProgress(stage: .measuring, fraction: Self.shareOfCounting))
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        try count.measure(measuring, in: image, by: models.outliner)
        count.stages.append(Count.Stage(name: CountProgress.Stage.measuring.rawValue, ms: elapsed?() ?? 0))
        progress?(CountProgress(stage: .complete, fraction: 1))
        return count
    }

    private static let shareOfCounting = 0.8
}

extension Counter {
    /// What looking for long things came to: the first look, which most photos end with, takes a hundredth of a second.
    private struct LongLook {
        /// Nil: there are none, or nothing was looked for.
        let answer: LongPipeline.Answer?
        /// The log for what comes after.
        let rest: StageLog

        /// The count, where it is believed.
        var sure: Count? { answer.flatMap { $0.isSure ? $0.count : nil } }
        /// How many long things there may be where nothing else is found.
        var possible: Int { answer?.count.count ?? 0 }
    }

    /// Looks for things many times as long as wide that lie side by side, or for those like an example that is.
    private func long(_ image: RGBImage, _ log: StageLog) throws(CountError) -> LongLook {
        guard let direction = LongDirection(of: image, options: options), let seeker = try models.seeker else {
            return LongLook(answer: nil, rest: log)
        }
        let pipeline = LongPipeline(models: seeker, options: options, direction: direction)
        let look = LongLook(
            answer: try pipeline.count(image, log: log.part(0..<0.3)), rest: log.part(0.3..<1))
        if look.sure != nil {
            var log = log
            log.report(.complete, at: 1)
        }
        return look
    }
}

/// What ``Counter/updates(for:)`` tells: how far it is, and at the end what it found.
public enum CountUpdate: Sendable, Equatable {
    case progress(CountProgress)
    case result(Count)
}

extension Counter {
    /// Counts the things in one photo and tells how far it is.
    ///
    /// ```swift
    /// for try await update in counter.updates(for: image) {
    ///     if case .progress(let progress) = update { show(progress) }
    /// }
    /// ```
    /// The last element is the result; no progress is left out. Who stops listening ends the work.
    ///
    /// - Throws: ``CountError``, as counting without progress does.
    public func updates(for image: RGBImage) -> AsyncThrowingStream<CountUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let work = Task {
                do throws(CountError) {
                    let count = try await self.count(image) { continuation.yield(.progress($0)) }
                    continuation.yield(.result(count))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in work.cancel() }
        }
    }
}
