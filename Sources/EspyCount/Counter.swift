import EspyBase
import EspyInference
public import EspyPixels

/// Counts similar things in photos. Models stay loaded as long as the counter exists.
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
    ///   - recipe: the kind of things to count. An example in `options` is added to it, and sets the size of things in
    ///     the photo.
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
    /// - Parameter progress: called on any thread, one call at a time.
    /// - Returns: the result, which may be empty.
    /// - Throws: ``CountError`` if the work could not be attempted. Canceling the task ends the work within a tenth of
    ///   a second.
    public func count(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)? = nil
    ) async throws(CountError) -> Count {
        try options.check(width: image.width, height: image.height)
        var count = try await measured(image, progress: progress) { (progress) throws(CountError) in
            try await found(in: image, StageLog(clock: clock, progress: progress))
        }
        count.warnings += PhotoFlaw.flaws(of: image).compactMap { Count.Warning(rawValue: $0.rawValue) }
        return count
    }

    private func found(in image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        var options = options
        if let recipe {
            guard let seeker = try models.seeker else { throw .model(.missingModel(id: "espy-seeker", path: "")) }
            options.pipeline = .seeker
            let pipeline = RecipePipeline(models: seeker, options: options, recipe: recipe)
            var count = try await pipeline.count(image, log: log)
            // The seeker may have warned already.
            guard !count.warnings.contains(.unlikeRecipe), try await looksDifferent(count, from: recipe, in: image)
            else { return count }
            count.range.low = 0
            count.warnings.append(.unlikeRecipe)
            return count
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
    /// The median similarity of the finds, each to the nearest example, below which they may be other things. Chosen on
    /// training photos: 5% of 410 pairs of photos of one kind have less, and 66% of 873 pairs of different kinds. On photos
    /// of the validation and test splits it is 5% of 330 and 66% of 675.
    private static let leastSimilarity: Float = 0.7
    /// More finds are not needed to know.
    private static let mostCompared = 16

    private func looksDifferent(
        _ count: Count, from recipe: Recipe, in image: RGBImage
    ) async throws(CountError) -> Bool {
        guard let embedder = models.embedder, options.like == nil, count.count > 0 else { return false }
        var examples: [[Float]] = []
        for sample in recipe.examples {
            let picture: RGBImage
            do throws(RecipeError) { picture = try sample.image() } catch { throw .unusableRecipe }
            examples += try await embedder.embeddings(of: [sample.box], in: picture)
        }
        let counted = count.main.map(\.rect)
        let step = (counted.count + Self.mostCompared - 1) / Self.mostCompared
        let some = stride(from: 0, to: counted.count, by: step).map { counted[$0] }
        let similarities = try await embedder.embeddings(of: some, in: image).map { find in
            examples.map { example in zip(find, example).reduce(Float(0)) { $0 + $1.0 * $1.1 } }.max() ?? 1
        }
        return similarities.sorted()[similarities.count / 2] < Self.leastSimilarity
    }
}

extension Counter {
    /// Counts long things if there are any; otherwise uses the detector, or the seeker if the detector's count looks
    /// wrong.
    ///
    /// The choice depends on the photo alone: a region or another similarity changes what is counted, not how.
    private func chosen(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        let long = try long(image, log)
        if let count = long.sure { return count }
        var log = long.rest
        let plain = CountOptions(pipeline: .adaptive)
        let first = try await AdaptivePipeline(models: models, options: plain).count(image, log: log.part(0..<0.5))
        let soundness = CountConfidence(of: first, by: models.soundness)
        if !soundness.isSound, var count = try await sought(image, log.part(0.5..<1)) {
            count.stages = first.stages + count.stages
            return count
        }
        let missed =
            soundness.isOfNothing ? max(try await overlooked(image, log.part(0.5..<0.9)), long.possible) : 0
        var options = options
        options.pipeline = .adaptive
        // The detections are remembered: a second tally is cheap.
        var count = options == plain ? first : try await adaptive(image, log.part(0.9..<1))
        if options == plain { log.report(.complete, at: 1) }
        count.range.widen(by: soundness.margin * Double(count.count))
        count.range.high = max(count.range.high, missed)
        return count
    }

    /// The count of the seeker; nil if its models are missing.
    private func sought(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count? {
        guard let seeker = try models.seeker else { return nil }
        models.rest()
        var options = options
        options.pipeline = .seeker
        return try await SeekerPipeline(models: seeker, options: options).count(image, log: log)
    }

    /// The number of things that may be there although the detector sees none: the seeker's count, if it is sure
    /// enough.
    ///
    /// The seeker finds something on nearly every surface, so this does not change the count, but shows that zero is
    /// uncertain.
    private func overlooked(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Int {
        guard let found = try await sought(image, log) else { return 0 }
        let score = found.main.reduce(0) { $0 + $1.confidence } / Double(max(found.count, 1))
        return score >= CountConfidence.leastOfOverlooked ? found.count : 0
    }
}

extension Counter {
    /// Counts with `work`, and measures the things if the options ask for it.
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

/// An element of ``Counter/updates(for:)``: progress, and at the end the result.
public enum CountUpdate: Sendable, Equatable {
    case progress(CountProgress)
    case result(Count)
}

extension Counter {
    /// Counts the things in one photo and reports progress.
    ///
    /// ```swift
    /// for try await update in counter.updates(for: image) {
    ///     if case .progress(let progress) = update { show(progress) }
    /// }
    /// ```
    /// The last element is the result; no progress is dropped. The work ends when the consumer stops listening.
    ///
    /// - Throws: ``CountError``, like counting without progress.
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
