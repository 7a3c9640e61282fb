/// Works on the photos of a plan, several at a time, and hands the results over in the order of the inputs.
struct BatchRun<Outcome: Sendable>: Sendable {
    typealias Report = @Sendable (ProgressDisplay.Step) -> Void

    let plan: RunPlan
    /// Photos at the same time, at least 1.
    let threads: Int
    let console: Console
    /// Turns one photo into its outcome, and says how far it is.
    let job: @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    private let budget: DecodingBudget

    init(
        plan: RunPlan, threads: Int, console: Console,
        job: @escaping @Sendable (PhotoInput, @escaping Report) async throws -> Outcome
    ) {
        (self.plan, self.threads, self.console, self.job) = (plan, threads, console, job)
        budget = DecodingBudget(room: plan.memory)
    }

    /// - Parameter deliver: called once for each input, in order.
    func run(_ deliver: (Outcome) async throws -> Void) async throws {
        let display = ProgressDisplay(plan, console)
        let drawing = Task { await display.draw() }
        do {
            try await work(display, deliver)
            await stop(display, drawing)
        } catch {
            await stop(display, drawing)
            throw error
        }
    }

    private func stop(_ display: ProgressDisplay, _ drawing: Task<Void, Never>) async {
        display.reports.finish()
        await drawing.value
        await console.setBar("")
    }

    private func work(_ display: ProgressDisplay, _ deliver: (Outcome) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var started = 0
            var next = 0
            var waiting: [Int: Outcome] = [:]
            while next < plan.inputs.count {
                // A result waits for those before it, and a start waits for results: few are ever kept.
                while started < plan.inputs.count, started - next < 2 * threads,
                    started - next - waiting.count < threads
                {
                    start(started, display, in: &group)
                    started += 1
                }
                guard let (index, outcome) = try await group.next() else { break }
                waiting[index] = outcome
                await display.finish(index, count: next + waiting.count)
                while let ready = waiting.removeValue(forKey: next) {
                    try await deliver(ready)
                    next += 1
                }
            }
        }
        try Task.checkCancellation()
    }

    private func start(
        _ index: Int, _ display: ProgressDisplay, in group: inout ThrowingTaskGroup<(Int, Outcome), any Error>
    ) {
        let (input, report, job, budget) = (plan.inputs[index], display.reports, job, budget)
        group.addTask {
            let outcome = try await budget.run(input) {
                try await job(input) { report.yield(.init(index: index, step: $0)) }
            }
            return (index, outcome)
        }
    }
}
