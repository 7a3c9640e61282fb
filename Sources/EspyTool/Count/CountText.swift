package import Espy
import EspyApp

/// What to say beside the number.
package enum CountAdvice {
    /// One line for each thing that a person should know before relying on a count.
    package static func lines(for count: Count) -> [String] {
        var lines: [String] = []
        let isDark = count.warnings.contains(.dark)
        if count.recipes != nil, count.count == 0 {
            lines.append("nothing like any of the recipes was found; see espy recipe show")
        } else if let recipe = count.recipe, count.count == 0 {
            lines.append("nothing like the recipe \(quoted(recipe.name)) was found; see espy recipe show")
        } else if count.detections.isEmpty || count.warnings.contains(.nothingFound) {
            lines.append(nothing(count, isDark: isDark))
        } else if count.count == 0 {
            lines.append("nothing that was found counts here; change --region, --exclude, --border or --group")
        } else if isDark {
            lines.append("warning: the photo is dark, and things may hide in it; add light")
        }
        if count.warnings.contains(.unlikeRecipe) {
            lines.append("warning: what was found is little like the examples of the recipe; look at it")
        }
        if let undecided = CountAlternatives.warning(for: count) { lines.append(undecided) }
        if count.warnings.contains(.tooMany) {
            lines.append("warning: too many places look like a thing, and the least sure were passed over; go closer")
        }
        return lines
    }

    private static func nothing(_ count: Count, isDark: Bool) -> String {
        if isDark { return "no objects were found: the photo is dark; add light and take it again" }
        let threshold = count.parameters.confidence
        let softer = threshold.map { $0 > 0.01 } == true ? "a lower --confidence" : "--confidence 0.001"
        return "no objects were found; add light, go closer or farther away, or try \(softer)"
    }
}

/// What `--review` prints.
package enum CountReview {
    package static func lines(of count: Count) -> [String] {
        count.review.map { entry in
            let center = entry.detection.rect.center
            let place = "\(Int(center.x.rounded())),\(Int(center.y.rounded()))"
            let state = entry.detection.main ? "counted" : "not counted"
            let why = entry.reasons.map(text).joined(separator: ", ")
            let doubt = Int((entry.detection.doubt * 100).rounded())
            return "#\(entry.number) at \(place): \(state), doubt \(doubt) %\(why.isEmpty ? "" : ": \(why)")"
        }
    }

    private static func text(_ reason: Count.Reason) -> String {
        switch reason {
        case .cut: "cut by the border"
        case .overlapping: "overlaps another"
        case .small: "smaller than the rest"
        case .large: "larger than the rest"
        case .faint: "hardly seen"
        }
    }
}
