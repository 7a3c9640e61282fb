/// Several photos taken together.
public struct CountTotal: Codable, Sendable, Equatable {
    /// How many photos were counted, empty ones too.
    public private(set) var photos = 0
    public private(set) var count = 0
    /// From the sum of the lowest to the sum of the highest counts.
    public private(set) var range = Count.Range(low: 0, high: 0)

    public init(_ counts: [Count] = []) {
        for count in counts { add(count) }
    }

    public mutating func add(_ other: Count) {
        photos += 1
        count += other.count
        range.low += other.range.low
        range.high += other.range.high
    }
}
