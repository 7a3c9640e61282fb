// Not in the browser: it reads no files of marks.

import EspyPixels

/// A comparison of a count with the marks in the photo.
public struct CountScore: Codable, Sendable, Equatable {
    /// The number of counted things, and of marked ones.
    public var count: Int
    public var truth: Int
    /// The number of counted things that are marked.
    public var hits: Int

    public init(count: Int, truth: Int, hits: Int) { (self.count, self.truth, self.hits) = (count, truth, hits) }

    /// The excess (above 0) or shortfall, as a share of the marked things; nil if nothing is marked.
    public var error: Double? { truth > 0 ? Double(count - truth) / Double(truth) : nil }
    /// The share of the marked things that were counted; nil if nothing is marked.
    public var recall: Double? { truth > 0 ? Double(hits) / Double(truth) : nil }
    /// The share of the counted things that are marked; nil if nothing was counted.
    public var precision: Double? { count > 0 ? Double(hits) / Double(count) : nil }

    /// The score of no photos.
    public static let none = CountScore(count: 0, truth: 0, hits: 0)

    /// The score of several photos together.
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
    /// Compares this count with marks in the same photo, in pixels of the upright picture.
    public func score(against marks: [MarkedPhoto.Mark]) -> CountScore {
        let matching = MarkMatching(main.map(\.rect), marks)
        return CountScore(count: count, truth: marks.count, hits: matching.pairs.count)
    }

    /// Returns the corrections that would make the count match the marks.
    ///
    /// A marked thing that was detected but not counted is included; one that was not detected is added. A point
    /// outside all detections becomes a box of the usual size around it. Marks outside the picture are left out.
    public func corrections(towards marks: [MarkedPhoto.Mark]) -> CountCorrections {
        let matching = MarkMatching(detections.map(\.rect), marks)
        let (seen, known) = (Set(matching.pairs.map(\.thing)), Set(matching.pairs.map(\.mark)))
        let usual = usualSize
        return CountCorrections(
            added: marks.indices.filter { !known.contains($0) }.map { marks[$0].box(usual) }.filter(isInside),
            removed: detections.indices.filter { detections[$0].main && !seen.contains($0) },
            included: detections.indices.filter { !detections[$0].main && seen.contains($0) })
    }

    /// Median width and height of the counted things; a twentieth of the picture if there are none.
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

/// Pairs of detections and marks.
///
/// Pairs are formed by falling similarity until none are left: the overlap of two boxes (intersection over union, at
/// least one half), or for a point in a box its distance from the center. Each thing is in one pair at most.
private struct MarkMatching {
    /// Indices of things and marks that belong together.
    private(set) var pairs: [(thing: Int, mark: Int)] = []

    /// The same limit as COCO and Pascal VOC.
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
    /// The area that a detection must overlap to match this mark.
    fileprivate var reach: Rect {
        switch place {
        case .box(let box): box
        case .point(let point): Rect(x: point.x, y: point.y, width: 0, height: 0).expanded(by: 0.5)
        }
    }

    /// 0…1; nil if they do not match.
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
