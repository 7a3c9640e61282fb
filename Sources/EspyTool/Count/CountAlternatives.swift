package import Espy
import EspyPixels

/// Says what else may have been meant.
package enum CountAlternatives {
    /// One line for each other answer, the likeliest first.
    package static func lines(for count: Count) -> [String] {
        (count.alternatives ?? []).dropFirst().map { other in
            let chance = Int((other.confidence * 100).rounded())
            return "or \(things(other)) (\(chance) % sure): \(remedy(other))"
        }
    }

    /// What to know where the two likeliest are close.
    package static func warning(for count: Count) -> String? {
        guard count.warnings.contains(.undecided), let other = count.alternatives?.dropFirst().first else { return nil }
        return "warning: it may as well be \(things(other)); \(remedy(other))"
    }

    /// `12 (10 to 14) like the one at 120,80,64,64`
    private static func things(_ other: Count.Alternative) -> String {
        let spread = other.range.low == other.range.high ? "" : " (\(other.range.low) to \(other.range.high))"
        return "\(other.count)\(spread) like the one at \(place(other.example))"
    }

    private static func remedy(_ other: Count.Alternative) -> String {
        if let similarity = other.similarity { return "--similarity \(similarity) counts these" }
        return "--like \(place(other.example)) counts these"
    }

    private static func place(_ box: Rect) -> String {
        [box.x, box.y, box.width, box.height].map { String(Int($0.rounded())) }.joined(separator: ",")
    }
}
