import Foundation

/// Values counted in bins: a distribution in a fixed amount of memory.
package struct Bins {
    package enum Scale: Equatable {
        case linear
        /// Each bin is as many times as wide as the one before.
        case logarithmic
    }

    private let range: ClosedRange<Double>
    package let scale: Scale
    package private(set) var counts: [Int]
    package private(set) var count = 0
    package private(set) var sum = 0.0
    package private(set) var least = Double.infinity
    package private(set) var most = -Double.infinity

    /// - Parameter range: what lies outside is counted in the first or the last bin. Above 0 for a logarithmic scale.
    package init(_ range: ClosedRange<Double>, bins: Int, scale: Scale = .linear) {
        self.range = range
        self.scale = scale
        counts = [Int](repeating: 0, count: bins)
    }

    package mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        count += 1
        sum += value
        least = min(least, value)
        most = max(most, value)
        counts[bin(of: value)] += 1
    }

    private func bin(of value: Double) -> Int {
        let share = (place(min(max(value, range.lowerBound), range.upperBound)) - low) / (high - low)
        return min(Int(share * Double(counts.count)), counts.count - 1)
    }

    /// Where a bin begins; that after the last one is the end of the range.
    package func edge(_ index: Double) -> Double {
        let place = low + (high - low) * index / Double(counts.count)
        return scale == .linear ? place : exp(place)
    }

    /// The value that a share of the values does not exceed, to the width of a bin; nil when there are none.
    package func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = share * Double(count)
        var below = 0.0
        for (index, number) in counts.enumerated() where number > 0 {
            if below + Double(number) >= rank {
                let value = edge(Double(index) + (rank - below) / Double(number))
                return min(max(value, least), most)
            }
            below += Double(number)
        }
        return most
    }

    private var low: Double { place(range.lowerBound) }
    private var high: Double { place(range.upperBound) }
    private func place(_ value: Double) -> Double { scale == .linear ? value : log(value) }
}
