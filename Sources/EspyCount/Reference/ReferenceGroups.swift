package import EspyPixels

/// The groups that the reference script makes of its detections, and the one that it counts.
package struct ReferenceGroups: Sendable, Equatable {
    /// Places of the boxes that are left, those of the main group first.
    package let kept: [Int]
    /// Group of each of ``kept``.
    package let labels: [Int]
    /// The group to count; nil where there are no boxes.
    package let main: Int?

    /// - Parameters:
    ///   - boxes: best score first.
    ///   - labels: group of each box.
    ///   - like: an example of what to count. The reference script knows none: there the largest group is the main one.
    package init(boxes: [Rect], labels: [Int], like: Rect? = nil) {
        guard let largest = Self.group(of: like, boxes, labels) ?? ClusterChoice.largest(of: labels) else {
            (kept, self.labels, main) = ([], [], nil)
            return
        }
        let kept = ClusterMerge.kept(
            boxes: boxes, labels: labels, main: largest, threshold: ReferenceConstants.merging)
        self.kept = kept
        self.labels = kept.map { labels[$0] }
        // Groups are counted again only if something was merged, and then the largest may be another one.
        let isUnchanged = kept.count == boxes.count || like != nil
        main = isUnchanged ? largest : ClusterChoice.largestSeenFirst(of: self.labels)
    }

    /// The group of the box that overlaps the example most.
    private static func group(of like: Rect?, _ boxes: [Rect], _ labels: [Int]) -> Int? {
        guard let like else { return nil }
        let best = boxes.indices.max { (boxes[$0].iou(like), $1) < (boxes[$1].iou(like), $0) }
        return best.flatMap { boxes[$0].iou(like) > 0 ? labels[$0] : nil }
    }

    /// Groups in the order of a ``Count``: the main one first, then by falling size, then by label.
    package var order: [Int] {
        let sizes = ClusterChoice.sizes(of: labels)
        return sizes.keys.sorted { first, second in
            if (first == main) != (second == main) { return first == main }
            return (sizes[second] ?? 0, first) < (sizes[first] ?? 0, second)
        }
    }
}
