import EspyCodecs
import EspyPixels
import EspyStore
import EspySystem

/// Makes of a file all that is kept of its photo. Safe to use from several tasks at once.
struct PhotoReader: Sendable {
    let gallery: Gallery
    let analyzer: PhotoAnalyzer?
    let options: IndexingOptions
    let clock: @Sendable () -> Double
    /// The words for a person of why a picture cannot be read.
    let words: @Sendable (ImageError) -> String
    /// Files in memory, and pictures in memory.
    private let files: MemoryGate
    private let pictures: MemoryGate

    init(
        gallery: Gallery, analyzer: PhotoAnalyzer?, options: IndexingOptions,
        clock: @escaping @Sendable () -> Double, words: @escaping @Sendable (ImageError) -> String
    ) {
        (self.gallery, self.analyzer, self.options, self.clock, self.words) = (gallery, analyzer, options, clock, words)
        (files, pictures) = (MemoryGate(limit: options.memory), MemoryGate(limit: options.memory))
    }

    /// What is made of a file.
    enum Step: Sendable {
        /// All that shows the photo, and what is written in the file. What is on it takes longer, and comes later.
        case picture
        /// The same, and what is on it at once: a file that took the place of another goes on with what people said of
        /// that one, if they look alike.
        case whole
        /// What is on a photo that the gallery has, and its small picture where that is missing.
        case analysis(hasPicture: Bool)

        var isPictured: Bool { if case .analysis(true) = self { false } else { true } }
        var isRecognized: Bool { if case .picture = self { false } else { true } }
        var isRenewal: Bool { if case .analysis = self { true } else { false } }
    }

    func read(_ file: FoundFile, for step: Step) async -> IndexedFile {
        let size = min(max(file.size, 0), options.decoding.maxBytes)
        await files.enter(size)
        var stages = StageClock(clock)
        var failure: GalleryError?
        let (outcome, problems) = await outcome(file, step, &stages, &failure)
        await files.leave(size)
        return IndexedFile(
            file: file, outcome: outcome, times: stages.times, failure: failure, sidecarProblems: problems)
    }

    private func outcome(
        _ file: FoundFile, _ step: Step, _ stages: inout StageClock, _ failure: inout GalleryError?
    ) async -> (IndexedFile.Outcome, sidecars: [GalleryProblem]) {
        let limit = options.decoding.maxBytes
        guard file.size <= limit else { return (.problem(words(.tooManyBytes(count: file.size, limit: limit))), []) }
        let contents: FileContents
        do throws(FileError) {
            contents = try stages.measure(\.reading) { () throws(FileError) in
                try FileContents(path: Self.place(of: file), limit: limit)
            }
        } catch {
            return (Self.outcome(of: error, file), [])
        }
        guard contents.isStable, contents.status.size == file.size, contents.status.modified == file.modified else {
            return (.unsettled, [])
        }
        let digest = stages.measure(\.digest) { SHA256.bytes(of: contents.bytes) }
        let facts = stages.measure(\.metadata) { PhotoFileFacts(contents.bytes, file) }
        if !step.isRenewal, (try? await gallery.hasPhoto(digest: digest)) == true {
            return (.known(digest: digest, facts: facts), facts.problems)
        }
        do throws(ImageError) {
            return (.new(try await photo(contents.bytes, digest, facts, step, &stages, &failure)), facts.problems)
        } catch {
            return (.problem(words(error)), facts.problems)
        }
    }

    /// Where the bytes of a file are. The scan followed a link to them only within the folders that were added.
    private static func place(of file: FoundFile) -> String { Path.canonical(file.path) ?? file.path }

    private static func outcome(of error: FileError, _ file: FoundFile) -> IndexedFile.Outcome {
        // Gone, or replaced by a link or a pipe since it was listed: the next scan tells.
        guard (try? FileStatus(path: place(of: file)))?.kind == .file else { return .unsettled }
        return .problem("the file cannot be read (\(error.reason))")
    }

    private func photo(
        _ bytes: [UInt8], _ digest: [UInt8], _ facts: PhotoFileFacts, _ step: Step, _ stages: inout StageClock,
        _ failure: inout GalleryError?
    ) async throws(ImageError) -> IndexedPhoto {
        let info = try ImageDecoder(options: options.decoding).info(of: bytes)
        let longSide = neededLongSide(info, step)
        let cost = memory(info, longSide)
        guard cost <= options.mostForOne else {
            let limit = options.mostForOne / Self.bytesForPixel(info)
            throw .tooManyPixels(width: info.storedWidth, height: info.storedHeight, limit: limit)
        }
        await pictures.enter(cost)
        let result: Result<IndexedPhoto, ImageError>
        do throws(ImageError) {
            result = .success(try made(bytes, digest, facts, info, longSide, step, &stages, &failure))
        } catch {
            result = .failure(error)
        }
        await pictures.leave(cost)
        var photo = try result.get()
        photo.analysis = await lookCloser(bytes, info, photo.analysis, &stages)
        return photo
    }

    /// The second look at a photo that deserves one. The first picture is gone by now, so that there is never more than
    /// one of a photo in memory.
    ///
    /// - Returns: nil when either look was cancelled, so that the photo is analyzed again: what was found may not be all.
    private func lookCloser(
        _ bytes: [UInt8], _ info: ImageInfo, _ analysis: PhotoAnalysis?, _ stages: inout StageClock
    ) async -> PhotoAnalysis? {
        if Task.isCancelled { return nil }
        guard let analyzer, let analysis, let side = analyzer.closerSide(analysis) else { return analysis }
        let cost = memory(info, side)
        await pictures.enter(cost)
        let closer = stages.measure(\.text) { () -> PhotoAnalysis? in
            // It could be decoded a moment ago.
            guard let image = try? CloserLook.image(bytes, side: side, options.decoding) else { return analysis }
            return try? analyzer.lookCloser(at: image, after: analysis)
        }
        await pictures.leave(cost)
        return closer
    }

    private func made(
        _ bytes: [UInt8], _ digest: [UInt8], _ facts: PhotoFileFacts, _ info: ImageInfo, _ longSide: Int,
        _ step: Step, _ stages: inout StageClock, _ failure: inout GalleryError?
    ) throws(ImageError) -> IndexedPhoto {
        var decoding = options.decoding
        decoding.minimumLongSide = longSide
        let opened = try stages.measure(\.decoding) { () throws(ImageError) in
            try ImageDecoder(options: decoding).decodePhoto(bytes)
        }
        let image = opened.image
        let small = try stages.measure(\.thumbnail) { () throws(ImageError) in
            step.isPictured
                ? try SmallPicture(of: image, side: options.thumbnailSide, quality: options.thumbnailQuality) : nil
        }
        let analysis =
            step.isRecognized ? analysis(of: image, info.width, facts.metadata, &stages, &failure) : nil
        return IndexedPhoto(
            digest: digest, bytes: bytes.count, format: info.format, width: info.width, height: info.height,
            taken: facts.taken, metadata: facts.metadata, picture: small,
            analysis: analysis, origin: analyzer?.origin, damage: opened.source.damage?.text)
    }

    private func analysis(
        of image: RGBImage, _ width: Int, _ metadata: PhotoMetadata, _ stages: inout StageClock,
        _ failure: inout GalleryError?
    ) -> PhotoAnalysis? {
        guard let analyzer else { return nil }
        do throws(GalleryError) {
            var analysis = try stages.measure(\.analysis) { () throws(GalleryError) in
                try analyzer.analyze(image, metadata: metadata)
            }
            analysis.scale(from: image.width, to: width)
            return analysis
        } catch {
            failure = error
            return nil
        }
    }

    /// So large that the short side is enough for the analysis, and the long side for the small picture.
    private func neededLongSide(_ info: ImageInfo, _ step: Step) -> Int {
        let (long, short) = (max(info.width, info.height), max(min(info.width, info.height), 1))
        let wanted = step.isRecognized ? max(analyzer?.shortSide ?? 0, 1) : 1
        let (product, overflow) = wanted.multipliedReportingOverflow(by: long)
        let forAnalysis = overflow ? long : (product + short - 1) / short
        return min(max(forAnalysis, options.thumbnailSide), max(long, 1))
    }

    /// Bytes for the pixels, and for a second copy of them while they are turned or converted.
    private func memory(_ info: ImageInfo, _ longSide: Int) -> Int {
        let pixels = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !pixels.overflow, pixels.partialValue <= options.decoding.maxPixels else { return 0 }
        // Those that shrink while they are decoded come out at less than twice what is wanted.
        let shrunk = 4 * longSide * longSide
        return Self.bytesForPixel(info) * (info.isHeldWhole ? pixels.partialValue : min(pixels.partialValue, shrunk))
    }

    /// Decoders of videos keep planes of 16 bits beside one another.
    private static func bytesForPixel(_ info: ImageInfo) -> Int {
        info.format == .heic || info.format == .avif ? 20 : 6
    }
}

/// Measures one step after the other, on the clock of the caller.
private struct StageClock {
    let seconds: @Sendable () -> Double
    private(set) var times = StageTimes()

    init(_ seconds: @escaping @Sendable () -> Double) { self.seconds = seconds }

    mutating func measure<Value, Failure: Error>(
        _ stage: WritableKeyPath<StageTimes, Double>, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let start = seconds()
        defer { times[keyPath: stage] += seconds() - start }
        return try work()
    }
}

/// Lets work begin while there is memory left for it. What is larger than all of it may run alone.
package actor MemoryGate {
    private let limit: Int
    private var used = 0
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    package init(limit: Int) { self.limit = limit }

    /// Waits for its turn: whoever came first, begins first. Every call needs its ``leave(_:)``.
    package func enter(_ bytes: Int) async {
        if waiting.isEmpty, fits(bytes) {
            used += bytes
            return
        }
        await withCheckedContinuation { waiting.append((bytes, $0)) }
    }

    package func leave(_ bytes: Int) {
        used -= bytes
        while let next = waiting.first, fits(next.bytes) {
            used += next.bytes
            waiting.removeFirst().continuation.resume()
        }
    }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= limit - used }
}
