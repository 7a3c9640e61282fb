import Espy

/// Reads the photos of a plan, several at a time, and hands the results over in the order of the inputs.
struct RackRun: Sendable {
    let plan: RackPlan
    let surroundings: Surroundings
    let board: ProgressBoard

    /// - Parameter deliver: called once for each input, in order.
    func run(_ deliver: (RackOutcome) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: (Int, RackOutcome).self) { group in
            var started = 0
            var next = 0
            var waiting: [Int: RackOutcome] = [:]
            while next < plan.inputs.count {
                // A result waits for those before it, and a start waits for results: few are ever kept.
                while started < plan.inputs.count, started - next < 2 * plan.threads,
                    started - next - waiting.count < plan.threads
                {
                    start(started, in: &group)
                    started += 1
                }
                guard let (index, outcome) = try await group.next() else { break }
                waiting[index] = outcome
                await board.finish(index, count: next + waiting.count)
                while let ready = waiting.removeValue(forKey: next) {
                    try await deliver(ready)
                    next += 1
                }
            }
        }
        try Task.checkCancellation()
    }

    private func start(_ index: Int, in group: inout ThrowingTaskGroup<(Int, RackOutcome), any Error>) {
        let job = RackJob(plan: plan, surroundings: surroundings, input: plan.inputs[index])
        let report = board.reports
        group.addTask {
            (index, try await job.run { report.yield(.init(index: index, fraction: $0)) })
        }
    }
}
