/// The version of the program, as `espy --version` prints it and CHANGELOG.md lists it.
package enum Version {
    package static let number = "0.1.0"
}

/// How the program ends. The numbers are part of its interface.
package enum Exit: Int32, Sendable, CaseIterable {
    case complete = 0
    case incomplete = 1
    case failed = 2
    case usage = 64
    case interrupted = 130
    case brokenPipe = 141

    package var says: String {
        switch self {
        case .complete: "done, and the result is complete"
        case .incomplete: "ran, but the result is incomplete (a vial that could not be read), or nothing was found"
        case .failed: "failed: an input could not be tried, or an output could not be written"
        case .usage: "the command line or a setting is wrong; nothing was done"
        case .interrupted: "interrupted (Ctrl-C); unfinished files are removed"
        case .brokenPipe: "whoever read the output stopped reading"
        }
    }

    /// Of two results, the one that the whole run reports.
    package func worse(_ other: Exit) -> Exit { other.rawValue > rawValue ? other : self }
}
