import EspyPixels

/// How a count stands against what is marked in the photo.
public struct CountScore: Codable, Sendable, Equatable {
    /// How many were counted, and how many are marked.
    public var count: Int
    public var truth: Int
    /// How many of the counted things are marked ones.
    public var hits: Int

    public init(count: Int, truth: Int, hits: Int) { (self.count, self.truth, self.hits) = (count, truth, hits) }

    /// Too many (above 0) or too few, as a share of the marked things; nil where nothing is marked.
    public var error: Double? { truth > 0 ? Double(count - truth) / Double(truth) : nil }
    /// The share of the marked things that were counted; nil where nothing is marked.
    public var recall: Double? { truth > 0 ? Double(hits) / Double(truth) : nil }
    /// The share of the counted things that are marked; nil where nothing was counted.
    public var precision: Double? { count > 0 ? Double(hits) / Double(count) : nil }

    /// Of no photo.
    public static let none = CountScore(count: 0, truth: 0, hits: 0)

    /// Of several photos together.
    public static func + (one: CountScore, other: CountScore) -> CountScore {
        CountScore(count: one.count + other.count, truth: one.truth + other.truth, hits: one.hits + other.hits)
    }

    private enum CodingKeys: String, CodingKey { case count, truth, hits, error, recall, precision }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        count = try box.decode(Int.self, forKey: .count)
        truth = try box.decode(Int.self, forKey: .truth)
        hits = try box.decode(Int.self, forKey: .hits)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: CodingKeys.self)
        try box.encode(count, forKey: .count)
        try box.encode(truth, forKey: .truth)
        try box.encode(hits, forKey: .hits)
        try box.encodeIfPresent(error, forKey: .error)
        try box.encodeIfPresent(recall, forKey: .recall)
        try box.encodeIfPresent(precision, forKey: .precision)
    }
}

extension Count {
    /// How this count stands against marks in the same photo, in pixels of the upright picture.
    public func score(against marks: [MarkedPhoto.Mark]) -> CountScore {
        let matching = MarkMatching(main.map(\.rect), marks)
        return CountScore(count: count, truth: marks.count, hits: matching.pairs.count)
    }

    /// What a person would have to correct to count exactly what is marked.
    ///
    /// A marked thing that was found, but not counted, is included; one that was not found is added. A point that lies on
    /// nothing found becomes a box of the usual size around it. What lies outside the picture is left out.
    public func corrections(towards marks: [MarkedPhoto.Mark]) -> CountCorrections {
        let matching = MarkMatching(detections.map(\.rect), marks)
        let (seen, known) = (Set(matching.pairs.map(\.thing)), Set(matching.pairs.map(\.mark)))
        let usual = usualSize
        return CountCorrections(
            added: marks.indices.filter { !known.contains($0) }.map { marks[$0].box(usual) }.filter(isInside),
            removed: detections.indices.filter { detections[$0].main && !seen.contains($0) },
            included: detections.indices.filter { !detections[$0].main && seen.contains($0) })
    }

    /// Width and height of the middle one of the counted things; where there is none, a twentieth of the picture.
    private var usualSize: (width: Double, height: Double) {
        let things = main
        guard !things.isEmpty else { return (Double(max(width, 20)) / 20, Double(max(width, 20)) / 20) }
        return (things.map(\.width).sorted()[things.count / 2], things.map(\.height).sorted()[things.count / 2])
    }
}

extension MarkedPhoto.Mark {
    fileprivate func box(_ usual: (width: Double, height: Double)) -> Rect {
        switch place {
        case .box(let box): box
        case .point(let point):
            Rect(x: point.x - usual.width / 2, y: point.y - usual.height / 2, width: usual.width, height: usual.height)
        }
    }
}

/// Which found thing is which marked one.
///
/// Pairs are taken by falling likeness until nothing is left to pair: the overlap of two boxes (intersection over union,
/// at least one half), or for a point in a box how near it lies to the middle. Each thing is in one pair at most.
private struct MarkMatching {
    /// Places of things and marks that belong together.
    private(set) var pairs: [(thing: Int, mark: Int)] = []

    /// As COCO and Pascal VOC have it.
    private static let leastOverlap = 0.5

    init(_ things: [Rect], _ marks: [MarkedPhoto.Mark]) {
        let index = BoxIndex(things)
        var candidates: [(likeness: Double, thing: Int, mark: Int)] = []
        for (place, mark) in marks.enumerated() {
            for thing in index.overlapping(mark.reach) {
                guard let likeness = mark.likeness(to: things[thing]) else { continue }
                candidates.append((likeness, thing, place))
            }
        }
        candidates.sort { ($1.likeness, $0.thing, $0.mark) < ($0.likeness, $1.thing, $1.mark) }
        var (takenThings, takenMarks) = (Set<Int>(), Set<Int>())
        for (_, thing, mark) in candidates where !takenThings.contains(thing) && !takenMarks.contains(mark) {
            takenThings.insert(thing)
            takenMarks.insert(mark)
            pairs.append((thing, mark))
        }
    }

    fileprivate static func overlap(_ one: Rect, _ other: Rect) -> Double? {
        let overlap = one.iou(other)
        return overlap >= leastOverlap ? overlap : nil
    }
}

extension MarkedPhoto.Mark {
    /// What a thing must overlap to be this one.
    fileprivate var reach: Rect {
        switch place {
        case .box(let box): box
        case .point(let point): Rect(x: point.x, y: point.y, width: 0, height: 0).expanded(by: 0.5)
        }
    }

    /// 0…1; nil for another thing.
    fileprivate func likeness(to thing: Rect) -> Double? {
        switch place {
        case .box(let box): return MarkMatching.overlap(box, thing)
        case .point(let point):
            guard thing.contains(point) else { return nil }
            let (across, down) = (
                (point.x - thing.center.x) / thing.width * 2, (point.y - thing.center.y) / thing.height * 2
            )
            return 1 - max(abs(across), abs(down))
        }
    }
}
