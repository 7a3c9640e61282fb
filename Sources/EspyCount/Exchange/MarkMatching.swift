import EspyPixels

/// Which found thing is which marked one.
///
/// Pairs are taken by falling likeness until nothing is left to pair: the overlap of two boxes (intersection over union,
/// at least one half), or for a point in a box how near it lies to the middle. Each thing is in one pair at most.
struct MarkMatching {
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
