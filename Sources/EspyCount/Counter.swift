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
        return try await measured(image, progress: progress) { (progress) throws(CountError) in
            try await found(in: image, StageLog(clock: clock, progress: progress))
        }
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

    func adaptive(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        var options = options
        options.pipeline = .adaptive
        return try await AdaptivePipeline(models: models, options: options).count(image, log: log)
    }
}
