/// Says when work in the background should wait. Made by the faces, which know the machine.
public protocol Pacing: Sendable {
    /// Why to wait now; `nil` to go on. Asked before every photo, so it has to be quick.
    func reasonToWait() async -> PauseReason?
    /// Returns after some time, and at once when the task is cancelled.
    func rest() async
}

/// Why work in the background waits.
public enum PauseReason: Sendable, Equatable, Codable {
    /// The machine is hot: degrees Celsius, and where waiting begins.
    case heat(degrees: Double, limit: Double)
    /// It runs on its battery: percent that are left, and where waiting begins.
    case battery(percent: Int, limit: Int)
    /// Others have much to do: processes that want to run, for each processor.
    case load(Double, limit: Double)
    /// Somebody said so.
    case asked
}
