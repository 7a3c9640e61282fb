import Espy
import EspyApp
import EspyHTTP
import EspySystem
import Synchronization

extension Command {
    /// - Parameter engine: Does the counting.
    static func workers(countingWith engine: CountEngine) -> [Command] {
        [
            worker(
                "rack", "read photos of boxes for another program", like: "espy rack", Flags.rackWorker
            ) { try WorkerVerb.rack($0) },
            worker(
                "count", "count things in photos for another program", like: "espy count", Flags.countWorker
            ) { try await WorkerVerb.count($0, engine) },
            worker(
                "shelf", "read photos of bookshelves for another program", like: "espy shelf", Flags.shelfWorker
            ) { try await WorkerVerb.shelf($0) },
            worker(
                "tag", "tag photos for another program", like: "espy gallery tag", Flags.tagWorker
            ) { try await WorkerVerb.tag($0) },
        ]
    }

    /// - Parameters:
    ///   - command: The command whose results it returns.
    ///   - flags: The command's flags that affect its results.
    private static func worker(
        _ verb: String, _ summary: String, like command: String, _ flags: [Flag],
        _ load: @escaping @Sendable (CommandContext) async throws -> WorkerVerb
    ) -> Command {
        Command(
            "worker \(verb)", summary,
            details: [
                """
                For programs with many photos: models are loaded once, photos come on standard input, and each gives \
                one line of JSON on standard output as soon as it is done, with the result of “\(command) --json” or \
                an error. Nothing else is written, and nothing is saved in the history. docs/worker.md describes the \
                protocol; the Python package espy speaks it.
                """,
                """
                A frame is a line {"id":"NAME","bytes":N} and N bytes of a photo, or {"id":"NAME","path":"FILE"} alone. \
                At the end of the input, the worker finishes what it began.
                """,
            ],
            flags: Flags.workerFlags, groups: [FlagGroup("Results, as in “\(command)”", flags)],
            examples: [
                Example(
                    "ls *.jpg | jq -Rc '{id: ., path: .}' | espy worker \(verb)", "print one line of JSON per photo")
            ]
        ) { try await WorkerCommand(verb: verb, load: load).run($0) }
    }
}

/// `espy worker`: reads photos from standard input, and writes lines of JSON.
private struct WorkerCommand: Sendable {
    let verb: String
    let load: @Sendable (CommandContext) async throws -> WorkerVerb

    func run(_ context: CommandContext) async throws -> Exit {
        let settings = try Settings(context.invocation, context.process)
        let limits = WorkerLimits(context.invocation, settings, context.process)
        var process = context.process
        process.environment.processors = limits.threads
        let bounded = CommandContext(
            invocation: context.invocation, process: process, console: context.console)
        guard let verb = try await ready(bounded) else { return .failed }
        try await context.console.answer(try JSONText.line(greeting(verb, limits, settings, bounded)))
        if process.input.isTerminal {
            await context.note("espy: frames are read from standard input; see docs/worker.md")
        }
        return try await Worker(verb, limits, bounded).run()
    }

    /// Missing requirements are reported on standard output, where the client reads.
    private func ready(_ context: CommandContext) async throws -> WorkerVerb? {
        do {
            return try await load(context)
        } catch let error as UsageError {
            throw error
        } catch {
            let problem = Problem(any: error)
            try await context.console.answer(
                try JSONText.line(WorkerRefusal(verb: verb, error: WorkerProblem(problem))))
            await context.console.error(problem.message)
            return nil
        }
    }

    private func greeting(
        _ verb: WorkerVerb, _ limits: WorkerLimits, _ settings: Settings, _ context: CommandContext
    ) -> WorkerGreeting {
        let library = verb.tasks.isEmpty ? nil : try? ModelStore(context.process.environment).library
        let models = (library?.entries ?? []).filter { entry in
            verb.tasks.contains(entry.task) && library?.path(of: entry) != nil
        }
        return WorkerGreeting(
            verb: verb.name, threads: limits.threads, inFlight: verb.inFlight,
            limits: .init(bytes: Files.inputLimit, seconds: limits.seconds, megabytes: limits.megabytes),
            options: settings.resultOptions(of: context.invocation),
            models: models.map { .init(id: $0.id, sha256: $0.sha256) }.sorted { $0.id < $1.id }, notes: verb.notes)
    }
}

/// Flags of `espy worker`.
extension Flags {
    private static let workerThreads = Flag(
        "threads", value: FlagValue("N", .integer(0...256)), setting: threads.setting,
        help: """
            Number of threads for all work, including models; 0 means one per available processor. As many photos are \
            processed in parallel, but only one if a model uses all threads.
            """)
    private static let workerTimeout = Flag(
        "timeout", value: FlagValue("SECONDS", .number(0.05...86_400, or: "none")),
        help: """
            Time limit per photo, after which it is answered with an error; by default none. Work that cannot be \
            stopped also ends the worker, after that line.
            """)
    private static let workerMemory = Flag(
        "max-memory", value: FlagValue("MB", .integer(64...1_048_576)),
        help: """
            Memory limit of the worker. A photo that needs more is answered with an error and ends the worker. Below \
            2048, counting searches only one scale.
            """)

    static let workerFlags = [workerThreads, workerTimeout, workerMemory, config, quiet, help, helpAll]
    static let rackWorker = [grid, maxDimension] + rackPlacing.filter { $0.name != rackID.name }
    static let countWorker =
        [like, unlike, region, exclude] + regionFlags + countSettings + [reference, group, merge, detector, embedder]
    static let shelfWorker = [spineDetector, spineConfidence, spineText, textLanguage, catalog]
    static let tagWorker = [tagger, objectDetector, classifier, tagThreshold, pageLanguage, faces, archive]
}

extension WorkerLimits {
    init(_ invocation: Invocation, _ settings: Settings, _ process: ProcessEnvironment) {
        let wanted = Int(settings.text(.threads)) ?? 0
        threads = wanted > 0 ? wanted : process.processors
        seconds = invocation.value(named: "timeout").flatMap { Double($0) }
        megabytes = invocation.value(named: "max-memory").flatMap { Int($0) }
    }
}

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
