import EspySystem
import Synchronization

/// Records what the shelf reader does, on this machine only, as far as the user allows it.
///
/// ``record(_:)`` returns at once. The actor writes events in batches, one write per batch; pending events are lost
/// when the process ends without ``close()``.
public actor TelemetryLog {
    private nonisolated let queue: TelemetryQueue
    private nonisolated let options: TelemetryOptions
    private nonisolated let session: TelemetryCode
    private nonisolated let clock: any Clock<Duration>
    private nonisolated let now: @Sendable () -> Double
    private let onProblem: @Sendable (TelemetryProblem) -> Void
    private var writer: TelemetryWriter
    private var hasToldProblem = false

    /// - Parameters:
    ///   - folder: created when the first event is written.
    ///   - session: identifies this session; part of a file name.
    ///   - isEnabled: see ``setEnabled(_:)``.
    ///   - clock: measures ``TelemetryOptions/interval``.
    ///   - now: seconds since 1970; it may jump.
    ///   - isAllowed: called before each write, while no other process can change or clear the folder. Once it returns
    ///     false, the log is off.
    ///   - onProblem: called the first time that events cannot be written.
    public init(
        folder: String, session: TelemetryCode, isEnabled: Bool, options: TelemetryOptions = TelemetryOptions(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Double,
        isAllowed: @escaping @Sendable () -> Bool = { true },
        onProblem: @escaping @Sendable (TelemetryProblem) -> Void = { _ in }
    ) {
        self.session = session
        self.options = options
        self.clock = clock
        self.now = now
        self.onProblem = onProblem
        queue = TelemetryQueue(isEnabled: isEnabled, options: options)
        writer = TelemetryWriter(
            folder: TelemetryFolder(path: folder), session: session, options: options, isAllowed: isAllowed)
    }

    public nonisolated var isEnabled: Bool { queue.isEnabled }

    /// Records an event, unless the log is off. Records at most one frame per ``TelemetryOptions/frameInterval``.
    public nonisolated func record(_ body: TelemetryEvent.Body) {
        switch queue.add(body, at: now(), session: session) {
        case .nothing: break
        case .timer: startTimer()
        case .writing: Task { await self.flush() }
        }
    }

    /// Turns the log on or off. Turning it off discards pending events, and nothing is written after this returns.
    public nonisolated func setEnabled(_ isEnabled: Bool) async {
        queue.setEnabled(isEnabled)
        if !isEnabled { await settle() }
    }

    /// Writes all pending events.
    public func flush() {
        while let batch = queue.take() {
            guard write(batch) else { return }
        }
    }

    /// Writes all pending events, and accepts no more.
    public func close() {
        flush()
        queue.setEnabled(false)
    }

    /// Returns when nothing is being written: a write never suspends the actor.
    private func settle() {}

    private nonisolated func startTimer() {
        Task { [weak self, clock, options] in
            try? await clock.sleep(for: options.interval)
            await self?.timerEnded()
        }
    }

    private func timerEnded() {
        queue.timerEnded()
        flush()
    }

    /// - Returns: whether to write the next batch.
    private func write(_ batch: TelemetryQueue.Batch) -> Bool {
        var lines = batch.events.compactMap(TelemetryLine.bytes).flatMap(\.self)
        if batch.dropped > 0 { lines += line(.init(count: batch.dropped, reason: .queueFull)) }
        if lines.count > options.limit {
            lines = line(.init(count: batch.events.count + batch.dropped, reason: .tooLarge))
        }
        guard !lines.isEmpty else { return true }
        do throws(FileError) {
            guard try writer.append(lines, at: now()) else {
                queue.setEnabled(false)
                return false
            }
            return true
        } catch {
            queue.putBack(batch)
            report(error)
            if queue.wantsTimer() { startTimer() }
            return false
        }
    }

    private func line(_ loss: TelemetryEvent.Loss) -> [UInt8] {
        TelemetryLine.bytes(of: TelemetryEvent(time: now(), session: session, body: .loss(loss))) ?? []
    }

    private func report(_ error: FileError) {
        // Another process is writing: the next attempt will do.
        if error.isLocked { return }
        if !hasToldProblem { onProblem(TelemetryProblem(error)) }
        hasToldProblem = true
    }
}

/// How much telemetry is stored, and how it is written.
public struct TelemetryOptions: Sendable, Equatable {
    /// How long events are stored, in seconds.
    public var keeps: Double = 7 * 86_400
    /// Maximum size of all files together, in bytes.
    public var limit = 10_000_000
    /// Size in bytes after which a new file is started. The oldest file is deleted as a whole.
    public var fileLimit = 1_000_000
    /// Seconds after which a new file is started.
    public var fileSpan: Double = 6 * 3_600
    /// Maximum number of pending events; beyond it, the oldest is dropped.
    public var capacity = 1_000
    /// Number of pending events that are written without further delay.
    public var batch = 64
    /// Maximum delay of an event, while the process lives.
    public var interval = Duration.seconds(5)
    /// Seconds between two recorded frames; those between are counted.
    public var frameInterval: Double = 1

    public init() {}
}

/// Why telemetry cannot be written or read. The work that it records continues.
public enum TelemetryProblem: Error, Sendable, Equatable {
    case full(path: String)
    case inaccessible(path: String, reason: String)
    /// Another process keeps the folder locked.
    case locked(path: String)
}

extension TelemetryProblem {
    init(_ error: FileError) {
        self =
            if error.isLocked { .locked(path: error.path) } else if error.isFull { .full(path: error.path) } else {
                .inaccessible(path: error.path, reason: error.reason)
            }
    }

    /// Converts file errors to errors of this module.
    static func translating<Value>(_ work: () throws(FileError) -> Value) throws(TelemetryProblem) -> Value {
        do throws(FileError) { return try work() } catch { throw TelemetryProblem(error) }
    }
}

/// Pending events. Callers never wait for the disk.
private final class TelemetryQueue: Sendable {
    /// The next step after a new event.
    enum Need { case nothing, timer, writing }

    struct Batch {
        var events: [TelemetryEvent]
        var dropped: Int
    }

    private struct State {
        var isEnabled: Bool
        var events: [TelemetryEvent] = []
        /// Events dropped since the last batch.
        var dropped = 0
        var hasTimer = false
        var lastFrame: Double?
        /// Frames since the last recorded one.
        var unlogged = 0
    }

    private let options: TelemetryOptions
    private let state: Mutex<State>

    init(isEnabled: Bool, options: TelemetryOptions) {
        self.options = options
        state = Mutex(State(isEnabled: isEnabled))
    }

    var isEnabled: Bool { state.withLock { $0.isEnabled } }

    /// Turning it off discards all pending events.
    func setEnabled(_ isEnabled: Bool) {
        state.withLock { state in
            guard isEnabled != state.isEnabled else { return }
            state = State(isEnabled: isEnabled, hasTimer: state.hasTimer)
        }
    }

    func add(_ body: TelemetryEvent.Body, at time: Double, session: TelemetryCode) -> Need {
        state.withLock { state in
            guard state.isEnabled, let body = sampled(body, at: time, &state) else { return .nothing }
            makeRoom(&state)
            state.events.append(TelemetryEvent(time: time, session: session, body: body))
            if state.events.count == options.batch { return .writing }
            guard !state.hasTimer else { return .nothing }
            state.hasTimer = true
            return .timer
        }
    }

    /// The oldest events; nil when there are none.
    func take() -> Batch? {
        state.withLock { state in
            guard !state.events.isEmpty || state.dropped > 0 else { return nil }
            let batch = Batch(events: Array(state.events.prefix(options.batch)), dropped: state.dropped)
            state.events.removeFirst(batch.events.count)
            state.dropped = 0
            return batch
        }
    }

    /// Puts back events that could not be written, as far as there is room.
    func putBack(_ batch: Batch) {
        state.withLock { state in
            guard state.isEnabled else { return }
            state.events.insert(contentsOf: batch.events, at: 0)
            state.dropped += batch.dropped
            makeRoom(&state, for: 0)
        }
    }

    /// Whether to start a timer: something is pending, and no timer runs.
    func wantsTimer() -> Bool {
        state.withLock { state in
            guard !state.hasTimer, !state.events.isEmpty || state.dropped > 0 else { return false }
            state.hasTimer = true
            return true
        }
    }

    func timerEnded() { state.withLock { $0.hasTimer = false } }

    private func makeRoom(_ state: inout State, for count: Int = 1) {
        let surplus = state.events.count + count - max(options.capacity, 1)
        guard surplus > 0 else { return }
        state.events.removeFirst(surplus)
        state.dropped += surplus
    }

    /// Nil for a frame too soon after another.
    private func sampled(
        _ body: TelemetryEvent.Body, at time: Double, _ state: inout State
    ) -> TelemetryEvent.Body? {
        guard case .frame(var frame) = body else { return body }
        // If the clock was set in either direction, the next frame counts.
        if let last = state.lastFrame, abs(time - last) < options.frameInterval {
            state.unlogged += 1
            return nil
        }
        frame.unlogged = state.unlogged
        state.unlogged = 0
        state.lastFrame = time
        return .frame(frame)
    }
}

/// Appends to the files of one session, and deletes old or excess files.
private struct TelemetryWriter {
    private let folder: TelemetryFolder
    private let session: TelemetryCode
    private let options: TelemetryOptions
    private let isAllowed: @Sendable () -> Bool
    /// The current file of this session, and when it was started.
    private var current: (name: String, start: Double)?
    /// When ages were last checked.
    private var lastLook: Double?

    init(
        folder: TelemetryFolder, session: TelemetryCode, options: TelemetryOptions,
        isAllowed: @escaping @Sendable () -> Bool
    ) {
        self.folder = folder
        self.session = session
        self.options = options
        self.isAllowed = isAllowed
    }

    /// Writes complete lines, fewer bytes than ``TelemetryOptions/limit``.
    ///
    /// - Returns: false when the user no longer allows it.
    mutating func append(_ lines: [UInt8], at now: Double) throws(FileError) -> Bool {
        guard isAllowed() else { return false }
        try folder.lines.make()
        // Swift does not allow changing self in a closure with typed throws.
        var next = self
        let isWritten = try folder.lines.locked { () throws(FileError) in
            // Turning telemetry off takes the lock afterward: from then on, this returns false.
            guard isAllowed() else { return false }
            try next.write(lines, at: now)
            return true
        }
        self = next
        return isWritten
    }

    private mutating func write(_ lines: [UInt8], at now: Double) throws(FileError) {
        var files = try folder.files()
        if lastLook.map({ abs(now - $0) >= 3_600 }) ?? true {
            files = try withoutOld(files, now)
            lastLook = now
        }
        let name = fileName(among: files, adding: lines.count, now)
        try makeRoom(for: lines.count, among: files, but: name)
        try folder.lines.append(lines, to: name)
        if current?.name != name { current = (name, now) }
    }

    /// The current file, or a new one if that is large, old or deleted.
    private func fileName(among files: [TelemetryFolder.File], adding count: Int, _ now: Double) -> String {
        if let current, abs(now - current.start) < options.fileSpan,
            let file = files.first(where: { $0.name == current.name }), file.size + count <= options.fileLimit
        {
            return current.name
        }
        return TelemetryFolder.name(number: (files.last?.number ?? 0) + 1, session)
    }

    private func withoutOld(
        _ files: [TelemetryFolder.File], _ now: Double
    ) throws(FileError) -> [TelemetryFolder.File] {
        var spans: [TelemetryAges.Span?] = []
        for file in files { spans.append(try folder.span(of: file)) }
        let ages = TelemetryAges(keeps: options.keeps, fileSpan: options.fileSpan)
        let old = ages.expired(spans, now: now)
        for index in old { try folder.lines.remove(files[index].name) }
        return files.indices.filter { !old.contains($0) }.map { files[$0] }
    }

    private func makeRoom(
        for count: Int, among files: [TelemetryFolder.File], but name: String
    ) throws(FileError) {
        var total = files.reduce(count) { $0 + $1.size }
        for file in files where file.name != name && total > options.limit {
            try folder.lines.remove(file.name)
            total -= file.size
        }
    }
}
