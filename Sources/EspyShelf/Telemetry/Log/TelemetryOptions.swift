import EspySystem

/// How much telemetry is kept, and how it is written.
public struct TelemetryOptions: Sendable, Equatable {
    /// Seconds that events are kept.
    public var keeps: Double = 7 * 86_400
    /// Bytes of all files together.
    public var limit = 10_000_000
    /// Bytes after which a file is followed by a new one. The oldest file goes as a whole.
    public var fileLimit = 1_000_000
    /// Seconds after which a file is followed by a new one.
    public var fileSpan: Double = 6 * 3_600
    /// Events that wait to be written; one more, and the oldest is dropped.
    public var capacity = 1_000
    /// As many events that wait are written without waiting longer.
    public var batch = 64
    /// How long an event waits at most, while the process lives.
    public var interval = Duration.seconds(5)
    /// Seconds between two frames that are written down; those between are counted.
    public var frameInterval: Double = 1

    public init() {}
}

/// Why telemetry cannot be written or read. The work that it tells of goes on.
public enum TelemetryProblem: Error, Sendable, Equatable {
    /// Another process writes, and goes on doing so.
    case locked(path: String)
    case full(path: String)
    case inaccessible(path: String, reason: String)
}

extension TelemetryProblem {
    init(_ error: FileError) {
        self =
            if error.isLocked { .locked(path: error.path) } else if error.isFull { .full(path: error.path) } else {
                .inaccessible(path: error.path, reason: error.reason)
            }
    }

    /// What is thrown of files, as it is told outside of this module.
    static func told<Value>(_ work: () throws(FileError) -> Value) throws(TelemetryProblem) -> Value {
        do throws(FileError) { return try work() } catch { throw TelemetryProblem(error) }
    }
}
