extension Count.Range {
    /// Around the number of counted things: down to what is left without the doubtful ones; up to what there is with
    /// the doubtful ones that were left out, or with what was probably missed, whichever is more.
    package init(of detections: [Count.Detection], pipeline: CountOptions.Pipeline) {
        let counted = detections.filter(\.main)
        let unsure = detections.count { !$0.main && $0.isDoubtful }
        // What a person has completed lacks nothing, and the scores of the reference algorithm mean other things.
        let isOpen = pipeline == .adaptive && !detections.contains(where: \.isAdded)
        let missed = isOpen ? Missed.number(beside: counted) : 0
        self.init(low: counted.count { !$0.isDoubtful }, high: counted.count + max(unsure, missed))
    }
}

extension Count.Range {
    /// - Parameter number: of things, in both directions.
    package mutating func widen(by number: Double) {
        low = max(low - Int(number.rounded(.up)), 0)
        high += Int(number.rounded(.up))
    }
}

/// Things that were not seen at all: they are on no list, since nobody knows where they are.
///
/// Where the detector is less sure of what it found, it has missed more. Both numbers were chosen on 222 photos of
/// sources that no model was trained on: from a mean score of 0.92 on nothing was missing, at 0.8 about a sixth was.
private enum Missed {
    static let clear = 0.92
    static let sharePerStep = 1.5

    static func number(beside counted: [Count.Detection]) -> Int {
        guard !counted.isEmpty else { return 0 }
        let mean = counted.reduce(0) { $0 + $1.confidence } / Double(counted.count)
        return Int((Double(counted.count) * sharePerStep * max(clear - mean, 0)).rounded())
    }
}
