import Espy

/// Says what came out: numbers or JSON on standard output, the rest on standard error.
struct CountReport {
    private let plan: CountPlan
    private let console: Console
    private var exit = Exit.complete
    private var total = CountTotal()
    /// The lines for a CSV file that holds all inputs; empty before the first.
    private var table = ""

    init(plan: CountPlan, console: Console) {
        self.plan = plan
        self.console = console
    }

    mutating func add(_ outcome: CountOutcome) async throws {
        exit = exit.worse(outcome.exit)
        await explain(outcome)
        if plan.run.json { try await console.answer(try JSONText.line(CountJSON(outcome: outcome))) }
        guard let count = outcome.count else { return }
        total.add(count)
        if !plan.run.json { try await console.answer(line(count.count, outcome.input.name)) }
        guard case .file = plan.run.csv else { return }
        let name = outcome.input.name
        table +=
            plan.run.isSeveral ? FileColumn.withFile(name, count.csv(), header: table.isEmpty, raw: false) : count.csv()
    }

    /// Writes what had to wait for the last input.
    mutating func finish() async throws -> Exit {
        if plan.run.isSeveral {
            let json = plan.run.json
            try await console.answer(
                json ? try JSONText.line(CountTotalJSON(total: total)) : line(total.count, "total"))
        }
        // Nothing was counted: a table that is there already is worth more than an empty one.
        guard case .file(let path) = plan.run.csv, !table.isEmpty else { return exit }
        try AtomicFile.replace(path, with: Array(table.utf8))
        if isTalkative { await console.note("\(printable(path)): written") }
        return exit
    }

    /// The number alone for one photo; with several, its file after a tab, as `wc` does.
    private func line(_ count: Int, _ name: String) -> String {
        plan.run.isSeveral ? "\(count)\t\(printable(name))\n" : "\(count)\n"
    }

    private var isTalkative: Bool { plan.run.isTalkative(console) }

    private func explain(_ outcome: CountOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem { await console.error("\(name): \(problem.message)") }
        if let error = outcome.writeError { await console.error("\(printable(error.path)): \(error.text)") }
        guard let count = outcome.count else { return }
        if let problem = outcome.unkept { await console.error("\(name): not kept in the history: \(problem.message)") }
        if plan.reviews { for line in CountReview.lines(of: count) { await console.note("\(name): \(line)") } }
        guard !plan.run.isQuiet else { return }
        for advice in CountAdvice.lines(for: count) { await console.error("\(name): \(advice)") }
        guard isTalkative else { return }
        if count.count > 0 { await console.note("\(name): \(count.summary)") }
        for file in outcome.files { await console.note("\(printable(file)): written") }
    }
}
