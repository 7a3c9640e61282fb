/// Divides a count among parts of its things, such as regions or kinds.
///
/// What the range of the whole photo says of things that are on no list may be in any part: in each there may be as large
/// a part of it as of the count, rounded up.
struct PartTally {
    private let whole: Count
    private let numbers: [Int]
    private let counted: Int
    private let fewer: Int
    private let more: Int

    init(_ whole: Count) {
        self.whole = whole
        numbers = whole.numbers
        let main = whole.detections.filter(\.main)
        let unsure = whole.detections.count { !$0.main && $0.isDoubtful }
        counted = max(main.count, 1)
        fewer = max(main.count { !$0.isDoubtful } - whole.range.low, 0)
        more = max(whole.range.high - main.count - unsure, 0)
    }

    /// - Parameter places: of the detections that are in the part.
    func part(_ name: String, _ places: [Int]) -> Count.Part {
        let inside = places.map { whole.detections[$0] }
        let main = inside.filter(\.main)
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
    /// What was counted in one part of a photo: a named region, or one kind of things.
    public struct Part: Codable, Sendable, Equatable {
        public var name: String
        public var count: Int
        /// What the count may be as well; the things that nobody saw may be in any part.
        public var range: Range
        /// Of the counted things, as in ``Count/numbers``, ascending.
        public var numbers: [Int]

        public init(name: String, count: Int, range: Range, numbers: [Int]) {
            self.name = name
            self.count = count
            self.range = range
            self.numbers = numbers
        }
    }
}
