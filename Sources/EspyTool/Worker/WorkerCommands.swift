import Espy
import EspyApp
import EspySystem

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
