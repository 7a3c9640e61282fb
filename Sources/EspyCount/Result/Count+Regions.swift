import EspyPixels

extension Count {
    /// What was counted in one named region.
    public struct RegionCount: Codable, Sendable, Equatable {
        public var name: String
        public var count: Int
        /// What the count may be as well; the things that nobody saw may lie in any region.
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

    /// One for each of ``CountOptions/regions``, in their order. Together they are the whole count, but
    /// for what a person added outside of all.
    public var regions: [RegionCount] {
        let (places, numbers) = (regionPlaces, numbers)
        let spread = RegionSpread(self)
        return parameters.regions.enumerated().map { place, region in
            let inside = detections.indices.filter { places[$0] == place }
            let counted = inside.filter { detections[$0].main }
            return RegionCount(
                name: region.name, count: counted.count, range: spread.range(of: inside.map { detections[$0] }),
                numbers: counted.map { numbers[$0] })
        }
    }

    /// Which of ``CountOptions/regions`` each detection lies in; nil for none.
    package var regionPlaces: [Int?] {
        let area = CountArea(width: width, height: height, options: parameters)
        return detections.map { area.place(of: $0.rect.center) }
    }
}

/// Divides what the range of the whole photo says of things that are on no list among its regions: in each there may
/// be as large a part of it as of the count, rounded up.
private struct RegionSpread {
    private let count: Int
    private let fewer: Int
    private let more: Int

    init(_ whole: Count) {
        let main = whole.detections.filter(\.main)
        let unsure = whole.detections.count { !$0.main && $0.isDoubtful }
        count = max(main.count, 1)
        fewer = max(main.count { !$0.isDoubtful } - whole.range.low, 0)
        more = max(whole.range.high - main.count - unsure, 0)
    }

    func range(of inside: [Count.Detection]) -> Count.Range {
        let counted = inside.filter(\.main)
        let unsure = inside.count { !$0.main && $0.isDoubtful }
        func part(_ number: Int) -> Int { (number * counted.count + count - 1) / count }
        return Count.Range(
            low: max(counted.count { !$0.isDoubtful } - part(fewer), 0),
            high: counted.count + unsure + part(more))
    }
}
