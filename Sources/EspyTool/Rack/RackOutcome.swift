import Espy

/// What became of one photo of a box.
typealias RackOutcome = PhotoOutcome<Rack>

extension PhotoOutcome<Rack> {
    var exit: Exit { exit(\.isComplete) }

    /// `81 cells: 45 read, 1 without a code, 35 empty`
    var summary: String? {
        guard let rack = value, !rack.cells.isEmpty else { return nil }
        let parts = [
            (rack.count(.read), "read"), (rack.count(.unread), "unread"), (rack.count(.uncoded), "without a code"),
            (rack.count(.empty), "empty"),
        ]
        let shown = parts.filter { $0.0 > 0 || $0.1 == "read" }.map { "\($0.0) \($0.1)" }
        return "\(rack.cells.count) \(rack.cells.count == 1 ? "cell" : "cells"): \(shown.joined(separator: ", "))"
    }
}
