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
        if plan.run.json {
            let name = outcome.input.name
            try await console.answer(try outcome.json { RackAnswer($0, file: name) })
        }
        guard let rack = outcome.value else { return }
        let csv = rack.csv(raw: plan.raw)
        common.collect(csv, outcome.input.name)
        if plan.run.csv == nil, !plan.run.json {
            try await console.answer(common.lines(of: csv, outcome.input.name))
        }
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
