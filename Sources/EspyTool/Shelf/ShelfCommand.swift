import Espy

/// `espy shelf`: photos and films of bookshelves in, outlined spines out.
struct ShelfCommand {
    private let tool: Tool
    private let invocation: Invocation
    private let plan: ShelfPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        self.invocation = invocation
        plan = try ShelfPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        var report = ShelfReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        let session = ShelfSession(invocation, surroundings, console: tool.console)
        for inputs in Self.runs(of: plan.run.inputs) {
            if case .file(let path)? = inputs.first, FilmSource.isFilm(inputs[0]) {
                let job = FilmJob(
                    plan: plan, surroundings: surroundings, console: tool.console, path: path,
                    observe: session.record)
                try await report.add(try await job.run())
                continue
            }
            let some = plan.run.limited(to: inputs)
            let batch = BatchRun(plan: some, threads: threads, console: tool.console) { input, tell in
                try await ShelfJob(plan: plan, surroundings: surroundings, input: input).run { tell(.init($0)) }
            }
            try await batch.run {
                if let shelf = $0.shelf { session.record(shelf) }
                try await report.add($0)
            }
        }
        await session.close()
        return try await report.finish()
    }

    /// Films one by one, since one takes all processors; the photos between them together.
    private static func runs(of inputs: [PhotoInput]) -> [[PhotoInput]] {
        var runs: [[PhotoInput]] = []
        for input in inputs {
            let isFilm = FilmSource.isFilm(input)
            if !isFilm, let last = runs.last, !FilmSource.isFilm(last[0]) {
                runs[runs.count - 1].append(input)
            } else {
                runs.append([input])
            }
        }
        return runs
    }
}

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    /// Frames per second of a film that are looked at, at most.
    let filmRate: Int

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
        filmRate = Int(settings.text(Flags.filmRate)) ?? 15
        guard run.photo == nil || !run.inputs.contains(where: FilmSource.isFilm) else {
            throw UsageError("-o draws on photos; leave it out for films", command: run.command)
        }
    }
}
