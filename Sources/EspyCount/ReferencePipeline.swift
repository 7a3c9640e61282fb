import EspyBase
import EspyInference
package import EspyPixels

/// Counts exactly as the reference script does, for comparison: its steps, with its constants or others.
///
/// It differs in two cases in which the script fails: a single thing counts as 1, and none as 0. Without an embedder,
/// everything that passes the filters is one group.
struct ReferencePipeline: Sendable {
    private let models: CountModels
    private let options: CountOptions

    init(models: CountModels, options: CountOptions) {
        self.models = models
        self.options = options
    }

    private var constants: CountOptions.Constants { options.constants ?? .script }

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let confidence = options.confidence ?? ReferenceConstants.confidence
        // Objectness times class score is never above objectness, so asking for this much loses nothing.
        let seen = try models.detector.candidates(in: image, minimumScore: confidence)
        try log.begin(.detecting, name: "filtering", at: 0.35)
        let found = filtered(ReferenceDetections(seen, confidence: confidence), image)
        let boxes = found.candidates.map { $0.rect }
        try log.begin(.embedding, at: 0.4)
        let vectors = try models.embedder?.embeddings(of: boxes, in: image)
        try log.begin(.clustering, at: 0.9)
        let labels = try labels(of: vectors, count: boxes.count)
        let groups = ReferenceGroups(
            boxes: boxes, labels: labels, like: options.like, smallest: constants.smallestGroup)
        let stages = try log.complete()
        return try result(found.candidates, groups, stages, image)
    }

    private func filtered(_ found: ReferenceDetections, _ image: RGBImage) -> ReferenceDetections {
        var found = found
        found.filterPlaces(options, width: image.width, height: image.height)
        if options.filtersSize, let limit = constants.size { found.filterSizes(limit: limit) }
        if options.filtersAspect, let limit = constants.aspect { found.filterAspects(limit: limit) }
        found.filterEmpty(width: image.width, height: image.height)
        if options.filtersSize, let limit = constants.area { found.filterAreas(limit: limit) }
        return found
    }

    private func labels(of vectors: [[Float]]?, count: Int) throws(CountError) -> [Int] {
        guard let vectors else { return Array(repeating: 0, count: count) }
        let similarity = options.similarity ?? ReferenceConstants.similarity
        guard let labels = AgglomerativeClustering.labels(of: vectors, similarity: similarity) else {
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
            detections: readingOrder(of: detections.map { $0.rect }).map { detections[$0] }, stages: stages,
            model: .init(detector: try models.detector.id, embedder: models.embedder?.id), parameters: options,
            warnings: count == 0 ? [.nothingFound] : [])
    }
}

/// The default settings of the reference script's command line.
private enum ReferenceConstants {
    /// Least objectness times class score.
    static let confidence = 0.001
    /// Cosine similarity above which groups are joined.
    static let similarity = 0.80
    /// Intersection over union above which two detections are one thing.
    static let suppression = 0.65
    /// The same limit between groups, after clustering.
    static let merging = 0.5
}

/// The detector's candidates that remain after each step of the reference script, up to the crops.
package struct ReferenceDetections: Sendable {
    /// Best score first, after all steps so far.
    package private(set) var candidates: [Candidate]

    /// Candidates whose objectness times class score is high enough, without those that overlap a better one.
    package init(_ all: [Candidate], confidence: Double = ReferenceConstants.confidence) {
        let sure = all.filter { $0.score >= confidence }
        let kept = nonMaximumSuppression(
            boxes: sure.map { $0.rect }, scores: sure.map { $0.score }, threshold: ReferenceConstants.suppression)
        candidates = kept.map { sure[$0] }
    }

    /// Leaves out things outside the region. The reference script has no such step: it comes first, so that things that
    /// should not count do not affect the usual size either.
    mutating func filterPlaces(_ options: CountOptions, width: Int, height: Int) {
        let area = CountArea(width: width, height: height, options: options)
        let isIn = area.counts(candidates.map { $0.rect })
        candidates = zip(candidates, isIn).filter { $0.1 }.map { $0.0 }
    }

    /// - Parameter limit: in standard deviations, see ``CountOptions/Constants``.
    package mutating func filterSizes(limit: Double) {
        keep(OutlierFilters.size(candidates.map { $0.rect }, limit: limit))
    }

    package mutating func filterAspects(limit: Double) {
        keep(OutlierFilters.aspect(candidates.map { $0.rect }, limit: limit))
    }

    /// Removes boxes without a whole pixel inside the picture, because they cannot be cropped.
    package mutating func filterEmpty(width: Int, height: Int) {
        candidates.removeAll { PixelRect(truncating: $0.rect, width: width, height: height) == nil }
    }

    package mutating func filterAreas(limit: Double) {
        keep(OutlierFilters.area(candidates.map { $0.rect.area }, limit: limit))
    }

    private mutating func keep(_ places: [Int]) { candidates = places.map { candidates[$0] } }
}

extension Candidate {
    /// Objectness times class score, in single precision as in the reference script.
    package var score: Double { Double(Float(objectness) * Float(classScore)) }
}

/// The groups that the reference script forms of its detections, and the one that it counts.
package struct ReferenceGroups: Sendable, Equatable {
    /// Indices of the remaining boxes, those of the main group first.
    package let kept: [Int]
    /// Group of each of ``kept``.
    package let labels: [Int]
    /// The group to count; nil if there are no boxes.
    package let main: Int?

    /// - Parameters:
    ///   - boxes: best score first.
    ///   - labels: group of each box.
    ///   - like: an example of what to count. The reference script has none: it counts the largest group.
    ///   - smallest: groups with fewer boxes are left out.
    package init(boxes: [Rect], labels: [Int], like: Rect? = nil, smallest: Int = 1) {
        guard let largest = Self.group(of: like, boxes, labels) ?? ClusterChoice.largest(of: labels) else {
            (kept, self.labels, main) = ([], [], nil)
            return
        }
        let kept = ClusterMerge.kept(
            boxes: boxes, labels: labels, main: largest, threshold: ReferenceConstants.merging)
        let merged = kept.map { labels[$0] }
        // Groups are recounted only if something was merged; then another one may be the largest.
        let isUnchanged = kept.count == boxes.count || like != nil
        let main = isUnchanged ? largest : ClusterChoice.largestSeenFirst(of: merged)
        let sizes = ClusterChoice.sizes(of: merged)
        func isLarge(_ group: Int) -> Bool { sizes[group, default: 0] >= smallest }
        self.kept = kept.filter { isLarge(labels[$0]) }
        self.labels = merged.filter(isLarge)
        self.main = main.flatMap { isLarge($0) ? $0 : nil }
    }

    /// The group of the box that overlaps the example most.
    private static func group(of like: Rect?, _ boxes: [Rect], _ labels: [Int]) -> Int? {
        guard let like else { return nil }
        let best = boxes.indices.max { (boxes[$0].iou(like), $1) < (boxes[$1].iou(like), $0) }
        return best.flatMap { boxes[$0].iou(like) > 0 ? labels[$0] : nil }
    }

    /// Groups in the order of a ``Count``: the main one first, then by falling size, then by label.
    package var order: [Int] {
        let sizes = ClusterChoice.sizes(of: labels)
        return sizes.keys.sorted { first, second in
            if (first == main) != (second == main) { return first == main }
            return (sizes[second] ?? 0, first) < (sizes[first] ?? 0, second)
        }
    }
}

/// Chooses the group to count.
private enum ClusterChoice {
    /// The label with the most members; among equals the lowest. Nil if there are no labels.
    static func largest(of labels: [Int]) -> Int? {
        let sizes = sizes(of: labels)
        return sizes.keys.min { (sizes[$1] ?? 0, $0) < (sizes[$0] ?? 0, $1) }
    }

    /// The label with the most members; among equals the one seen first.
    static func largestSeenFirst(of labels: [Int]) -> Int? {
        let sizes = sizes(of: labels)
        guard let most = sizes.values.max() else { return nil }
        return labels.first { sizes[$0] == most }
    }

    /// The number of members of each label.
    static func sizes(of labels: [Int]) -> [Int: Int] {
        labels.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// Removes duplicate boxes from all groups at once.
private enum ClusterMerge {
    /// Greedy suppression in which the boxes of the main group come before all others, as in the reference script:
    /// there each box of the main group gets the score 1.0 and each other one 0.5, and equal scores keep their order.
    ///
    /// - Parameters:
    ///   - boxes: best score of the detector first.
    ///   - labels: group of each box.
    ///   - threshold: intersection over union above which the later of two boxes is removed.
    /// - Returns: indices of the kept boxes: those of the main group first.
    static func kept(boxes: [Rect], labels: [Int], main: Int, threshold: Double) -> [Int] {
        nonMaximumSuppression(boxes: boxes, scores: labels.map { $0 == main ? 1.0 : 0.5 }, threshold: threshold)
    }
}

/// The three filters of the reference script. Each keeps values within a number of standard deviations of the median,
/// both limits included; the deviation itself is relative to the mean.
package enum OutlierFilters {
    /// Returns the indices of the boxes with a usual area.
    ///
    /// All are kept if there are fewer than 3 boxes or `limit` is 0.
    package static func size(_ boxes: [Rect], limit: Double) -> [Int] {
        guard boxes.count >= 3, limit != 0 else { return Array(boxes.indices) }
        return usual(boxes.map { $0.area }, limit: limit)
    }

    /// Returns the indices of the boxes with a usual width divided by height. A box without height has the ratio 0.
    ///
    /// All are kept if there are at most 2 boxes, or if all ratios are equal.
    package static func aspect(_ boxes: [Rect], limit: Double) -> [Int] {
        let ratios = boxes.map { $0.height > 0 ? $0.width / $0.height : 0 }
        guard boxes.count > 2, let measures = Statistics(ratios), measures.deviation != 0 else {
            return Array(boxes.indices)
        }
        return usual(ratios, limit: limit)
    }

    /// Returns the indices of the usual areas among those that the other filters kept.
    ///
    /// All are kept if there are at most 2.
    package static func area(_ areas: [Double], limit: Double) -> [Int] {
        guard areas.count > 2 else { return Array(areas.indices) }
        return usual(areas, limit: limit)
    }

    private static func usual(_ values: [Double], limit: Double) -> [Int] {
        guard let measures = Statistics(values) else { return [] }
        let low = measures.median - limit * measures.deviation
        let high = measures.median + limit * measures.deviation
        return values.indices.filter { values[$0] >= low && values[$0] <= high }
    }
}
