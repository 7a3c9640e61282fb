public import EspyCodecs
public import EspyInference
public import EspyPixels

/// Says what is on a photo, with the models that are there.
public struct PhotoAnalyzer: PhotoAnalyzing {
    private let tagger: PhotoTagger?
    private let objects: ObjectTagger?
    private let kinds: PhotoClassifier?
    private let pages: PageReader?
    private let faces: FaceFinder?
    private let meaning: MeaningEncoder?
    private let options: TagOptions

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
        (self.options, self.pages, self.faces, self.meaning) = (options, pages, faces, meaning)
        do throws(InferenceError) {
            if let (model, labels) = tagger {
                let names = try TagLabels(path: labels, columns: model.entry.output.columns)
                self.tagger = try PhotoTagger(model, labels: names)
            } else {
                self.tagger = nil
            }
            objects = if let detector { try ObjectTagger(detector) } else { nil }
            if let (model, labels) = classifier {
                let names = try TagLabels(path: labels, columns: model.entry.output.columns)
                kinds = try PhotoClassifier(model, labels: names)
            } else {
                kinds = nil
            }
        } catch { throw .inference(error) }
    }

    /// Whether a model can be the `detector`.
    public static func canUse(_ entry: ModelEntry) -> Bool { ObjectTagger.knowsKinds(entry) }

    public var embeddingModel: String { tagger?.version ?? "" }
    public var meaningModel: String { meaning?.version ?? "" }

    /// The number is one of this code: another one for rules that give other tags.
    public var version: String {
        let parts = [
            "rules-3", PhotoCodes.version, options.threshold.map { "\($0)" }, tagger?.version, objects?.version,
            kinds?.version, pages?.version, faces?.version, meaning?.version,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// Text on a page must still be made of strokes.
    public var shortSide: Int { 480 }

    public func analyze(_ image: RGBImage, metadata: PhotoMetadata) throws(GalleryError) -> PhotoAnalysis {
        let gray = image.gray
        let colors = DominantColors(of: image)
        let (kind, mayBeDocument) = PhotoAnalysis.Kind.of(gray, colors: colors, metadata: metadata)
        let sharpness = Sharpness.measure(gray)
        let brightness = gray.mean / 255
        let picture = PictureTags(
            kind: kind, sharpness: sharpness, brightness: brightness, isMonochrome: colors.isMonochrome)
        let (tags, embedding, meaning) = try models(image)
        let codes = PhotoCodes.find(on: gray)
        let people = faces?.faces(in: gray)
        var analysis = PhotoAnalysis(
            tags: Self.join(tags, faces?.tags(of: people?.count ?? 0) ?? []) + picture.all + PhotoCodes.tags(of: codes),
            colors: colors.shares, kind: kind,
            sharpness: sharpness,
            brightness: brightness, fingerprint: PerceptualHash.of(gray), embedding: embedding, codes: codes,
            faces: people, meaning: meaning)
        analysis.mayBeDocument = mayBeDocument
        if let pages, !PageReader.isWorthReading(analysis) { analysis.mayHaveText = pages.mayHaveText(image) }
        return analysis
    }

    public func closerSide(_ analysis: PhotoAnalysis) -> Int? {
        pages == nil || !PageReader.isWorthReading(analysis) ? nil : PageReader.side
    }

    public func lookCloser(
        at image: RGBImage, after analysis: PhotoAnalysis
    ) throws(CancellationError) -> PhotoAnalysis {
        try pages?.read(image, into: analysis) ?? analysis
    }

    /// What the models see. Where two of them see the same, the surer one is heard.
    private func models(
        _ image: RGBImage
    ) throws(GalleryError) -> (tags: [PhotoTag], embedding: [Float], meaning: PhotoMeaning?) {
        do throws(InferenceError) {
            let seen = try tagger?.tags(of: image, threshold: options.threshold)
            let things = try objects?.tags(of: image, threshold: options.threshold ?? Self.uncalibrated) ?? []
            let shown = try kinds?.tags(of: image, threshold: options.threshold) ?? []
            return (Self.join(seen?.tags ?? [], things + shown), seen?.embedding ?? [], try meaning?.meaning(of: image))
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
