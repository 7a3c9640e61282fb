import EspyPixels

/// Decides between things that lie inside each other.
package enum WholesAndParts {
    /// Shares of the smaller box: above this it lies inside the larger.
    private static let inside = 0.8

    /// Places of the candidates that stay, in order.
    ///
    /// A box around several things that are seen as well as it, and fill it, is a group of things and goes. Otherwise
    /// what lies inside is a part of the whole, and goes unless it is seen far better.
    package static func kept(_ candidates: [Candidate]) -> [Int] {
        let boxes = candidates.map(\.rect)
        let index = BoxIndex(boxes)
        var isGone = [Bool](repeating: false, count: boxes.count)
        for whole in stableOrder(of: boxes.map(\.area)) where !isGone[whole] {
            let box = boxes[whole]
            let parts = index.overlapping(box).filter { !isGone[$0] && isPart(boxes[$0], of: box) }
            guard !parts.isEmpty else { continue }
            let score = candidates[whole].objectness
            let mean = parts.reduce(0) { $0 + candidates[$1].objectness } / Double(parts.count)
            // What lies inside another part fills nothing more.
            let things = parts.filter { part in !parts.contains { isPart(boxes[part], of: boxes[$0]) } }
            let filled = things.reduce(0) { $0 + boxes[$1].area } / box.area
            if things.count > 1, mean > score - 0.05, filled > 0.3 {
                isGone[whole] = true
            } else {
                for part in parts where candidates[part].objectness < score + 0.15 { isGone[part] = true }
            }
        }
        return boxes.indices.filter { !isGone[$0] }
    }
    private static func isPart(_ box: Rect, of whole: Rect) -> Bool {
        box.area < whole.area / 2 && box.overlap(whole) > inside * box.area
    }
}
