import Espy

/// Says what came out: the table or JSON on standard output, the rest on standard error.
struct RackReport {
    private let plan: RackPlan
    private let console: Console
    private var common: PhotoReport

    init(plan: RackPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(plan: plan.run, console: console, raw: plan.raw)
    }

    mutating func add(_ outcome: RackOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        let raw = plan.raw
        try await common.answer(outcome, csv: { $0.csv(raw: raw) }, json: { RackAnswer($0, file: $1) })
    }

    func finish() async throws -> Exit { try await common.finish() }

    private func explain(_ outcome: RackOutcome) async {
        await common.explain(outcome)
        guard !plan.run.isQuiet, let rack = outcome.value else { return }
        let name = printable(outcome.input.name)
        if rack.vials.isEmpty, rack.outside.isEmpty {
            await console.error("\(name): no code was found; go closer, focus, or add light")
        }
        for warning in rack.warnings { await console.error("\(name): warning: \(warning.text)") }
        await common.tell(outcome, outcome.summary)
    }
}
