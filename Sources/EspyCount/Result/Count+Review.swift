extension Count {
    /// From this doubt on a person should look: see ``Detection/doubt``.
    public static let reviewLevel = 0.5

    /// What a person should look at, the most doubtful first.
    public var review: [Review] {
        let reasons = DoubtReasons(self)
        let marks = zip(detections, numbers).filter(\.0.isDoubtful)
        return marks.sorted { ($1.0.doubt, $0.1) < ($0.0.doubt, $1.1) }.map { detection, number in
            Review(number: number, detection: detection, reasons: reasons.all(for: detection))
        }
    }

    /// The number of each detection, in their order: counted things are 1…``count`` row by row, and the others go on
    /// from there.
    public var numbers: [Int] {
        var (counted, other) = (0, detections.count(where: \.main))
        return detections.map { detection in
            if detection.main { counted += 1 } else { other += 1 }
            return detection.main ? counted : other
        }
    }

    /// One thing to look at.
    public struct Review: Codable, Sendable, Equatable {
        /// As in ``Count/numbers``.
        public var number: Int
        public var detection: Detection
        /// Empty where nothing but its looks makes it doubtful.
        public var reasons: [Reason]

        public init(number: Int, detection: Detection, reasons: [Reason] = []) {
            self.number = number
            self.detection = detection
            self.reasons = reasons
        }
    }

    /// What may make a thing doubtful.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// It touches the border of the picture or of the region.
        case cut
        /// It covers a good part of another one.
        case overlapping
        /// It is much smaller than most that are counted.
        case small
        /// It is much larger than most that are counted.
        case large
        /// The detector was much less sure than of most that are counted.
        case faint
    }
}

extension Count.Detection {
    /// Whether a person should look.
    public var isDoubtful: Bool { doubt >= Count.reviewLevel }
}
