import CMath
import EspyPixels

/// Counts by what the photo itself shows: its scale, its kinds of things, and their usual size in each place.
struct AdaptivePipeline: Sendable {
    let models: CountModels
    let options: CountOptions

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let looker = ScaleDetector(detector: try models.detector, image: image, memory: models.memory)
        var search = ScaleSearch(looker)
        let side = options.like.map { $0.area.squareRoot() / Double(max(image.width, image.height)) }
        let looks = try search.best(side: side) { log.report(.detecting, at: 0.6 * $0) }
        let seen = MultiScaleFusion.candidates(of: looks)

        try log.begin(.embedding, at: 0.6)
        let area = CountArea(width: image.width, height: image.height, options: options)
        let ungrouped = CandidateSet(seen, options: options, area: area)
        let vectors = try models.embedder?.embeddings(of: ungrouped.candidates.map { $0.rect }, in: image)
        try log.begin(.clustering, at: 0.85)
        let things = Things(image: image, candidates: ungrouped, vectors: vectors, area: area)
        let kinds = try things.kinds(options)

        try log.begin(.searching, at: 0.95)
        let builder = things.built(by: kinds, options)
        var warnings: [Count.Warning] = ungrouped.isCapped ? [.tooMany] : []
        if builder.count == 0 { warnings.append(.nothingFound) }
        var count = Count(
            width: image.width, height: image.height, count: builder.count,
            range: .init(of: builder.detections, pipeline: options.pipeline),
            clusters: builder.clusters, detections: builder.detections, stages: [],
            model: .init(detector: try models.detector.id, embedder: models.embedder?.id), parameters: options,
            warnings: warnings)
        count.alternatives = try finer(things, kinds, count)
        count.stages = try log.complete()
        return count
    }

    /// Offers to count one kind alone if a stricter similarity distinguishes several in what is counted.
    private func finer(
        _ things: Things, _ kinds: Clustering, _ count: Count
    ) throws(CountError) -> [Count.Alternative]? {
        guard options.similarity == nil, options.like == nil else { return nil }
        let counted = Set(count.main.map { $0.rect })
        let sure = things.sure
        let members = sure.indices.filter { counted.contains(sure[$0].rect) }
        guard let similarity = kinds.finerSimilarity(of: members) else { return nil }
        var strict = options
        strict.similarity = similarity
        let builder = things.built(by: try things.kinds(strict), strict)
        func example(_ detections: [Count.Detection]) -> Rect? {
            detections.filter { $0.main }.max { $0.confidence < $1.confidence }?.rect
        }
        guard let usual = example(count.detections), let other = example(builder.detections) else { return nil }
        let chance = AdaptiveConstants.finerChance
        return [
            .init(count: count.count, range: count.range, example: usual, confidence: 1 - chance, cluster: 0),
            .init(
                count: builder.count, range: .init(of: builder.detections, pipeline: options.pipeline), example: other,
                confidence: chance, similarity: similarity),
        ]
    }
}

/// The candidates of a photo, before they are grouped.
private struct Things {
    let image: RGBImage
    let candidates: CandidateSet
    /// An embedding of each candidate; nil without an embedder.
    let vectors: [[Float]]?
    let area: CountArea

    /// The candidates that found groups.
    var sure: [Candidate] { candidates.sure.map { candidates.candidates[$0] } }

    func kinds(_ options: CountOptions) throws(CountError) -> Clustering {
        let kinds = Clustering(
            sure, vectors: vectors.map { vectors in candidates.sure.map { vectors[$0] } },
            similarity: options.similarity ?? AdaptiveConstants.similarity, example: candidates.example)
        guard let kinds else { throw .cancelled }
        return kinds
    }

    func built(by kinds: Clustering, _ options: CountOptions) -> CountBuilder {
        var found = candidates
        found.group(kinds)
        var builder = CountBuilder(found, vectors: vectors, options: options, area: area)
        // With a lower similarity setting, both kinds should count.
        if options.similarity ?? 1 >= AdaptiveConstants.similarity { builder.partKinds(in: image, like: options.like) }
        return builder
    }
}

/// The numbers of the adaptive pipeline. They were chosen on photos from sources that the models were not trained on
/// and on rendered trays, never on the photos that the pipeline is measured with.
enum AdaptiveConstants {
    /// Candidates below this score are ignored.
    static let leastScore = 0.3
    /// Within one look: intersection over union above which two candidates are one thing.
    static let suppression = 0.6
    /// The same between looks, and for the result.
    static let agreement = 0.5
    static let finalSuppression = 0.45
    /// A thing supports a scale by the amount its score is above this, and opposes it by the amount below.
    static let evidenceLevel = 0.62
    static let evidenceLeast = 0.5
    /// The score that a look contributes for a thing it does not see.
    static let missingScore = 0.3
    /// Candidates with at least this agreed score found groups.
    static let confidence = 0.5
    /// The second look considers candidates down to this much below ``confidence``.
    static let secondLookMargin = 0.1
    /// Mean similarity at which things form one group: cosine, less ``sizeWeight`` for each factor of e in size.
    static let similarity = 0.6
    static let sizeWeight = 0.3
    /// Stricter similarities at which a group may turn out to be several kinds, the strictest first.
    static let finerSimilarities = [0.9, 0.85, 0.8, 0.75, 0.7]
    /// The chance that one of these kinds is meant.
    static let finerChance = 0.2
    /// The worth of a group is the sum of its scores above this level.
    static let worthLevel = 0.35
    /// The largest number of candidates to group. The least certain beyond it are left out, with a warning.
    static let mostCandidates = 5_000
}
