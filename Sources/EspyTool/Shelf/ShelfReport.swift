import Espy

/// Says what came out: the table or JSON on standard output, the rest on standard error.
struct ShelfReport {
    private let plan: ShelfPlan
    private let console: Console
    private var common: PhotoReport

    init(plan: ShelfPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(plan: plan.run, console: console)
    }

    mutating func add(_ outcome: ShelfOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        try await common.answer(outcome, csv: { $0.shelf.csv() }, json: { ShelfFindingAnswer(finding: $0, file: $1) })
    }

    func finish() async throws -> Exit { try await common.finish() }

    private func explain(_ outcome: ShelfOutcome) async {
        await common.explain(outcome)
        guard !plan.run.isQuiet, let shelf = outcome.value?.shelf else { return }
        if shelf.spines.isEmpty {
            let name = printable(outcome.input.name)
            await console.error("\(name): no spine was found; take the shelf straight from the front, and closer")
        }
        await common.tell(outcome, outcome.summary)
    }
}
