import EspyInference
package import EspyPixels

/// Counts similar things in photos. Models stay loaded as long as the counter exists.
///
/// ```swift
/// let counter = Counter(models: models)
/// print(try counter.count(image).count)
/// ```
public struct Counter: Sendable {
    public let options: CountOptions
    let models: CountModels
    let recipe: Recipe?
    let watch: StageLog.Watch?

    /// - Parameters:
    ///   - recipe: the kind of things to count. An example in `options` is added to it, and sets the size of things in
    ///     the photo.
    ///   - watch: measures how long each stage takes. Nil: stages have no times.
    init(models: CountModels, options: CountOptions, recipe: Recipe?, watch: StageLog.Watch?) {
        (self.models, self.options, self.recipe, self.watch) = (models, options, recipe, watch)
    }

    /// A counter whose stages have no times.
    package init(models: CountModels, options: CountOptions) {
        self.init(models: models, options: options, recipe: nil, watch: nil)
    }

    /// Counts the things in one photo by the photo alone, or by an example in it; blocks the thread.
    package func counted(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)? = nil
    ) throws(CountError) -> Count {
        try counted(image, progress: progress) { (log) throws(CountError) in try found(in: image, log) }
    }

    /// - Parameter find: counts the things, without measuring them.
    func counted(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)?,
        by find: (StageLog) throws(CountError) -> Count
    ) throws(CountError) -> Count {
        try options.check(width: image.width, height: image.height)
        var count = try measured(image, progress: progress) { (progress) throws(CountError) in
            try find(StageLog(watch: watch, progress: progress))
        }
        count.warnings += PhotoFlaw.flaws(of: image).compactMap { Count.Warning(rawValue: $0.rawValue) }
        return count
    }

    private func found(in image: RGBImage, _ log: StageLog) throws(CountError) -> Count {
        var options = options
        switch options.chosenPipeline {
        case .reference:
            options.pipeline = .reference
            return try ReferencePipeline(models: models, options: options).count(image, log: log)
        case .seeker:
            guard let seeker = try models.seeker else { return try adaptive(image, log) }
            options.pipeline = .seeker
            let long = try long(image, log)
            if let count = long.sure { return count }
            return try SeekerPipeline(models: seeker, options: options).count(image, log: long.rest)
        case .adaptive: return try adaptive(image, log)
        case .auto: return try chosen(image, log)
        }
    }

    private func adaptive(_ image: RGBImage, _ log: StageLog) throws(CountError) -> Count {
        var options = options
        options.pipeline = .adaptive
        return try AdaptivePipeline(models: models, options: options).count(image, log: log)
    }
}

extension Counter {
    /// Counts long things if there are any; otherwise uses the detector, or the seeker if the detector's count looks
    /// wrong.
    ///
    /// The choice depends on the photo alone: a region or another similarity changes what is counted, not how.
    private func chosen(_ image: RGBImage, _ log: StageLog) throws(CountError) -> Count {
        let long = try long(image, log)
        if let count = long.sure { return count }
        var log = long.rest
        let plain = CountOptions(pipeline: .adaptive)
        let first = try AdaptivePipeline(models: models, options: plain).count(image, log: log.part(0..<0.5))
        let soundness = CountConfidence(of: first, by: models.soundness)
        if !soundness.isSound, var count = try sought(image, log.part(0.5..<1)) {
            count.stages = first.stages + count.stages
            return count
        }
        let missed =
            soundness.isOfNothing ? max(try overlooked(image, log.part(0.5..<0.9)), long.possible) : 0
        var options = options
        options.pipeline = .adaptive
        // The detections are remembered: a second tally is cheap.
        var count = options == plain ? first : try adaptive(image, log.part(0.9..<1))
        if options == plain { log.report(.complete, at: 1) }
        count.range.widen(by: soundness.margin * Double(count.count))
        count.range.high = max(count.range.high, missed)
        return count
    }

    /// The count of the seeker; nil if its models are missing.
    private func sought(_ image: RGBImage, _ log: StageLog) throws(CountError) -> Count? {
        guard let seeker = try models.seeker else { return nil }
        models.rest()
        var options = options
        options.pipeline = .seeker
        return try SeekerPipeline(models: seeker, options: options).count(image, log: log)
    }

    /// The number of things that may be there although the detector sees none: the seeker's count, if it is sure
    /// enough.
    ///
    /// The seeker finds something on nearly every surface, so this does not change the count, but shows that zero is
    /// uncertain.
    private func overlooked(_ image: RGBImage, _ log: StageLog) throws(CountError) -> Int {
        guard let found = try sought(image, log) else { return 0 }
        let score = found.main.reduce(0) { $0 + $1.confidence } / Double(max(found.count, 1))
        return score >= CountConfidence.leastOfOverlooked ? found.count : 0
    }
}

extension Counter {
    /// Counts with `work`, and measures the things if the options ask for it.
    private func measured(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)?,
        _ work: ((@Sendable (CountProgress) -> Void)?) throws(CountError) -> Count
    ) throws(CountError) -> Count {
        guard let measuring = options.measuring else { return try work(progress) }
        var count = try work { step in
            guard step.stage != .complete else { return }
            progress?(CountProgress(stage: step.stage, fraction: Self.shareOfCounting * step.fraction))
        }
        progress?(CountProgress(stage: .measuring, fraction: Self.shareOfCounting))
        let elapsed = watch?()
        try count.measure(measuring, in: image, by: models.outliner)
        count.stages.append(Count.Stage(name: CountProgress.Stage.measuring.rawValue, ms: elapsed?() ?? 0))
        progress?(CountProgress(stage: .complete, fraction: 1))
        return count
    }

    private static let shareOfCounting = 0.8
}

extension Counter {
    /// The result of looking for long things. For most photos only the first check runs, which takes a hundredth of a
    /// second.
    private struct LongLook {
        /// Nil: there are none, or the search did not run.
        let answer: LongPipeline.Answer?
        /// The log for the work that follows.
        let rest: StageLog

        /// The count, if it is certain.
        var sure: Count? { answer.flatMap { $0.isSure ? $0.count : nil } }
        /// The number of long things that may be there if nothing else is found.
        var possible: Int { answer?.count.count ?? 0 }
    }

    /// Looks for long thin things that lie side by side, or for things like an example that is long and thin.
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
