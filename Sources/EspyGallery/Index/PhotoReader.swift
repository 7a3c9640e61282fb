import EspyCodecs
import EspyPixels
import EspyStore
import EspySystem

/// Reads a file into the data that the gallery stores. Safe to use from several tasks at once.
struct PhotoReader: Sendable {
    let gallery: Gallery
    /// Nil until it is loaded: photos are only listed then.
    var analyzer: PhotoAnalyzer?
    let options: IndexingOptions
    let clock: @Sendable () -> Double
    /// Describes an image error to the user.
    let words: @Sendable (ImageError) -> String
    /// Returns a frame of a video.
    let poster: GalleryIndexer.Poster?
    /// Files in memory, and pictures in memory.
    private let files: MemoryGate
    private let pictures: MemoryGate

    init(
        gallery: Gallery, options: IndexingOptions, clock: @escaping @Sendable () -> Double,
        words: @escaping @Sendable (ImageError) -> String, poster: GalleryIndexer.Poster?
    ) {
        (self.gallery, self.options, self.clock, self.words) = (gallery, options, clock, words)
        self.poster = poster
        (files, pictures) = (MemoryGate(limit: options.memory), MemoryGate(limit: options.memory))
    }

    /// The data to read from a file.
    enum Step: Sendable {
        /// The small picture and the metadata. The analysis takes longer and follows later.
        case picture
        /// The same, and the analysis: a file that replaces another keeps the corrections of the previous photo if they
        /// look alike.
        case whole
        /// The analysis of a known photo, and its small picture if missing.
        case analysis(hasPicture: Bool)
        /// The faces of a photo that was analyzed before people were recognized.
        case faces

        var isPictured: Bool {
            switch self {
            case .analysis(true), .faces: false
            default: true
            }
        }
        var isFaces: Bool { if case .faces = self { true } else { false } }
        var isRecognized: Bool { if case .picture = self { false } else { true } }
        var isRenewal: Bool {
            switch self {
            case .analysis, .faces: true
            default: false
            }
        }
    }

    func read(_ file: FoundFile, for step: Step) async -> IndexedFile {
        if PhotoNames.isVideo(file.path) { return await readVideo(file, for: step) }
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
            let photo = try await photo(contents.bytes, digest, facts, step, &stages, &failure)
            if let faces = photo.faces, let model = photo.origin?.faceModel {
                return (.faces(faces, digest: digest, model: model, named: facts.metadata.faces), [])
            }
            return (.new(photo), facts.problems)
        } catch {
            return (.problem(words(error)), facts.problems)
        }
    }

    /// The real path of a file. The scan followed links only within the added folders.
    static func place(of file: FoundFile) -> String { Path.canonical(file.path) ?? file.path }

    static func outcome(of error: FileError, _ file: FoundFile) -> IndexedFile.Outcome {
        // Gone, or replaced by a link or a pipe since the listing: the next scan handles it.
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
        if step.isFaces { return photo }
        photo.analysis = await lookCloser(bytes, info, photo.analysis, &stages)
        return photo
    }

    /// Analyzes a photo a second time at a larger size, if worthwhile. The first image is freed by now, so there is
    /// only one image of a photo in memory.
    ///
    /// - Returns: nil when either analysis was canceled, so that the photo is analyzed again: the result may be
    ///   incomplete.
    private func lookCloser(
        _ bytes: [UInt8], _ info: ImageInfo, _ analysis: PhotoAnalysis?, _ stages: inout StageClock
    ) async -> PhotoAnalysis? {
        if Task.isCancelled { return nil }
        guard let analyzer, let analysis, let side = analyzer.closerSide(analysis) else { return analysis }
        let cost = memory(info, side)
        await pictures.enter(cost)
        let closer = stages.measure(\.text) { () -> PhotoAnalysis? in
            // It could be decoded just before.
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
        let isAnalyzed = step.isRecognized && !step.isFaces
        let analysis = isAnalyzed ? analysis(of: image, info.width, facts.metadata, &stages, &failure) : nil
        return IndexedPhoto(
            digest: digest, bytes: bytes.count, format: info.format.rawValue, width: info.width, height: info.height,
            taken: facts.taken, metadata: facts.metadata, picture: small,
            analysis: analysis, origin: analyzer?.origin,
            faces: step.isFaces ? faces(in: image, info.width, &stages, &failure) : nil,
            damage: opened.source.damage?.text)
    }

    private func faces(
        in image: RGBImage, _ width: Int, _ stages: inout StageClock, _ failure: inout GalleryError?
    ) -> [PhotoFace]? {
        do throws(GalleryError) {
            let found = try stages.measure(\.analysis) { () throws(GalleryError) in try analyzer?.faces(in: image) }
            return found?.map { $0.scaled(by: Double(width) / Double(max(image.width, 1))) }
        } catch {
            failure = error
            return nil
        }
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

    /// Large enough for the analysis (short side) and the small picture (long side).
    private func neededLongSide(_ info: ImageInfo, _ step: Step) -> Int {
        let (long, short) = (max(info.width, info.height), max(min(info.width, info.height), 1))
        let wanted = step.isRecognized ? max(analyzer?.shortSide ?? 0, 1) : 1
        let (product, overflow) = wanted.multipliedReportingOverflow(by: long)
        let forAnalysis = overflow ? long : (product + short - 1) / short
        return min(max(forAnalysis, options.thumbnailSide), max(long, 1))
    }

    /// Bytes for the pixels, and for a second copy while they are rotated or converted.
    private func memory(_ info: ImageInfo, _ longSide: Int) -> Int {
        let pixels = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        guard !pixels.overflow, pixels.partialValue <= options.decoding.maxPixels else { return 0 }
        // Images that are scaled down while decoding are less than twice the needed size.
        let shrunk = 4 * longSide * longSide
        return Self.bytesForPixel(info) * (info.isHeldWhole ? pixels.partialValue : min(pixels.partialValue, shrunk))
    }

    /// Video decoders keep separate 16-bit planes.
    private static func bytesForPixel(_ info: ImageInfo) -> Int {
        info.format == .heic || info.format == .avif ? 20 : 6
    }
}

/// Measures one step after another, on the caller's clock.
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

/// Starts work only while enough memory is free. Work larger than the whole budget runs alone.
package actor MemoryGate {
    private let limit: Int
    private var used = 0
    private var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

    package init(limit: Int) { self.limit = limit }

    /// Waits its turn, first come, first served. Every call needs a matching ``leave(_:)``.
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
