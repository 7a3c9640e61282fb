import Espy

/// What became of one photo of things to be counted.
typealias CountOutcome = PhotoOutcome<Count>

extension PhotoOutcome<Count> {
    var exit: Exit { problem?.kind == Problem.unusableExample ? .usage : exit(\.isComplete) }
}

extension Count {
    /// `0 (56 things), 2 (14)`
    var groupList: String {
        let shown = clusters.prefix(12).map { "\($0.id) (\($0.count))" }.joined(separator: ", ")
        return clusters.count > 12 ? "\(shown) and \(clusters.count - 12) more" : shown
    }

    /// `56 things (54 to 58) in 2 groups: 0 (56), 2 (14)`
    var summary: String {
        let what = count == 1 ? "1 thing" : "\(count) things"
        let spread = range.low == range.high ? "" : " (\(range.low) to \(range.high))"
        return clusters.count < 2 ? what + spread : "\(what)\(spread) in groups \(groupList)"
    }
}

/// The last object of several.
struct CountTotalJSON: Encodable {
    let total: CountTotal
}
