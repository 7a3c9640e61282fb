import EspyPixels
import Foundation

/// Works out which things count, and how sure that is.
package struct Tally: Sendable {
    package private(set) var detections: [Count.Detection]
    package private(set) var clusters: [Count.Cluster]

    package var count: Int { clusters.first?.count ?? 0 }

    /// Ratios of sides and of proportions to what is usual beyond which a thing is not counted.
    private static let sizeLimit = log(2.5)
    private static let aspectLimit = log(2.5)

    package init(_ found: Found, vectors: [[Float]]?, options: CountOptions, area: CountArea) {
        let boxes = found.candidates.map(\.rect)
        let kind = boxes.indices.filter { found.labels[$0] == 0 }
        let likeness = Likeness(kind.map { boxes[$0] }, vectors: vectors.map { vectors in kind.map { vectors[$0] } })
        // What the border cuts may have any size and proportions.
        let usual = kind.filter {
            area.isCut(boxes[$0]) || Self.isUsual(boxes[$0], likeness, options, count: kind.count)
        }
        var look = SecondLook(likeness, taken: usual.map { boxes[$0] })
        var main = Set(usual)
        var unsure: Set<Int> = []
        // Few things say little of their kind: a second look would find anything.
        if kind.count >= 4 {
            for place in boxes.indices where found.labels[place] != 0 && !found.dropped.contains(place) {
                switch look.judge(boxes[place], vector: vectors?[place]) {
                case .found: main.insert(place)
                case .unsure: unsure.insert(place)
                case .other: break
                }
            }
        }
        let counted = main.sorted()
        let counts = zip(counted, area.counts(counted.map { boxes[$0] })).filter(\.1).map(\.0)
        let doubt = Doubt(
            likeness: likeness, confidence: found.confidence, area: area, counted: counts.map { boxes[$0] })
        main = Set(counts)
        let shown = (boxes.indices.filter { found.labels[$0] != nil } + unsure + counts).sorted()
        let all = Self.unique(shown).map { place in
            let (box, score) = (boxes[place], found.candidates[place].objectness)
            let isMain = main.contains(place)
            let level: Double =
                isMain
                ? doubt.level(of: box, score: score, vector: vectors?[place])
                : unsure.contains(place) ? Count.reviewLevel : 0
            return Count.Detection(
                x: box.x, y: box.y, width: box.width, height: box.height, confidence: score,
                cluster: isMain ? 0 : found.labels[place] ?? 0, main: isMain, doubt: level)
        }
        detections = readingOrder(of: all.map(\.rect)).map { all[$0] }
        clusters = Self.clusters(detections)
    }

    /// Makes a group of its own of counted things that are of another kind than most, or than the example.
    mutating func partKinds(in image: RGBImage, like: Rect?) {
        let counted = detections.indices.filter { detections[$0].main }
        guard let smaller = TwoKinds.smaller(of: counted.map { detections[$0].rect }, in: image) else { return }
        var others = Set(smaller.map { counted[$0] })
        if let like, let shown = counted.max(by: { detections[$0].rect.iou(like) < detections[$1].rect.iou(like) }),
            others.contains(shown)
        {
            others = Set(counted).subtracting(others)
        }
        let id = (clusters.map(\.id).max() ?? 0) + 1
        for place in others {
            detections[place].main = false
            detections[place].cluster = id
            detections[place].doubt = 0
        }
        clusters = Self.clusters(detections)
    }

    private static func isUsual(_ box: Rect, _ likeness: Likeness, _ options: CountOptions, count: Int) -> Bool {
        // What is usual among three or four is chance.
        guard count >= 5 else { return true }
        if options.filtersSize, abs(likeness.sizeExcess(of: box)) > sizeLimit { return false }
        return !options.filtersAspect || abs(likeness.aspectExcess(of: box)) <= aspectLimit
    }

    private static func unique(_ ascending: [Int]) -> [Int] {
        ascending.enumerated().filter { $0 == 0 || ascending[$0 - 1] != $1 }.map(\.element)
    }

    /// The counted group first, then by falling size.
    private static func clusters(_ detections: [Count.Detection]) -> [Count.Cluster] {
        var sizes: [Int: Int] = [:]
        for detection in detections { sizes[detection.cluster, default: 0] += 1 }
        guard !sizes.isEmpty else { return [] }
        sizes[0] = detections.count(where: \.main)
        return sizes.map { Count.Cluster(id: $0, count: $1) }
            .sorted { ($0.id == 0 ? 0 : 1, -$0.count, $0.id) < ($1.id == 0 ? 0 : 1, -$1.count, $1.id) }
    }
}
