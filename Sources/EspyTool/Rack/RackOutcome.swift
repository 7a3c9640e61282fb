import Espy

/// What became of one input.
struct RackOutcome: Sendable {
    let input: PhotoInput
    var rack: Rack?
    /// Why there is no rack, or no picture of it.
    var problem: Problem?
    /// The rack was read, but a file could not be written.
    var writeError: FileError?
    /// Why the rack is not in the history although it should be.
    var unkept: Problem?
    /// Files that were written.
    var files: [String] = []

    init(input: PhotoInput) { self.input = input }

    var exit: Exit {
        if problem != nil || writeError != nil { return .failed }
        return rack?.isComplete == true && unkept == nil ? .complete : .incomplete
    }

    /// `81 cells: 45 read, 1 without a code, 35 empty`
    var summary: String? {
        guard let rack, !rack.cells.isEmpty else { return nil }
        let parts = [
            (rack.count(.read), "read"), (rack.count(.unread), "unread"), (rack.count(.uncoded), "without a code"),
            (rack.count(.empty), "empty"),
        ]
        let shown = parts.filter { $0.0 > 0 || $0.1 == "read" }.map { "\($0.0) \($0.1)" }
        return "\(rack.cells.count) \(rack.cells.count == 1 ? "cell" : "cells"): \(shown.joined(separator: ", "))"
    }
}

/// One object for each input: the rack, or the reason why there is none.
struct RackJSON: Encodable {
    let outcome: RackOutcome

    private enum Key: String, CodingKey { case file, error }

    func encode(to encoder: any Encoder) throws {
        let name = outcome.input.name
        try outcome.rack.map { RackAnswer($0, file: name) }?.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(name, forKey: .file)
        let problem = outcome.problem ?? outcome.writeError.map { Problem($0) }
        try box.encodeIfPresent(problem, forKey: .error)
    }
}
