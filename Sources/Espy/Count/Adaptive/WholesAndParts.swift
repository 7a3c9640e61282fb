import EspyImage

/// Decides between things that lie inside each other.
enum WholesAndParts {
    /// Shares of the smaller box: above this it lies inside the larger.
    private static let inside = 0.8

    /// Places of the candidates that stay, in order.
    ///
    /// A box around several things that are seen as well as it, and fill it, is a group of things and goes. Otherwise
    /// what lies inside is a part of the whole, and goes unless it is seen far better.
    static func kept(_ candidates: [Candidate]) -> [Int] {
        let boxes = candidates.map(\.rect)
        let index = BoxIndex(boxes)
        var isGone = [Bool](repeating: false, count: boxes.count)
        for whole in stableOrder(of: boxes.map(\.area)) where !isGone[whole] {
            let box = boxes[whole]
            let parts = index.overlapping(box).filter { part in
                part != whole && !isGone[part] && boxes[part].area < box.area / 2
                    && boxes[part].overlap(box) > inside * boxes[part].area
            }
            guard !parts.isEmpty else { continue }
            let score = candidates[whole].objectness
            let mean = parts.reduce(0) { $0 + candidates[$1].objectness } / Double(parts.count)
            let filled = parts.reduce(0) { $0 + boxes[$1].area } / box.area
            if parts.count > 1, mean > score - 0.05, filled > 0.3 {
                isGone[whole] = true
            } else {
                for part in parts where candidates[part].objectness < score + 0.15 { isGone[part] = true }
            }
        }
        return boxes.indices.filter { !isGone[$0] }
    }
}
