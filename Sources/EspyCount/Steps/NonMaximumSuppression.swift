package import EspyPixels

/// Of boxes that mean the same thing, keeps the one with the best score.
///
/// Greedy and blind to classes, as `torchvision.ops.nms`: from the best score down, a box is kept unless a kept one
/// overlaps it by more than `threshold`. Among equal scores the earlier box goes first.
///
/// - Parameters:
///   - boxes: in pixels of any one space.
///   - scores: one for each box.
///   - threshold: intersection over union, 0…1; boxes that overlap by exactly this much are both kept.
/// - Returns: places of the kept boxes, best score first.
package func nonMaximumSuppression(boxes: [Rect], scores: [Double], threshold: Double) -> [Int] {
    suppressed(boxes: boxes, order: stableOrder(of: scores)) { boxes[$0].iou(boxes[$1]) > threshold }
}

/// Places of `scores` from the highest to the lowest; equal ones stay in order, those that are no numbers go last.
package func stableOrder(of scores: [Double]) -> [Int] {
    let keys = scores.map { $0.isNaN ? -Double.infinity : $0 }
    return keys.indices.sorted { keys[$0] > keys[$1] || keys[$0] == keys[$1] && $0 < $1 }
}

/// Goes through `order` and keeps each box unless `isSame` holds for it and an overlapping kept one.
///
/// - Parameter isSame: whether the first box, already kept, makes the second superfluous.
package func suppressed(boxes: [Rect], order: [Int], where isSame: (Int, Int) -> Bool) -> [Int] {
    var kept: [Int] = []
    var index = BoxIndex(empty: boxes)
    for candidate in order {
        let isSuperfluous = index.contains(overlapping: boxes[candidate]) { isSame($0, candidate) }
        if isSuperfluous { continue }
        kept.append(candidate)
        index.insert(candidate)
    }
    return kept
}
