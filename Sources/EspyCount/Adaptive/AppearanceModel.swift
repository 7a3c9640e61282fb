import CMath
import EspyBase
package import EspyPixels

/// The common look, size and proportions of the counted things, to compare others with.
package struct AppearanceModel: Sendable {
    private let center: [Float]?
    /// Distance from the common look that covers nearly all of them.
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

    /// Distance of a look from the common one: 1 at the edge of the group, less inside. 0 without an embedder.
    package func strangeness(of vector: [Float]?) -> Double {
        guard let center, let vector else { return 0 }
        // Nearly identical things would leave no room at all: the floor is the noise of a badly fitting box.
        return Double(Self.distance(vector, center) / max(reach, 0.03))
    }

    /// Natural logarithm of the ratio to the usual size around it.
    func sizeExcess(of box: Rect) -> Double { sizes.excess(of: box) }

    /// Natural logarithm of how much longer the box is, for its width, than usual; orientation does not matter.
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

/// The usual size of things around a place. It follows perspective: near things are larger than far ones.
package struct LocalSize: Sendable {
    private let centers: [Point]
    private let sides: [Double]
    /// The number of neighbors that define the usual size: enough for a median, few enough to be near.
    private static let neighbors = 7

    /// - Parameter boxes: of things known to be the same kind.
    package init(_ boxes: [Rect]) {
        centers = boxes.map { $0.center }
        sides = boxes.map(KindDistances.logarithmicSide)
    }

    /// Natural logarithm of how many times longer the side of `box` is than its neighbors'; 0 without neighbors.
    package func excess(of box: Rect) -> Double {
        let center = box.center
        let near = centers.indices.map { (place: $0, distance: centers[$0].distance(to: center)) }
            .filter { $0.distance > 0 }.sorted { $0.distance < $1.distance }.prefix(Self.neighbors)
        guard let usual = median(near.map { sides[$0.place] }) else { return 0 }
        return KindDistances.logarithmicSide(box) - usual
    }
}

/// Looks again at candidates that the detector was not sure of, now that the kind to count is known.
package struct CandidateRescue: Sendable {
    let likeness: AppearanceModel
    /// Boxes that are already counted; a thing has only one place.
    package private(set) var taken: [Rect]

    /// Overlap with a counted thing, as a share of the smaller, above which it is the same or a part of it.
    private static let occupied = 0.5
    /// Strangeness, and size as a logarithm, up to which an uncertain thing belongs to the kind.
    private static let strangest = 1.15
    private static let sizeLimit = log(1.5)

    package enum Verdict: Sendable, Equatable {
        /// It belongs to the kind.
        case found
        /// It may belong to the kind; the user should look.
        case unsure
        case other
    }

    package init(_ likeness: AppearanceModel, taken: [Rect]) {
        self.likeness = likeness
        self.taken = taken
    }

    /// - Parameter vector: its embedding.
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

/// How doubtful it is that a thing is correctly counted.
package struct Doubt: Sendable {
    let likeness: AppearanceModel
    let confidence: Double
    let area: CountArea
    /// All counted things.
    let counted: [Rect]
    private let index: BoxIndex

    package init(likeness: AppearanceModel, confidence: Double, area: CountArea, counted: [Rect]) {
        self.likeness = likeness
        self.confidence = confidence
        self.area = area
        self.counted = counted
        index = BoxIndex(counted)
    }

    /// The strongest of all reasons: 0 is certain, 1 is as good as a guess. From 0.5 on the user should look.
    package func level(of box: Rect, score: Double, vector: [Float]?) -> Double {
        // A thing that barely counts is the most doubtful; far above the threshold this reason vanishes.
        let faint = 0.8 - (score - confidence) / 0.3 * 0.8
        let strange = (likeness.strangeness(of: vector) - 1) * 0.8
        let size = abs(likeness.sizeExcess(of: box)) / log(2) * 0.6
        let crowded = overlap(of: box)
        let cut = area.isCut(box) ? 0.3 : 0
        return min(max(faint, strange, size, crowded, cut, 0), 1)
    }

    /// The largest share of the box that lies in another counted thing.
    private func overlap(of box: Rect) -> Double {
        index.overlapping(box).reduce(0) { most, place in
            counted[place] == box
                ? most : max(most, counted[place].overlap(box) / max(min(counted[place].area, box.area), 1e-6))
        }
    }
}
