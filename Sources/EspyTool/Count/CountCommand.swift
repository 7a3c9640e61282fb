import Espy

/// `espy count`: photos in, numbers out.
struct CountCommand {
    private let tool: Tool
    private let plan: CountPlan

    init(_ tool: Tool, _ invocation: Invocation) throws(UsageError) {
        self.tool = tool
        plan = try CountPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        let work: CountEngine.Work
        do throws(CountError) {
            work = try await tool.counting.load(plan.models, tool.surroundings)
        } catch {
            await tool.console.error(Problem(error).message)
            return .failed
        }
        var report = CountReport(plan: plan, console: tool.console)
        let (plan, surroundings) = (plan, tool.surroundings)
        // The models use all processors for one photo; a second photo would only take its memory.
        let batch = BatchRun(plan: plan.run, threads: max(plan.run.threads, 1), console: tool.console) { input, tell in
            try await CountJob(plan: plan, surroundings: surroundings, input: input, work: work).run(tell)
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}
