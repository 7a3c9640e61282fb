public import EspyCodecs
public import EspyInference
public import EspyPixels

/// Says what is on a photo, with the models that are there.
public struct PhotoAnalyzer: Sendable {
    /// Changes whenever an analysis would come out otherwise: photos are analyzed again then.
    public let version: String
    /// The model behind the embeddings; empty without one.
    public let embeddingModel: String
    /// The models behind ``PhotoAnalysis/meaning``, as ``TextMeaning/version`` has them; empty without them.
    public let meaningModel: String
    /// As small as a photo may be when it is analyzed, in pixels.
    let shortSide: Int
    private let pages: PageReader?
    private let work: @Sendable (RGBImage, PhotoMetadata) throws(GalleryError) -> PhotoAnalysis

    /// - Parameter work: says what is on a photo, as ``analyze(_:metadata:)`` does.
    package init(
        version: String, embeddingModel: String, shortSide: Int,
        _ work: @escaping @Sendable (RGBImage, PhotoMetadata) throws(GalleryError) -> PhotoAnalysis
    ) {
        (self.version, self.embeddingModel, meaningModel, pages) = (version, embeddingModel, "", nil)
        (self.shortSide, self.work) = (shortSide, work)
    }

    /// - Parameters:
    ///   - tagger: a model that tags, and the file that names its tags. Nil: no embeddings, and no tags of what is on a
    ///     photo but those of the others.
    ///   - detector: one that knows the 80 kinds of COCO.
    ///   - classifier: a model that tells kinds of things apart, and the file that names them.
    ///   - pages: reads what is printed on pages, screenshots and signs. Nil: that is not read.
    ///   - faces: finds faces. Nil: they are not looked for.
    ///   - meaning: puts photos where texts can find them. Nil: they are found by words alone.
    ///   - options: how sure tags must be.
    /// - Throws: ``GalleryError/inference(_:)``
    public init(
        tagger: (model: Model, labels: String)? = nil, detector: Model? = nil,
        classifier: (model: Model, labels: String)? = nil, pages: PageReader? = nil, faces: FaceFinder? = nil,
        meaning: MeaningEncoder? = nil, options: TagOptions = TagOptions()
    ) throws(GalleryError) {
        var models = PhotoModels(pages: pages, faces: faces, meaning: meaning, options: options)
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
        // Text on a page must still be made of strokes.
        (shortSide, work) = (480, models.analysis)
    }

    /// Whether a model can be the `detector`.
    public static func canUse(_ entry: ModelEntry) -> Bool { ObjectTagger.knowsKinds(entry) }

    /// - Parameters:
    ///   - image: the upright photo, at its own size or reduced to a short side of at least 480 pixels.
    ///   - metadata: what its file says.
    public func analyze(_ image: RGBImage, metadata: PhotoMetadata) throws(GalleryError) -> PhotoAnalysis {
        try work(image, metadata)
    }

    /// The long side, in pixels, at which a photo is worth a second look after this first one; nil for most photos.
    package func closerSide(_ analysis: PhotoAnalysis) -> Int? {
        pages == nil || !PageReader.isWorthReading(analysis) ? nil : PageReader.side
    }

    /// Looks again, at a larger picture.
    ///
    /// - Parameters:
    ///   - image: the upright photo, with a long side of at most ``closerSide(_:)``.
    ///   - analysis: of the first look.
    /// - Throws: when the task that calls it is cancelled.
    package func lookCloser(
        at image: RGBImage, after analysis: PhotoAnalysis
    ) throws(CancellationError) -> PhotoAnalysis {
        try pages?.read(image, into: analysis) ?? analysis
    }

    /// Which models and rules its analyses come from.
    var origin: AnalysisOrigin {
        AnalysisOrigin(version: version, embeddingModel: embeddingModel, meaningModel: meaningModel)
    }
}

/// A second look at a photo, in a larger picture.
enum CloserLook {
    /// The upright photo, with a long side of `side` or less.
    static func image(_ bytes: [UInt8], side: Int, _ options: DecodingOptions) throws(ImageError) -> RGBImage {
        var decoding = options
        decoding.minimumLongSide = side
        return try ImageDecoder(options: decoding).decodePhoto(bytes).image.fitted(longSide: side)
    }

    /// The analysis after the second look, if there is a reason for one.
    static func analysis(
        _ bytes: [UInt8], after first: PhotoAnalysis, by analyzer: PhotoAnalyzer
    ) throws -> PhotoAnalysis {
        guard let side = analyzer.closerSide(first) else { return first }
        return try analyzer.lookCloser(at: image(bytes, side: side, DecodingOptions()), after: first)
    }
}

/// What looks at a photo. Each part may be missing.
private struct PhotoModels: Sendable {
    var tagger: PhotoTagger?
    var objects: ObjectTagger?
    var kinds: PhotoClassifier?
    let pages: PageReader?
    let faces: FaceFinder?
    let meaning: MeaningEncoder?
    let options: TagOptions

    /// The number is one of this code: another one for rules that give other tags.
    var version: String {
        let parts = [
            "rules-4", PhotoCodes.version, options.threshold.map { "\($0)" }, tagger?.version, objects?.version,
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
        let people = faces?.faces(in: gray)
        var analysis = PhotoAnalysis(
            tags: Self.join(tags, faces?.tags(of: people?.count ?? 0) ?? []) + picture.all + PhotoCodes.tags(of: codes),
            colors: colors.shares, kind: kind,
            sharpness: sharpness,
            brightness: brightness, fingerprint: PerceptualHash.of(gray), embedding: embedding, codes: codes,
            faces: people, meaning: meaning, likely: likely)
        analysis.mayBeDocument = mayBeDocument
        if let pages, !PageReader.isWorthReading(analysis) { analysis.mayHaveText = pages.mayHaveText(image) }
        return analysis
    }

    /// What the models see. Where two of them see the same, the surer one is heard.
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

    /// Surest first, each name once.
    private static func join(_ tags: [PhotoTag], _ more: [PhotoTag]) -> [PhotoTag] {
        var best: [String: PhotoTag] = [:]
        for tag in tags + more where tag.confidence > best[tag.name]?.confidence ?? 0 { best[tag.name] = tag }
        return best.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }

    /// As sure as models must be whose numbers are no probabilities.
    private static let uncalibrated = 0.7
}

/// How photos are tagged.
public struct TagOptions: Sendable, Equatable {
    /// As sure as a model must be of every tag, from 0 to 1. Nil: as measured for each tag, and tags that are wrong too
    /// often are left out.
    public var threshold: Double?

    public init(threshold: Double? = nil) { self.threshold = threshold }
}
