package import EspyPixels

/// Counts exactly as the reference script does, for comparison: the steps and constants of ``ReferenceConstants``.
///
/// Two things differ, where the script ends with an error: a single thing counts 1, and none 0. Without an embedder all
/// that passes the filters is one group.
package struct ReferencePipeline: Sendable {
    private let models: CountModels
    private let options: CountOptions

    package init(models: CountModels, options: CountOptions) {
        self.models = models
        self.options = options
    }

    /// - Parameter image: not empty.
    package func count(_ image: RGBImage, log: StageLog) async throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let confidence = options.confidence ?? ReferenceConstants.confidence
        // Objectness times class score is never above objectness: nothing is lost by asking for that much.
        let seen = try await models.detector.candidates(in: image, minimumScore: confidence)
        try log.begin(.detecting, name: "filtering", at: 0.35)
        let found = filtered(ReferenceDetections(seen, confidence: confidence), image)
        let boxes = found.candidates.map(\.rect)
        try log.begin(.embedding, at: 0.4)
        let vectors = try await models.embedder?.embeddings(of: boxes, in: image)
        try log.begin(.clustering, at: 0.9)
        let labels = try await labels(of: vectors, count: boxes.count)
        let groups = ReferenceGroups(boxes: boxes, labels: labels, like: options.like)
        let stages = try log.complete()
        return try result(found.candidates, groups, stages, image)
    }

    private func filtered(_ found: ReferenceDetections, _ image: RGBImage) -> ReferenceDetections {
        var found = found
        found.filterPlaces(options, width: image.width, height: image.height)
        if options.filtersSize { found.filterSizes() }
        if options.filtersAspect { found.filterAspects() }
        found.filterEmpty(width: image.width, height: image.height)
        if options.filtersSize { found.filterAreas() }
        return found
    }

    private func labels(of vectors: [[Float]]?, count: Int) async throws(CountError) -> [Int] {
        guard let vectors else { return Array(repeating: 0, count: count) }
        let similarity = options.similarity ?? ReferenceConstants.similarity
        guard let labels = await AgglomerativeClustering.labels(of: vectors, similarity: similarity) else {
            throw .cancelled
        }
        return labels
    }

    private func result(
        _ candidates: [Candidate], _ groups: ReferenceGroups, _ stages: [Count.Stage], _ image: RGBImage
    ) throws(CountError) -> Count {
        let sizes = ClusterChoice.sizes(of: groups.labels)
        let order = groups.order
        let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let detections = zip(groups.kept, groups.labels).map { place, label in
            let (box, number) = (candidates[place].rect, numbers[label] ?? 0)
            return Count.Detection(
                x: box.x, y: box.y, width: box.width, height: box.height, confidence: candidates[place].score,
                cluster: number, main: label == groups.main)
        }
        let count = groups.main.flatMap { sizes[$0] } ?? 0
        return Count(
            width: image.width, height: image.height, count: count, range: .init(low: count, high: count),
            clusters: order.enumerated().map { Count.Cluster(id: $0, count: sizes[$1] ?? 0) },
            detections: readingOrder(of: detections.map(\.rect)).map { detections[$0] }, stages: stages,
            model: .init(detector: try models.detector.id, embedder: models.embedder?.id), parameters: options,
            warnings: count == 0 ? [.nothingFound] : [])
    }
}
