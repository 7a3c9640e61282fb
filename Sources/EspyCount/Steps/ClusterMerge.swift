package import EspyPixels

/// Removes boxes that mean the same thing from all groups at once.
package enum ClusterMerge {
    /// Greedy suppression in which every box of the main group comes before every other, as in the reference script:
    /// there each box of the main group gets the score 1.0 and each other one 0.5, and equal scores stay in order.
    ///
    /// - Parameters:
    ///   - boxes: best score of the detector first.
    ///   - labels: group of each box.
    ///   - threshold: intersection over union above which the later of two boxes goes.
    /// - Returns: places of the kept boxes: those of the main group first.
    package static func kept(boxes: [Rect], labels: [Int], main: Int, threshold: Double) -> [Int] {
        nonMaximumSuppression(boxes: boxes, scores: labels.map { $0 == main ? 1.0 : 0.5 }, threshold: threshold)
    }
}
