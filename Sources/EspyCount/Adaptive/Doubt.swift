package import EspyPixels
import Foundation

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
