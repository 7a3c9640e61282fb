import EspySystem

/// Writes down what the shelf reader does, on this machine only, as far as its user allows it.
///
/// ``record(_:)`` returns at once. Events are written in batches by the actor, one write for each; what waits is lost
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
    ///   - folder: made when the first event is written.
    ///   - session: what tells this session from others; part of a file name.
    ///   - isEnabled: see ``setEnabled(_:)``.
    ///   - clock: what ``TelemetryOptions/interval`` is measured with.
    ///   - now: seconds since 1970; it may jump.
    ///   - isAllowed: asked before each write, while no other process can change or clear the folder. Once it says
    ///     no, the log is off.
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

    /// Takes an event, unless the log is off. Of frames, one for each ``TelemetryOptions/frameInterval``.
    public nonisolated func record(_ body: TelemetryEvent.Body) {
        switch queue.add(body, at: now(), session: session) {
        case .nothing: break
        case .timer: startTimer()
        case .writing: Task { await self.flush() }
        }
    }

    /// Turns the log on or off. Once off, what waited is gone, and nothing is written after this returns.
    public nonisolated func setEnabled(_ isEnabled: Bool) async {
        queue.setEnabled(isEnabled)
        if !isEnabled { await settle() }
    }

    /// Writes all that waits.
    public func flush() {
        while let batch = queue.take() {
            guard write(batch) else { return }
        }
    }

    /// Writes all that waits, and takes no more.
    public func close() {
        flush()
        queue.setEnabled(false)
    }

    /// Returns when nothing is being written: a write never lets go of the actor.
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

    /// - Returns: whether the next batch may follow.
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
            tell(error)
            if queue.wantsTimer() { startTimer() }
            return false
        }
    }

    private func line(_ loss: TelemetryEvent.Loss) -> [UInt8] {
        TelemetryLine.bytes(of: TelemetryEvent(time: now(), session: session, body: .loss(loss))) ?? []
    }

    private func tell(_ error: FileError) {
        // Another process writes: the next try will do.
        if error.isLocked { return }
        if !hasToldProblem { onProblem(TelemetryProblem(error)) }
        hasToldProblem = true
    }
}
