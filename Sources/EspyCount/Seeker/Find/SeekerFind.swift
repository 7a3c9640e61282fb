package import EspyPixels
import Foundation

/// One thing that is like the example.
package struct SeekerFind: Sendable, Equatable {
    /// In pixels of the photo.
    package var box: Rect
    /// What the network says, 0…1.
    package var score: Double

    package init(box: Rect, score: Double) {
        self.box = box
        self.score = score
    }

    /// The score as the logarithm of odds: evenly spaced where scores are close to 0 or 1.
    package var logit: Double { log(max(score, 1e-6) / max(1 - score, 1e-6)) }
}

extension Array where Element == SeekerFind {
    /// Without doubles, the best first: of two that overlap by this much, or of which one lies within the other, the
    /// better one stays.
    func withoutDoubles(overlap: Double, inside: Double, most: Int = .max) -> [SeekerFind] {
        let order = [Int](stableOrder(of: map(\.score)).prefix(Self.mostCompared))
        let ranked = order.map { self[$0] }
        let boxes = ranked.map(\.box)
        let kept = suppressed(boxes: boxes, order: [Int](boxes.indices)) {
            boxes[$0].iou(boxes[$1]) >= overlap || boxes[$0].containment(boxes[$1]) >= inside
        }
        return kept.prefix(most).map { ranked[$0] }
    }

    /// More cells than this are never a thing each: the least sure are left out.
    private static var mostCompared: Int { 12_000 }
}
