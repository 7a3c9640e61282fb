import Espy

/// Says what came out: the table or JSON on standard output, the rest on standard error.
struct ShelfReport {
    private let plan: ShelfPlan
    private let console: Console
    private var exit = Exit.complete
    private var hasHeader = false
    /// The lines for a CSV file that holds all inputs.
    private var table = ""

    init(plan: ShelfPlan, console: Console) {
        self.plan = plan
        self.console = console
    }

    mutating func add(_ outcome: ShelfOutcome) async throws {
        exit = exit.worse(outcome.exit)
        await explain(outcome)
        if plan.run.json { try await console.answer(try JSONText.line(ShelfJSON(outcome: outcome))) }
        guard let shelf = outcome.shelf else { return }
        switch plan.run.csv {
        case .file: table += csv(of: shelf, outcome)
        case nil where !plan.run.json: try await console.answer(csv(of: shelf, outcome))
        case .folder, nil: break
        }
    }

    /// Writes what had to wait for the last input.
    mutating func finish() async throws -> Exit {
        // Nothing was read: a table that is there already is worth more than an empty one.
        guard case .file(let path) = plan.run.csv, hasHeader else { return exit }
        try AtomicFile.replace(path, with: Array(table.utf8))
        if isTalkative { await console.note("\(printable(path)): written") }
        return exit
    }

    private mutating func csv(of shelf: Shelf, _ outcome: ShelfOutcome) -> String {
        defer { hasHeader = true }
        guard plan.run.isSeveral else { return shelf.csv() }
        return FileColumn.withFile(outcome.input.name, shelf.csv(), header: !hasHeader, raw: false)
    }

    private var isTalkative: Bool { plan.run.isTalkative(console) }

    private func explain(_ outcome: ShelfOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem { await console.error("\(name): \(problem.message)") }
        if let error = outcome.writeError { await console.error("\(printable(error.path)): \(error.text)") }
        guard !plan.run.isQuiet, let shelf = outcome.shelf else { return }
        if shelf.spines.isEmpty {
            await console.error("\(name): no spine was found; take the shelf straight from the front, and closer")
        }
        guard isTalkative else { return }
        if let summary = outcome.summary { await console.note("\(name): \(summary)") }
        for file in outcome.files { await console.note("\(printable(file)): written") }
    }
}
