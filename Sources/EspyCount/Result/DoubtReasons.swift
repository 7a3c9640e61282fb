import EspyBase
import EspyPixels

/// Says of a doubtful thing what can be seen of its doubt from the result alone.
struct DoubtReasons {
    private let detections: [Count.Detection]
    private let area: CountArea
    private let usualArea: Double?
    private let usualConfidence: Double?

    init(_ count: Count) {
        detections = count.detections
        area = CountArea(width: count.width, height: count.height, options: count.parameters)
        usualArea = median(count.main.map(\.rect.area))
        usualConfidence = median(count.main.map(\.confidence))
    }

    func all(for detection: Count.Detection) -> [Count.Reason] {
        Count.Reason.allCases.filter { holds($0, for: detection) }
    }

    private func holds(_ reason: Count.Reason, for detection: Count.Detection) -> Bool {
        switch reason {
        case .cut: area.isCut(detection.rect)
        case .overlapping: overlaps(detection)
        // Twice the area is 1.4 times the side, beyond what things of one kind usually differ by.
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
