import Espy

/// `espy shelf`: photos of bookshelves in, outlined spines out.
struct ShelfCommand {
    private let tool: Tool
    private let plan: ShelfPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        plan = try ShelfPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        var report = ShelfReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        let batch = BatchRun(plan: plan.run, threads: threads, console: tool.console) { input, tell in
            try await ShelfJob(plan: plan, surroundings: surroundings, input: input).run { tell(.init($0)) }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
    }
}
