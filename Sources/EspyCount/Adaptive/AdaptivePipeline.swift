import EspyPixels
import Foundation

/// Counts by what the photo itself shows: its scale, its kinds of things, and their usual size in each place.
struct AdaptivePipeline: Sendable {
    let models: CountModels
    let options: CountOptions

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) async throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let looker = ScaleDetector(detector: try models.detector, image: image, memory: models.memory)
        var search = ScaleSearch(looker)
        let side = options.like.map { $0.area.squareRoot() / Double(max(image.width, image.height)) }
        let looks = try await search.best(side: side) { log.report(.detecting, at: 0.6 * $0) }
        let area = CountArea(width: image.width, height: image.height, options: options)
        var found = CandidateSet(MultiScaleFusion.candidates(of: looks), options: options, area: area)

        try log.begin(.embedding, at: 0.6)
        let vectors = try await models.embedder?.embeddings(of: found.candidates.map(\.rect), in: image)
        try log.begin(.clustering, at: 0.85)
        let sure = found.sure
        let kinds = await Clustering(
            sure.map { found.candidates[$0] }, vectors: vectors.map { vectors in sure.map { vectors[$0] } },
            similarity: options.similarity ?? AdaptiveConstants.similarity, example: found.example)
        guard let kinds else { throw .cancelled }
        found.group(kinds)

        try log.begin(.searching, at: 0.95)
        var builder = CountBuilder(found, vectors: vectors, options: options, area: area)
        // With a lower similarity setting, both kinds should count.
        if options.similarity ?? 1 >= AdaptiveConstants.similarity { builder.partKinds(in: image, like: options.like) }
        var warnings: [Count.Warning] = found.isCapped ? [.tooMany] : []
        if builder.count == 0 { warnings.append(.nothingFound) }
        var count = Count(
            width: image.width, height: image.height, count: builder.count,
            range: .init(of: builder.detections, pipeline: options.pipeline),
            clusters: builder.clusters, detections: builder.detections, stages: try log.complete(),
            model: .init(detector: try models.detector.id, embedder: models.embedder?.id), parameters: options,
            warnings: warnings)
        if options.similarity == nil, options.like == nil { count.alternatives = finer(found, kinds, count) }
        return count
    }

    /// Offers to count one kind alone if a stricter similarity tells several apart in what is counted.
    private func finer(_ found: CandidateSet, _ kinds: Clustering, _ count: Count) -> [Count.Alternative]? {
        let counted = Set(count.main.map(\.rect))
        let members = found.sure.indices.filter { counted.contains(found.candidates[found.sure[$0]].rect) }
        guard let finer = kinds.finerKinds(of: members), let example = count.main.max(by: { $0.confidence < $1.confidence })
        else { return nil }
        let largest = finer.largest.map { found.candidates[found.sure[$0]] }
        let (chance, number) = (AdaptiveConstants.finerChance, largest.count)
        return [
            .init(count: count.count, range: count.range, example: example.rect, confidence: 1 - chance, cluster: 0),
            .init(
                count: number, range: .init(low: number, high: number),
                example: (largest.max { $0.objectness < $1.objectness } ?? largest[0]).rect, confidence: chance,
                similarity: finer.similarity),
        ]
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
