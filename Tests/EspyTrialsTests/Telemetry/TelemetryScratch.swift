import Espy
import EspyTrials
import Foundation
import Synchronization

/// A folder for the telemetry of one test, removed after the test.
final class TelemetryScratch: Sendable {
    /// Does not exist until something creates it.
    let path: String
    private let parent: String

    init() throws {
        parent = NSTemporaryDirectory() + "espy-telemetry-\(UUID().uuidString)"
        path = parent + "/telemetry"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: parent) }

    var folder: TelemetryFolder { TelemetryFolder(path: path) }

    /// Names of the event files.
    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".jsonl") }.sorted()) ?? []
    }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    func write(_ name: String, _ text: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    var bytes: Int { (try? folder.size().bytes) ?? -1 }

    func events() throws -> [TelemetryEvent] {
        var events: [TelemetryEvent] = []
        try folder.read { events.append($0) }
        return events
    }

    /// Numbers of the stored frames, in order.
    func frames() throws -> [Int] {
        try events().compactMap { if case .frame(let frame) = $0.body { frame.id } else { nil } }
    }
}

/// A clock that stands still until a test advances it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [(until: Instant, wake: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await withCheckedContinuation { wake in
            let isPast = state.withLock { state in
                if state.now < deadline { state.sleepers.append((deadline, wake)) }
                return !(state.now < deadline)
            }
            if isPast { wake.resume() }
        }
    }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let woken = state.sleepers.filter { !(state.now < $0.until) }
            state.sleepers.removeAll { !(state.now < $0.until) }
            return woken
        }
        for sleeper in woken { sleeper.wake.resume() }
    }
}

/// Seconds since 1970, set by a test.
final class WallClock: Sendable {
    static let start = 1_771_597_822.0
    private let seconds = Mutex(WallClock.start)

    var now: Double { seconds.withLock { $0 } }
    func set(_ now: Double) { seconds.withLock { $0 = now } }
    func advance(_ duration: Double) { seconds.withLock { $0 += duration } }
}

/// The problems that a log reported.
final class Problems: Sendable {
    private let found = Mutex<[TelemetryProblem]>([])
    var all: [TelemetryProblem] { found.withLock { $0 } }
    func add(_ problem: TelemetryProblem) { found.withLock { $0.append(problem) } }
}

/// A log with clocks that the test controls.
struct TestLog {
    let log: TelemetryLog
    let clock = ManualClock()
    let wall: WallClock
    let problems = Problems()

    init(
        _ path: String, session: TelemetryCode = "a", options: TelemetryOptions = TelemetryOptions(),
        wall: WallClock = WallClock(), isAllowed: @escaping @Sendable () -> Bool = { true }
    ) {
        self.wall = wall
        let problems = problems
        log = TelemetryLog(
            folder: path, session: session, isEnabled: true, options: options, clock: clock, now: { wall.now },
            isAllowed: isAllowed, onProblem: { problems.add($0) })
    }

    /// Records each event two seconds after the one before, so that each is written.
    func record(_ ids: Range<Int>) {
        for id in ids {
            wall.advance(2)
            log.record(.frame(Frames.frame(id)))
        }
    }
}

enum Frames {
    static let shape = SpineShape(width: 0.03, height: 0.4, aspect: 0.075, tilt: 2.5, confidence: 0.9)

    static func frame(_ id: Int, spines: Int = 3, texts: Int = 0, barcodes: Int = 0) -> TelemetryFrame {
        TelemetryFrame(
            id: id, width: 1920, height: 1080, outcome: .processed, detector: "classical-1",
            spines: Array(repeating: shape, count: spines), texts: texts, barcodes: barcodes,
            timings: [.spines: 12.5, .total: 20])
    }
}

/// Waits for work done by other tasks.
func eventually(_ condition: () throws -> Bool) async throws {
    for _ in 0..<20_000 where try !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
