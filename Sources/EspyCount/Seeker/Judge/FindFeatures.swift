import EspyBase
import EspyPixels
import Foundation

/// What tells right finds from wrong ones: each against the surest of the photo.
package struct FindFeatures: Sendable {
    /// One number for each find, in their order, which is by falling score.
    package let logits: [Double]
    /// Likeness to the examples, less the usual one.
    package let likeness: [Double]
    /// How far the logarithms of side and of proportions are from the usual ones.
    package let size: [Double]
    package let aspect: [Double]
    /// The largest share of it that a surer find covers.
    package let overlap: [Double]
    /// Whether it touches the border of the photo.
    package let isCut: [Bool]
    /// The usual logit of the surest.
    package let surestLogit: Double

    /// Pixels of the photo.
    private static let border = 2.0
    private static let logitLimit = 6.0

    /// - Parameters:
    ///   - finds: the best first.
    ///   - likeness: of each find to the examples: a cosine.
    package init(_ finds: [SeekerFind], likeness: [Double], width: Int, height: Int) {
        let surest = Self.surest(finds)
        func usual(_ values: [Double]) -> Double { Statistics(surest.map { values[$0] })?.median ?? 0 }
        let logits = finds.map { min(max($0.logit, -Self.logitLimit), Self.logitLimit) }
        let sides = finds.map { log(SeekerScale.side(of: $0.box)) }
        let aspects = finds.map { log(max($0.box.width, 1e-6) / max($0.box.height, 1e-6)) }
        let (side, proportion, like) = (usual(sides), usual(aspects), usual(likeness))
        self.logits = logits
        self.likeness = likeness.map { $0 - like }
        size = sides.map { abs($0 - side) }
        aspect = aspects.map { abs($0 - proportion) }
        overlap = Self.overlaps(finds.map(\.box))
        isCut = finds.map { find in
            find.box.x < Self.border || find.box.y < Self.border || find.box.maxX > Double(width) - Self.border
                || find.box.maxY > Double(height) - Self.border
        }
        surestLogit = usual(logits)
    }

    /// Places of the finds that are sure in themselves, and nearly as sure as the best tenth.
    static func surest(_ finds: [SeekerFind]) -> [Int] {
        guard !finds.isEmpty else { return [] }
        let least = max(0.5, 0.8 * finds[finds.count / 10].score)
        let sure = finds.indices.filter { finds[$0].score >= least }
        return sure.isEmpty ? [0] : sure
    }

    private static func overlaps(_ boxes: [Rect]) -> [Double] {
        let index = BoxIndex(boxes)
        return boxes.indices.map { place in
            index.overlapping(boxes[place]).reduce(0) { most, other in
                other < place ? max(most, boxes[other].overlap(boxes[place]) / max(boxes[place].area, 1e-6)) : most
            }
        }
    }
}
