// Not in the browser: it has neither tasks nor clocks, and recipes are kept by the server.

import EspyBase
public import EspyCodecs
import EspyInference
public import EspyPixels

extension Counter {
    /// - Parameters:
    ///   - recipe: the kind of things to count. An example in `options` is added to it, and sets the size of things in
    ///     the photo.
    ///   - clock: measures how long each stage takes. Nil: stages have no times.
    public init(
        models: CountModels, options: CountOptions = .init(), recipe: Recipe? = nil,
        clock: (any Clock<Duration>)? = nil
    ) {
        self.init(models: models, options: options, recipe: recipe, watch: clock.map(Self.watch))
    }

    private static func watch(_ clock: any Clock<Duration>) -> StageLog.Watch { { Stopwatch.milliseconds(clock) } }

    /// Counts the things in one photo.
    ///
    /// - Parameter progress: called on any thread, one call at a time.
    /// - Returns: the result, which may be empty.
    /// - Throws: ``CountError`` if the work could not be attempted. Canceling the task ends the work within a tenth of
    ///   a second.
    public func count(
        _ image: RGBImage, progress: (@Sendable (CountProgress) -> Void)? = nil
    ) async throws(CountError) -> Count {
        guard let recipe else { return try counted(image, progress: progress) }
        return try counted(image, progress: progress) { (log) throws(CountError) in
            try found(by: recipe, in: image, log)
        }
    }

    private func found(by recipe: Recipe, in image: RGBImage, _ log: StageLog) throws(CountError) -> Count {
        guard let seeker = try models.seeker else { throw .model(.missingModel(id: "espy-seeker", path: "")) }
        var options = options
        options.pipeline = .seeker
        var count = try RecipePipeline(models: seeker, options: options, recipe: recipe).count(image, log: log)
        // The seeker may have warned already.
        guard !count.warnings.contains(.unlikeRecipe), try looksDifferent(count, from: recipe, in: image)
        else { return count }
        count.range.low = 0
        count.warnings.append(.unlikeRecipe)
        return count
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
    ) throws(CountError) -> Bool {
        guard let embedder = models.embedder, options.like == nil, count.count > 0 else { return false }
        var examples: [[Float]] = []
        for sample in recipe.examples {
            let picture: RGBImage
            do throws(RecipeError) { picture = try sample.image() } catch { throw .unusableRecipe }
            examples += try embedder.embeddings(of: [sample.box], in: picture)
        }
        let counted = count.main.map(\.rect)
        let step = (counted.count + Self.mostCompared - 1) / Self.mostCompared
        let some = stride(from: 0, to: counted.count, by: step).map { counted[$0] }
        let similarities = try embedder.embeddings(of: some, in: image).map { find in
            examples.map { example in zip(find, example).reduce(Float(0)) { $0 + $1.0 * $1.1 } }.max() ?? 1
        }
        return similarities.sorted()[similarities.count / 2] < Self.leastSimilarity
    }
}

extension Counter {
    /// Counts the things in one photo.
    ///
    /// ``options`` and the result are in pixels of the picture in the file. Otherwise the same as
    /// ``count(_:progress:)`` for an image.
    public func count(
        _ photo: CountPhoto, progress: (@Sendable (CountProgress) -> Void)? = nil
    ) async throws(CountError) -> Count {
        try await photo.counted(options) { image, options throws(CountError) in
            try await Counter(models: models, options: options, recipe: recipe, watch: watch)
                .count(image, progress: progress)
        }
    }
}

extension CountPhoto {
    /// Decodes a photo. Of a damaged file, it decodes what is there.
    ///
    /// - Parameter page: of a file with several, from 1.
    /// - Throws: ``ImageError`` from the decoder.
    public init(_ bytes: [UInt8], page: Int = 1, longSide: Int = CountPhoto.longSide) throws(ImageError) {
        let decoder = ImageDecoder(options: DecodingOptions(minimumLongSide: longSide, page: page))
        let info = try decoder.info(of: bytes)
        let photo = try decoder.decodePhoto(bytes)
        self.init(photo.image, width: info.width, height: info.height, longSide: longSide)
        source = photo.source
    }

    /// Counts with options and results in pixels of the file.
    ///
    /// - Parameter work: counts in ``image``, with options in its pixels.
    package func counted(
        _ options: CountOptions, by work: (RGBImage, CountOptions) async throws(CountError) -> Count
    ) async throws(CountError) -> Count {
        let smaller = try shrunk(options)
        return enlarged(try await work(image, smaller), options)
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
    /// for try update in counter.updates(for: image) {
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
