public import EspyImage
public import EspyInference

/// Says what is on a photo, with the models that are there.
public struct PhotoAnalyzer: PhotoAnalyzing {
    private let tagger: PhotoTagger?
    private let options: TagOptions

    /// Without a model: colors, quality and the kind of picture alone.
    public init(options: TagOptions = TagOptions()) {
        self.options = options
        tagger = nil
    }

    /// - Parameters:
    ///   - model: a tagger.
    ///   - labels: the file that names its tags.
    ///   - options: how sure tags must be.
    /// - Throws: ``GalleryError/inference(_:)``
    public init(model: Model, labels: String, options: TagOptions = TagOptions()) throws(GalleryError) {
        self.options = options
        do throws(InferenceError) {
            let names = try TagLabels(path: labels, columns: model.entry.output.columns)
            tagger = try PhotoTagger(model, labels: names)
        } catch { throw .inference(error) }
    }

    public var embeddingModel: String { tagger?.version ?? "" }

    /// The number is one of this code: another one for rules that give other tags.
    public var version: String {
        let own = "rules-1"
        let chosen = options.threshold.map { "\(own) \($0)" } ?? own
        return tagger.map { "\(chosen) \($0.version)" } ?? chosen
    }

    /// Text on a page must still be made of strokes.
    public var shortSide: Int { 480 }

    public func analyze(_ image: RGBImage, metadata: PhotoMetadata) throws(GalleryError) -> PhotoAnalysis {
        let gray = image.gray
        let colors = DominantColors(of: image)
        let kind = PhotoAnalysis.Kind(gray, colors: colors, metadata: metadata)
        let sharpness = Sharpness.measure(gray)
        let brightness = Double(gray.pixels.reduce(0) { $0 + Int($1) }) / Double(max(gray.pixels.count, 1)) / 255
        let picture = PictureTags(
            kind: kind, sharpness: sharpness, brightness: brightness, isMonochrome: colors.isMonochrome)
        var (tags, embedding): ([PhotoTag], [Float]) = ([], [])
        if let tagger {
            do throws(InferenceError) {
                (tags, embedding) = try tagger.tags(of: image, threshold: options.threshold)
            } catch { throw .inference(error) }
        }
        return PhotoAnalysis(
            tags: tags + picture.all, colors: colors.shares, kind: kind, sharpness: sharpness,
            brightness: brightness, fingerprint: 0, embedding: embedding)
    }
}

/// How photos are tagged.
public struct TagOptions: Sendable, Equatable {
    /// As sure as a model must be of every tag, from 0 to 1. Nil: as measured for each tag, and tags that are wrong too
    /// often are left out.
    public var threshold: Double?

    public init(threshold: Double? = nil) { self.threshold = threshold }
}
