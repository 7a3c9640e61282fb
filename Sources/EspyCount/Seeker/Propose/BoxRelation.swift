import EspyPixels

/// How the things of one list lie to those of another: shares of the first list, 0…1.
struct BoxRelation: Sendable {
    /// Lie in a much larger one of the other list.
    let inside: Double
    /// Have a much smaller one of the other list in them.
    let holds: Double
    /// Coincide with one of the other list.
    let same: Double

    private static let within = 0.8
    private static let larger = 1.5

    init(_ own: [Rect], _ others: [Rect]) {
        let index = BoxIndex(others)
        var (inside, holds, same) = (0, 0, 0)
        for box in own {
            var flags = (false, false, false)
            for place in index.overlapping(box) {
                let other = others[place]
                let common = box.overlap(other)
                if common > Self.within * box.area, other.area > Self.larger * box.area { flags.0 = true }
                if common > Self.within * other.area, box.area > Self.larger * other.area { flags.1 = true }
                if box.iou(other) > 0.5 { flags.2 = true }
            }
            inside += flags.0 ? 1 : 0
            holds += flags.1 ? 1 : 0
            same += flags.2 ? 1 : 0
        }
        let count = Double(max(own.count, 1))
        (self.inside, self.holds, self.same) = (Double(inside) / count, Double(holds) / count, Double(same) / count)
    }
}
