import EspyBase
package import EspyPixels
import Foundation

/// What the counted things have in common, to hold others against.
package struct Likeness: Sendable {
    private let center: [Float]?
    /// Distance from the common looks within which nearly all of them are.
    private let reach: Float
    private let sizes: LocalSize
    private let aspect: Double

    package init(_ boxes: [Rect], vectors: [[Float]]?) {
        sizes = LocalSize(boxes)
        aspect = median(boxes.map(Self.aspect)) ?? 0
        guard let vectors, let center = Self.mean(vectors) else {
            (self.center, reach) = (nil, 0)
            return
        }
        self.center = center
        let distances = vectors.map { Self.distance($0, center) }.sorted()
        reach = distances[min(distances.count * 9 / 10, distances.count - 1)]
    }

    /// How far the looks are from what is common: 1 at the edge of the group, less inside. 0 without an embedder.
    package func strangeness(of vector: [Float]?) -> Double {
        guard let center, let vector else { return 0 }
        // Things that are all but the same leave no room at all: the floor is the noise of a box that fits badly.
        return Double(Self.distance(vector, center) / max(reach, 0.03))
    }

    /// Natural logarithm of the ratio to the usual size around it.
    func sizeExcess(of box: Rect) -> Double { sizes.excess(of: box) }

    /// Natural logarithm of how much longer it is, for its width, than is usual; things may lie any way round.
    package func aspectExcess(of box: Rect) -> Double { Self.aspect(box) - aspect }

    private static func aspect(_ box: Rect) -> Double {
        abs(log(max(box.width, 1e-6) / max(box.height, 1e-6)))
    }

    /// The direction of the sum, of length 1.
    private static func mean(_ vectors: [[Float]]) -> [Float]? {
        guard let dimensions = vectors.first?.count, dimensions > 0 else { return nil }
        var sum = [Float](repeating: 0, count: dimensions)
        for vector in vectors { for place in 0..<min(dimensions, vector.count) { sum[place] += vector[place] } }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : nil
    }

    private static func distance(_ first: [Float], _ second: [Float]) -> Float {
        1 - zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    }
}

/// The usual size of things around a place: it follows perspective, where near things are larger than far ones.
package struct LocalSize: Sendable {
    private let centers: [Point]
    private let sides: [Double]
    /// So many neighbors tell what is usual: enough for a median, few enough to be near.
    private static let neighbors = 7

    /// - Parameter boxes: things known to be of one kind.
    package init(_ boxes: [Rect]) {
        centers = boxes.map(\.center)
        sides = boxes.map(KindDistances.logarithmicSide)
    }

    /// Natural logarithm of how many times longer the side of `box` is than that of its neighbors; 0 without any.
    package func excess(of box: Rect) -> Double {
        let center = box.center
        let near = centers.indices.map { (place: $0, distance: centers[$0].distance(to: center)) }
            .filter { $0.distance > 0 }.sorted { $0.distance < $1.distance }.prefix(Self.neighbors)
        guard let usual = median(near.map { sides[$0.place] }) else { return 0 }
        return KindDistances.logarithmicSide(box) - usual
    }
}

/// Looks once more at what the detector was not sure of, knowing by now what is counted.
package struct SecondLook: Sendable {
    let likeness: Likeness
    /// Boxes that are counted already; a thing has one place only.
    package private(set) var taken: [Rect]

    /// Overlap with a counted thing, as a share of the smaller, above which it is the same or a part of it.
    private static let occupied = 0.5
    /// Strangeness, and size in logarithms, up to which an unsure thing is one of the kind.
    private static let strangest = 1.15
    private static let sizeLimit = log(1.5)

    package enum Verdict: Sendable, Equatable {
        /// One of the kind.
        case found
        /// It may be one; a person should look.
        case unsure
        case other
    }

    package init(_ likeness: Likeness, taken: [Rect]) {
        self.likeness = likeness
        self.taken = taken
    }

    /// - Parameter vector: what it looks like.
    package mutating func judge(_ box: Rect, vector: [Float]?) -> Verdict {
        if taken.contains(where: { $0.overlap(box) > Self.occupied * min($0.area, box.area) }) { return .other }
        let strangeness = likeness.strangeness(of: vector)
        let size = abs(likeness.sizeExcess(of: box))
        if strangeness <= Self.strangest, size <= Self.sizeLimit {
            taken.append(box)
            return .found
        }
        return strangeness <= 1.7 * Self.strangest && size <= 1.7 * Self.sizeLimit ? .unsure : .other
    }
}

/// How doubtful it is that a thing is rightly counted.
package struct Doubt: Sendable {
    let likeness: Likeness
    let confidence: Double
    let area: CountArea
    /// All counted things.
    let counted: [Rect]
    private let index: BoxIndex

    package init(likeness: Likeness, confidence: Double, area: CountArea, counted: [Rect]) {
        self.likeness = likeness
        self.confidence = confidence
        self.area = area
        self.counted = counted
        index = BoxIndex(counted)
    }

    /// The strongest of all reasons, 0 sure … 1 as good as a guess. Half and more is for a person to look at.
    package func level(of box: Rect, score: Double, vector: [Float]?) -> Double {
        // Nothing is more doubtful than what was just about counted; far above that nothing of it is left.
        let faint = 0.8 - (score - confidence) / 0.3 * 0.8
        let strange = (likeness.strangeness(of: vector) - 1) * 0.8
        let size = abs(likeness.sizeExcess(of: box)) / log(2) * 0.6
        let crowded = overlap(of: box)
        let cut = area.isCut(box) ? 0.3 : 0
        return min(max(faint, strange, size, crowded, cut, 0), 1)
    }

    /// The largest share that it has in common with another counted thing.
    private func overlap(of box: Rect) -> Double {
        index.overlapping(box).reduce(0) { most, place in
            counted[place] == box
                ? most : max(most, counted[place].overlap(box) / max(min(counted[place].area, box.area), 1e-6))
        }
    }
}
