import EspyBase
import Foundation

/// What tells a good cut through a list of finds from a bad one: what lies just above it and just below.
enum CutFeatures {
    static let count = 20
    /// What lies below within this counts as just below.
    private static let below = 1.2
    private static let above = 0.6
    private static let mostGap = 2.0

    static func values(_ finds: FindFeatures, at cut: Double) -> [Double] {
        // Finds fall in score, so that both parts are ranges.
        let taken = finds.logits.partitioningCount { $0 > cut }
        let over = 0..<taken
        let under = taken..<max(finds.logits.partitioningCount { $0 > cut - below }, taken)
        let near = finds.logits.partitioningCount { $0 >= cut + above }
        let up = taken == 0 ? mostGap : min(mostGap, finds.logits[taken - 1] - cut)
        let down = taken == finds.logits.count ? mostGap : min(mostGap, cut - finds.logits[taken])
        let number = Double(max(taken, 1))
        let likeness = (mean(finds.likeness[over]) * 10, mean(finds.likeness[under]) * 10)
        let size = (mean(finds.size[over]), mean(finds.size[under]))
        let aspect = (mean(finds.aspect[over]), mean(finds.aspect[under]))
        return [
            cut, up, down, min(mostGap, up + down), log(Double(1 + taken)), Double(under.count) / number,
            Double(taken - min(near, taken)) / number, likeness.0, likeness.1, likeness.0 - likeness.1, size.0,
            size.1 - size.0, aspect.1 - aspect.0, mean(finds.overlap[over]) * 3, mean(finds.overlap[under]) * 3,
            under.isEmpty ? 0 : Double(under.count { finds.isCut[$0] }) / Double(under.count),
            taken == 0 ? 0 : mean(finds.logits[over]) - finds.surestLogit,
            taken < 2 ? 0 : (Statistics(Array(finds.likeness[over]))?.deviation ?? 0) * 10,
            taken == 0 ? 0 : finds.logits[0] - cut, finds.surestLogit - cut,
        ]
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}

extension Array where Element == Double {
    /// How many of the first fulfill a condition that, once broken, stays so.
    func partitioningCount(_ condition: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
