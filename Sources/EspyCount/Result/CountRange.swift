extension Count.Range {
    /// The range around the number of counted things: down to the number without the doubtful ones; up to the number
    /// with doubtful ones that were left out, or with those probably missed, whichever is more.
    package init(of detections: [Count.Detection], pipeline: CountOptions.Pipeline) {
        let counted = detections.filter { $0.main }
        let unsure = detections.count { !$0.main && $0.isDoubtful }
        // If the user added things, none is missing; and scores of the reference algorithm mean something else.
        let isOpen = pipeline == .adaptive && !detections.contains { $0.isAdded }
        let missed = isOpen ? Missed.number(beside: counted) : 0
        self.init(low: counted.count { !$0.isDoubtful }, high: counted.count + max(unsure, missed))
    }
}

extension Count.Range {
    /// Whether the range says more to people than that the number is uncertain. The pages have the same limits.
    package func isInformative(beside count: Int) -> Bool { Double(high - low) <= max(4, Double(count) / 3) }

    /// - Parameter number: of things, in both directions.
    package mutating func widen(by number: Double) {
        low = max(low - Int(number.rounded(.up)), 0)
        high += Int(number.rounded(.up))
    }
}

/// An estimate of things that were not detected at all, so their places are unknown.
///
/// The less certain the detector is of its detections, the more it has missed. Both numbers were chosen on 222 photos
/// from sources that no model was trained on: from a mean score of 0.92 on nothing was missing, at 0.8 about a sixth.
private enum Missed {
    static let clear = 0.92
    static let sharePerStep = 1.5

    static func number(beside counted: [Count.Detection]) -> Int {
        guard !counted.isEmpty else { return 0 }
        let mean = counted.reduce(0) { $0 + $1.confidence } / Double(counted.count)
        return Int((Double(counted.count) * sharePerStep * max(clear - mean, 0)).rounded())
    }
}

/// Divides a count among its parts, such as regions or kinds.
///
/// Undetected things may be in any part: each gets a share of their number in proportion to its count, rounded up.
struct PartTally {
    private let whole: Count
    private let numbers: [Int]
    private let counted: Int
    private let fewer: Int
    private let more: Int

    init(_ whole: Count) {
        self.whole = whole
        numbers = whole.numbers
        let main = whole.detections.filter { $0.main }
        let unsure = whole.detections.count { !$0.main && $0.isDoubtful }
        counted = max(main.count, 1)
        fewer = max(main.count { !$0.isDoubtful } - whole.range.low, 0)
        more = max(whole.range.high - main.count - unsure, 0)
    }

    /// - Parameter places: indices of the detections in the part.
    func part(_ name: String, _ places: [Int]) -> Count.Part {
        let inside = places.map { whole.detections[$0] }
        let main = inside.filter { $0.main }
        let unsure = inside.count { !$0.main && $0.isDoubtful }
        func share(_ number: Int) -> Int { (number * main.count + counted - 1) / counted }
        let range = Count.Range(
            low: max(main.count { !$0.isDoubtful } - share(fewer), 0), high: main.count + unsure + share(more))
        return Count.Part(
            name: name, count: main.count, range: range,
            numbers: places.filter { whole.detections[$0].main }.map { numbers[$0] })
    }
}

extension Count {
    /// The count of one part of a photo: a named region, or one kind of things.
    public struct Part: Sendable, Equatable {
        public var name: String
        public var count: Int
        /// The plausible counts; undetected things may be in any part.
        public var range: Range
        /// The counted things, as in ``Count/numbers``, ascending.
        public var numbers: [Int]

        public init(name: String, count: Int, range: Range, numbers: [Int]) {
            self.name = name
            self.count = count
            self.range = range
            self.numbers = numbers
        }
    }
}

/// The total of several photos.
public struct CountTotal: Sendable, Equatable {
    /// The number of counted photos, including empty ones.
    public internal(set) var photos = 0
    public internal(set) var count = 0
    /// From the sum of the lowest to the sum of the highest counts.
    public internal(set) var range = Count.Range(low: 0, high: 0)

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
