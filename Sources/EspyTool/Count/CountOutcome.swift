import Espy

/// What became of one input.
struct CountOutcome: Sendable {
    let input: PhotoInput
    var count: Count?
    /// Why there is no count, or no picture of it.
    var problem: Problem?
    /// The things were counted, but a file could not be written.
    var writeError: FileError?
    /// Why the count is not in the history although it should be.
    var unkept: Problem?
    /// Files that were written.
    var files: [String] = []

    init(input: PhotoInput) { self.input = input }

    var exit: Exit {
        if problem?.kind == Problem.unusableExample { return .usage }
        if problem != nil || writeError != nil { return .failed }
        return count?.isComplete == true && unkept == nil ? .complete : .incomplete
    }
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

/// One object for each input: the count, or the reason why there is none.
struct CountJSON: Encodable {
    let outcome: CountOutcome

    private enum Key: String, CodingKey { case file, error }

    func encode(to encoder: any Encoder) throws {
        let name = outcome.input.name
        try outcome.count.map { CountAnswer($0, file: name) }?.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(name, forKey: .file)
        let problem = outcome.problem ?? outcome.writeError.map { Problem($0) }
        try box.encodeIfPresent(problem, forKey: .error)
    }
}

/// The last object of several.
struct CountTotalJSON: Encodable {
    let total: CountTotal
}
