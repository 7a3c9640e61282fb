import Espy
import EspyApp
import EspyHTTP
import EspySystem
import Synchronization

/// Answers frames from standard input with one line each, until the input ends.
struct Worker: Sendable {
    let verb: WorkerVerb
    let limits: WorkerLimits
    let process: ProcessEnvironment
    let console: Console
    private let watch = WorkerWatch()

    init(_ verb: WorkerVerb, _ limits: WorkerLimits, _ context: CommandContext) {
        (self.verb, self.limits) = (verb, limits)
        (process, console) = (context.process, context.console)
    }

    /// - Returns: `failed` if the input was not a sequence of frames.
    func run() async throws -> Exit {
        // Computation uses its own threads, so that it takes no more processors than requested; waiting for input uses
        // another one.
        let workers = WorkerThreads(count: limits.threads)
        let reader = WorkerThreads(count: 1)
        defer {
            workers.stop()
            reader.stop()
        }
        let guardian = Task { await watchOver() }
        let result: Result<Exit, any Error>
        do {
            result = .success(
                try await withTaskExecutorPreference(reader) { try await answerAll(on: workers) })
        } catch {
            result = .failure(error)
        }
        // The caller may close the output next, which the watch must not mistake for a broken pipe.
        guardian.cancel()
        await guardian.value
        return try result.get()
    }

    private func answerAll(on workers: WorkerThreads) async throws -> Exit {
        let input = WorkerInput(process.input)
        let result = await withTaskGroup(of: (any Error)?.self) { group -> Result<WorkerFrameError?, any Error> in
            var running = 0
            var problem: WorkerFrameError?
            do throws(WorkerFrameError) {
                // Reads one frame ahead.
                while let frame = try input.next() {
                    if running < verb.inFlight {
                        running += 1
                    } else if let error = await group.next() ?? nil {
                        return .failure(error)
                    }
                    group.addTask(executorPreference: workers) { await answer(frame, on: workers) }
                }
            } catch {
                problem = error
            }
            for await case let error? in group { return .failure(error) }
            return .success(problem)
        }
        try Task.checkCancellation()
        guard let problem = try result.get() else { return .complete }
        var id: String?
        if case .truncated(let name) = problem { id = name }
        try await console.answer(
            WorkerLine(id: id, ms: 0, error: WorkerProblem(Problem("badFrame", problem.text))).text())
        return .failed
    }

    /// - Returns: Why the line could not be written.
    private func answer(_ frame: WorkerFrame, on workers: WorkerThreads) async -> (any Error)? {
        let number = watch.begin(frame.id)
        let job = Task(executorPreference: workers) { try await outcome(of: frame) }
        watch.set(number) { job.cancel() }
        let result = await withTaskCancellationHandler {
            await job.result
        } onCancel: {
            job.cancel()
        }
        // After an interrupt, nothing reads the output.
        guard !Task.isCancelled, let running = watch.claim(number) else { return nil }
        var line = WorkerLine(id: frame.id, ms: running.milliseconds)
        switch result {
        case .success(let outcome):
            line.result = outcome.answer
            line.error = outcome.problem.map { WorkerProblem($0) }
        case .failure(is CancellationError) where running.isLate:
            line.error = .timeout(seconds: limits.seconds ?? 0)
        case .failure(let error): line.error = WorkerProblem(Problem(any: error))
        }
        do {
            try await console.answer(line.text())
            return nil
        } catch {
            return error
        }
    }

    private func outcome(of frame: WorkerFrame) async throws -> WorkerOutcome {
        switch frame.content {
        case .tooLarge:
            let error = FileError(frame.id, .larger(thanBytes: Files.inputLimit))
            return WorkerOutcome(answer: nil, problem: Problem("tooManyBytes", error.text))
        case .bytes(let bytes): return try await verb.answer(.bytes(bytes, name: frame.id))
        case .path(let path): return try await verb.answer(.file(path))
        }
    }
}

/// Exceeded limits.
extension Worker {
    private func watchOver() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(50))
            if Task.isCancelled { return }
            if !process.output.isRead { _exit(Exit.brokenPipe.rawValue) }
            if let limit = limits.seconds, watch.stopLate(.seconds(limit)) {
                await giveUp { job, _ in job.isLate ? .timeout(seconds: limit) : .ended }
            }
            if let most = limits.megabytes, let used = Machine.usedMemory, used > most << 20 {
                await giveUp { _, isAlone in .memory(megabytes: most, isAlone: isAlone) }
            }
        }
    }

    /// Answers all running jobs, then ends the process, because work that ignores cancellation cannot be stopped
    /// otherwise.
    ///
    /// - Parameter reason: Makes the error for a job, given whether it is the only one.
    private func giveUp(_ reason: (WorkerWatch.Running, Bool) -> WorkerProblem) async {
        let jobs = watch.claimAll()
        if jobs.isEmpty {
            let none = WorkerWatch.Running(id: "", start: .now)
            try? await console.answer(WorkerLine(id: nil, ms: 0, error: reason(none, false)).text())
        }
        for job in jobs {
            let line = WorkerLine(id: job.id, ms: job.milliseconds, error: reason(job, jobs.count == 1))
            try? await console.answer(line.text())
        }
        _exit(Exit.failed.rawValue)
    }
}

/// The limits of a worker.
struct WorkerLimits: Sendable {
    let threads: Int
    /// Per input; nil for no limit.
    let seconds: Double?
    /// Memory of the whole process; nil for no limit.
    let megabytes: Int?
}

/// Reads frames from a descriptor on demand.
private final class WorkerInput {
    private let descriptor: Descriptor
    private var parser = WorkerFrameParser(mostBytes: Files.inputLimit)
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// Waits for the next frame.
    /// - Returns: nil at the end, or if the task was cancelled.
    func next() throws(WorkerFrameError) -> WorkerFrame? {
        while true {
            if let frame = try parser.next() { return frame }
            guard let piece = try? descriptor.readPiece(&buffer, name: "standard input") else { return nil }
            if piece.isEmpty {
                try parser.finish()
                return nil
            }
            parser.feed(piece)
        }
    }
}

/// The running jobs with their start times. Each input is answered once: by its job, or when the worker gives up on it.
private final class WorkerWatch: Sendable {
    struct Running: Sendable {
        let id: String
        let start: ContinuousClock.Instant
        var cancel: (@Sendable () -> Void)?
        /// Whether it was cancelled because it exceeded the time limit.
        var isLate = false

        var milliseconds: Double { ((ContinuousClock.now - start) / .milliseconds(1) * 10).rounded() / 10 }
    }

    private struct State {
        var running: [Int: Running] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// - Returns: The number of the job in this process.
    func begin(_ id: String) -> Int {
        state.withLock { state in
            state.next += 1
            state.running[state.next] = Running(id: id, start: .now)
            return state.next
        }
    }

    /// Sets how to cancel a job.
    func set(_ number: Int, cancel: @escaping @Sendable () -> Void) {
        state.withLock { $0.running[number]?.cancel = cancel }
    }

    /// Takes the right to answer.
    /// - Returns: nil if it has already been taken.
    func claim(_ number: Int) -> Running? { state.withLock { $0.running.removeValue(forKey: number) } }

    /// Takes the right to answer all running jobs.
    func claimAll() -> [Running] {
        state.withLock { state in
            defer { state.running = [:] }
            return state.running.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Cancels jobs that take longer than `limit`.
    /// - Returns: Whether a job ignores this for another 80% of the limit, at most ten seconds.
    func stopLate(_ limit: Duration) -> Bool {
        let (late, isStuck) = state.withLock { state in
            var late: [@Sendable () -> Void] = []
            var isStuck = false
            for (number, job) in state.running {
                let time = ContinuousClock.now - job.start
                isStuck = isStuck || time > limit + min(limit * 0.8, .seconds(10)) + .milliseconds(200)
                guard time > limit, !job.isLate else { continue }
                state.running[number]?.isLate = true
                if let cancel = job.cancel { late.append(cancel) }
            }
            return (late, isStuck)
        }
        for cancel in late { cancel() }
        return isStuck
    }
}
