public import EspyCodecs
public import EspyInference
public import EspyPixels

/// Recognizes what a photo shows, with the available models.
public struct PhotoAnalyzer: Sendable {
    /// Changes whenever analyses would differ: photos are then analyzed again.
    public let version: String
    /// The model of the embeddings; empty without one.
    public let embeddingModel: String
    /// The models of ``PhotoAnalysis/meaning``, as in ``TextEmbedder/version``; empty without them.
    public let meaningModel: String
    /// The network that describes faces; nil unless people are recognized.
    package var faceModel: String?
    /// The least short side of a photo to analyze, in pixels.
    let shortSide: Int
    private let pages: PageReader?
    private let work: @Sendable (RGBImage, PhotoMetadata) throws(GalleryError) -> PhotoAnalysis
    private let findFaces: @Sendable (RGBImage) throws(GalleryError) -> [PhotoFace]?

    /// - Parameter work: analyzes a photo, like ``analyze(_:metadata:)``.
    package init(
        version: String, embeddingModel: String, shortSide: Int,
        _ work: @escaping @Sendable (RGBImage, PhotoMetadata) throws(GalleryError) -> PhotoAnalysis
    ) {
        (self.version, self.embeddingModel, meaningModel, pages) = (version, embeddingModel, "", nil)
        (self.shortSide, self.work) = (shortSide, work)
        findFaces = { (image) throws(GalleryError) in try work(image, PhotoMetadata()).faces }
    }

    /// - Parameters:
    ///   - tagger: a tagging model, and the file that names its tags. Nil: no embeddings, and only the tags of the
    ///     other models.
    ///   - detector: a detector of the 80 COCO classes.
    ///   - classifier: a classification model, and the file that names its classes.
    ///   - pages: reads text on pages, screenshots and signs. Nil: text is not read.
    ///   - faces: finds faces. Nil: they are not looked for.
    ///   - people: describes faces, so that people can be recognized. Nil: faces have no descriptors.
    ///   - meaning: embeds photos for search by text. Nil: they are found by words only.
    ///   - options: the confidence that tags need.
    /// - Throws: ``GalleryError/inference(_:)``
    public init(
        tagger: (model: Model, labels: String)? = nil, detector: Model? = nil,
        classifier: (model: Model, labels: String)? = nil, pages: PageReader? = nil, faces: FaceDetector? = nil,
        people: FaceDescriber? = nil, meaning: MeaningEncoder? = nil, options: TagOptions = TagOptions()
    ) throws(GalleryError) {
        var models = PhotoModels(pages: pages, faces: faces, people: people, meaning: meaning, options: options)
        do throws(InferenceError) {
            if let (model, labels) = tagger {
                let names = try TagLabels(path: labels, columns: model.entry.output.columns)
                models.tagger = try PhotoTagger(model, labels: names)
            }
            if let detector { models.objects = try ObjectTagger(detector) }
            if let (model, labels) = classifier {
                let names = try TagLabels(path: labels, columns: model.entry.output.columns)
                models.kinds = try PhotoClassifier(model, labels: names)
            }
        } catch { throw .inference(error) }
        (version, embeddingModel) = (models.version, models.tagger?.version ?? "")
        (meaningModel, self.pages) = (meaning?.version ?? "", pages)
        // At this size, text on a page still consists of strokes.
        (shortSide, work, findFaces) = (480, models.analysis, models.faces(in:))
        faceModel = faces == nil ? nil : people?.version
    }

    /// Whether a model can be the `detector`.
    public static func canUse(_ entry: ModelEntry) -> Bool { ObjectTagger.knowsKinds(entry) }

    /// - Parameters:
    ///   - image: the upright photo, at its own size or reduced to a short side of at least 480 pixels.
    ///   - metadata: from its file.
    public func analyze(_ image: RGBImage, metadata: PhotoMetadata) throws(GalleryError) -> PhotoAnalysis {
        try work(image, metadata)
    }

    /// The faces in a photo; nil if they are not looked for.
    ///
    /// - Parameter image: as for ``analyze(_:metadata:)``.
    package func faces(in image: RGBImage) throws(GalleryError) -> [PhotoFace]? {
        try findFaces(image)
    }

    /// The long side, in pixels, at which a photo deserves a second analysis; nil for most photos.
    package func closerSide(_ analysis: PhotoAnalysis) -> Int? {
        pages == nil || !PageReader.isWorthReading(analysis) ? nil : PageReader.side
    }

    /// Analyzes a larger picture of the same photo.
    ///
    /// - Parameters:
    ///   - image: the upright photo, with a long side of at most ``closerSide(_:)``.
    ///   - analysis: the first one.
    /// - Throws: when the calling task is canceled.
    package func lookCloser(
        at image: RGBImage, after analysis: PhotoAnalysis
    ) throws(CancellationError) -> PhotoAnalysis {
        try pages?.read(image, into: analysis) ?? analysis
    }

    /// The models and rules of its analyses.
    var origin: AnalysisOrigin {
        AnalysisOrigin(
            version: version, embeddingModel: embeddingModel, meaningModel: meaningModel, faceModel: faceModel)
    }
}

/// A second analysis of a photo, at a larger size.
enum CloserLook {
    /// The upright photo, with a long side of `side` or less.
    static func image(_ bytes: [UInt8], side: Int, _ options: DecodingOptions) throws(ImageError) -> RGBImage {
        var decoding = options
        decoding.minimumLongSide = side
        return try ImageDecoder(options: decoding).decodePhoto(bytes).image.fitted(longSide: side)
    }

    /// The analysis after the second pass, if there is a reason for one.
    static func analysis(
        _ bytes: [UInt8], after first: PhotoAnalysis, by analyzer: PhotoAnalyzer
    ) throws -> PhotoAnalysis {
        guard let side = analyzer.closerSide(first) else { return first }
        return try analyzer.lookCloser(at: image(bytes, side: side, DecodingOptions()), after: first)
    }
}

/// The parts of an analyzer. Each may be missing.
private struct PhotoModels: Sendable {
    var tagger: PhotoTagger?
    var objects: ObjectTagger?
    var kinds: PhotoClassifier?
    let pages: PageReader?
    let faces: FaceDetector?
    let people: FaceDescriber?
    let meaning: MeaningEncoder?
    let options: TagOptions

    /// The number is the version of this code: change it with rules that affect tags.
    var version: String {
        let parts = [
            "rules-6", PhotoCodes.version, options.threshold.map { "\($0)" }, tagger?.version, objects?.version,
            kinds?.version, pages?.version, faces?.version, meaning?.version,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    @Sendable func analysis(_ image: RGBImage, _ metadata: PhotoMetadata) throws(GalleryError) -> PhotoAnalysis {
        let gray = image.gray
        let colors = DominantColors(of: image)
        let (kind, mayBeDocument) = PhotoAnalysis.Kind.of(gray, colors: colors, metadata: metadata)
        let sharpness = Sharpness.measure(gray)
        let brightness = gray.mean / 255
        let picture = PictureTags(
            kind: kind, sharpness: sharpness, brightness: brightness, isMonochrome: colors.isMonochrome)
        let (tags, embedding, meaning, likely) = try models(image)
        let codes = PhotoCodes.find(on: gray)
        let found = try found(in: image).map { tagger?.excludesPeople(likely) ?? false ? [] : $0 }
        var analysis = PhotoAnalysis(
            tags: Self.join(tags, faces?.tags(of: found?.count ?? 0) ?? []) + picture.all + PhotoCodes.tags(of: codes),
            colors: colors.shares, kind: kind,
            sharpness: sharpness,
            brightness: brightness, fingerprint: PerceptualHash.of(gray), embedding: embedding, codes: codes,
            faces: found, meaning: meaning, likely: likely)
        analysis.mayBeDocument = mayBeDocument
        if let pages, !PageReader.isWorthReading(analysis) { analysis.mayHaveText = pages.mayHaveText(image) }
        return analysis
    }

    /// The faces of people in a photo; nil if they are not looked for.
    @Sendable func faces(in image: RGBImage) throws(GalleryError) -> [PhotoFace]? {
        let found = try found(in: image)
        guard let tagger, found?.isEmpty == false else { return found }
        do throws(InferenceError) {
            return tagger.excludesPeople(try tagger.tags(of: image).likely) ? [] : found
        } catch { throw .inference(error) }
    }

    /// All that looks like a face; nil if they are not looked for.
    private func found(in image: RGBImage) throws(GalleryError) -> [PhotoFace]? {
        guard let faces else { return nil }
        var found: [PhotoFace] = []
        do throws(InferenceError) {
            for face in try faces.faces(in: image) {
                let descriptor = try people?.descriptor(of: face, in: image) ?? []
                if let face = PhotoFace(face, in: image, descriptor: descriptor) { found.append(face) }
            }
        } catch { throw .inference(error) }
        return found
    }

    /// The tags of all models. If two models give the same tag, the more confident one counts.
    private func models(
        _ image: RGBImage
    ) throws(GalleryError) -> (tags: [PhotoTag], embedding: [Float], meaning: PhotoMeaning?, likely: [LikelyThing]) {
        do throws(InferenceError) {
            let seen = try tagger?.tags(of: image, threshold: options.threshold)
            let things = try objects?.tags(of: image, threshold: options.threshold ?? Self.uncalibrated) ?? []
            let shown = try kinds?.tags(of: image, threshold: options.threshold) ?? []
            let tags = Self.join(seen?.tags ?? [], things + shown)
            return (tags, seen?.embedding ?? [], try meaning?.meaning(of: image), seen?.likely ?? [])
        } catch { throw .inference(error) }
    }

    /// Most confident first, each name once.
    private static func join(_ tags: [PhotoTag], _ more: [PhotoTag]) -> [PhotoTag] {
        var best: [String: PhotoTag] = [:]
        for tag in tags + more where tag.confidence > best[tag.name]?.confidence ?? 0 { best[tag.name] = tag }
        return best.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }

    /// The least confidence for models whose outputs are not probabilities.
    private static let uncalibrated = 0.7
}

/// How photos are tagged.
public struct TagOptions: Sendable, Equatable {
    /// The least confidence for every tag, from 0 to 1. Nil: as measured for each tag; unreliable tags are left out.
    public var threshold: Double?

    public init(threshold: Double? = nil) { self.threshold = threshold }
}
