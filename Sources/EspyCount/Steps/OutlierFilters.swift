import EspyBase
package import EspyPixels

/// The three filters of the reference script. Each keeps what lies within so many standard deviations of the median,
/// both limits included; the deviation itself is taken about the mean.
package enum OutlierFilters {
    /// Places of the boxes whose area is usual.
    ///
    /// Skipped, that is all kept, for fewer than 3 boxes or a `limit` of 0.
    package static func size(_ boxes: [Rect], limit: Double) -> [Int] {
        guard boxes.count >= 3, limit != 0 else { return Array(boxes.indices) }
        return usual(boxes.map(\.area), limit: limit)
    }

    /// Places of the boxes whose width divided by height is usual. A box without height has the ratio 0.
    ///
    /// All are kept where there are 2 boxes at most, or all ratios are the same.
    package static func aspect(_ boxes: [Rect], limit: Double) -> [Int] {
        let ratios = boxes.map { $0.height > 0 ? $0.width / $0.height : 0 }
        guard boxes.count > 2, let measures = Statistics(ratios), measures.deviation != 0 else {
            return Array(boxes.indices)
        }
        return usual(ratios, limit: limit)
    }

    /// Places of the areas that are usual, once more, among what the other filters kept.
    ///
    /// All are kept where there are 2 at most.
    package static func area(_ areas: [Double], limit: Double) -> [Int] {
        guard areas.count > 2 else { return Array(areas.indices) }
        return usual(areas, limit: limit)
    }

    private static func usual(_ values: [Double], limit: Double) -> [Int] {
        guard let measures = Statistics(values) else { return [] }
        let low = measures.median - limit * measures.deviation
        let high = measures.median + limit * measures.deviation
        return values.indices.filter { values[$0] >= low && values[$0] <= high }
    }
}
