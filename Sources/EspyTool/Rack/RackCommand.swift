import Espy

/// `espy rack`: photos of boxes in, tables out.
struct RackCommand {
    private let tool: Tool
    private let plan: RackPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        plan = try RackPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        var report = RackReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : Machine.processors
        let batch = BatchRun(plan: plan.run, threads: threads, console: tool.console) { input, tell in
            try await RackJob(plan: plan, surroundings: surroundings, input: input).run { tell(.init($0)) }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}
