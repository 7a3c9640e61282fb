import EspyBase
import EspyPixels

extension Count {
    /// The doubt from which the user should look at a thing: see ``Detection/doubt``.
    public static let reviewLevel = 0.5

    /// The things to look at, the most doubtful first.
    public var review: [Review] {
        let reasons = DoubtReasons(self)
        let marks = zip(detections, numbers).filter { $0.0.isDoubtful }
        return marks.sorted { ($1.0.doubt, $0.1) < ($0.0.doubt, $1.1) }.map { detection, number in
            Review(number: number, detection: detection, reasons: reasons.all(for: detection))
        }
    }

    /// The number of each detection, in their order: counted things are 1…``count`` row by row, and the others continue
    /// from there.
    public var numbers: [Int] {
        var (counted, other) = (0, detections.count { $0.main })
        return detections.map { detection in
            if detection.main { counted += 1 } else { other += 1 }
            return detection.main ? counted : other
        }
    }

    /// More things that do not count would hide the photo, as on the page of a count.
    private static let mostOthers = 12

    /// The detections to draw: without those that do not count if there are many.
    var shownDetections: [Detection] {
        detections.count { !$0.main } > Self.mostOthers ? main : detections
    }

    /// One thing to look at.
    public struct Review: Sendable, Equatable {
        /// See ``Count/numbers``.
        public var number: Int
        public var detection: Detection
        /// Empty if only its look makes it doubtful.
        public var reasons: [Reason]

        public init(number: Int, detection: Detection, reasons: [Reason] = []) {
            self.number = number
            self.detection = detection
            self.reasons = reasons
        }
    }

    /// A reason why a thing may be doubtful.
    public enum Reason: String, Sendable, CaseIterable {
        /// It touches the border of the picture or the region.
        case cut
        /// It covers a large part of another thing.
        case overlapping
        /// It is much smaller than most counted things.
        case small
        /// It is much larger than most counted things.
        case large
        /// The detector was much less certain than of most counted things.
        case faint
    }
}

extension Count.Detection {
    /// Whether the user should look.
    public var isDoubtful: Bool { doubt >= Count.reviewLevel }
}

/// Finds the reasons for doubt that can be seen from the result alone.
struct DoubtReasons {
    private let detections: [Count.Detection]
    private let area: CountArea
    private let usualArea: Double?
    private let usualConfidence: Double?

    init(_ count: Count) {
        detections = count.detections
        area = CountArea(width: count.width, height: count.height, options: count.parameters)
        usualArea = median(count.main.map { $0.rect.area })
        usualConfidence = median(count.main.map { $0.confidence })
    }

    func all(for detection: Count.Detection) -> [Count.Reason] {
        Count.Reason.allCases.filter { holds($0, for: detection) }
    }

    private func holds(_ reason: Count.Reason, for detection: Count.Detection) -> Bool {
        switch reason {
        case .cut: area.isCut(detection.rect)
        case .overlapping: overlaps(detection)
        // Twice the area is 1.4 times the side, more than things of one kind usually differ by.
        case .small: usualArea.map { detection.rect.area < $0 / 2 } ?? false
        case .large: usualArea.map { detection.rect.area > $0 * 2 } ?? false
        case .faint: usualConfidence.map { detection.confidence < $0 / 2 } ?? false
        }
    }

    private func overlaps(_ detection: Count.Detection) -> Bool {
        let rect = detection.rect
        return detections.contains { other in
            guard other != detection, let common = rect.intersection(other.rect) else { return false }
            return common.area > 0.3 * min(rect.area, other.rect.area)
        }
    }
}
