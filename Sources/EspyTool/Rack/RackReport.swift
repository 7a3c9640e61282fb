import Espy

/// Says what came out: the table or JSON on standard output, the rest on standard error.
struct RackReport {
    private let plan: RackPlan
    private let console: Console
    private var exit = Exit.complete
    private var hasHeader = false
    /// The lines for a CSV file that holds all inputs.
    private var table = ""

    init(plan: RackPlan, console: Console) {
        self.plan = plan
        self.console = console
    }

    mutating func add(_ outcome: RackOutcome) async throws {
        exit = exit.worse(outcome.exit)
        await explain(outcome)
        if plan.run.json { try await console.answer(try JSONText.line(RackJSON(outcome: outcome))) }
        guard let rack = outcome.rack else { return }
        switch plan.run.csv {
        case .file: table += csv(of: rack, outcome)
        case nil where !plan.run.json: try await console.answer(csv(of: rack, outcome))
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

    private mutating func csv(of rack: Rack, _ outcome: RackOutcome) -> String {
        defer { hasHeader = true }
        let text = rack.csv(raw: plan.raw)
        guard plan.run.isSeveral else { return text }
        return FileColumn.withFile(outcome.input.name, text, header: !hasHeader, raw: plan.raw)
    }

    private var isTalkative: Bool { plan.run.isTalkative(console) }

    private func explain(_ outcome: RackOutcome) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem { await console.error("\(name): \(problem.message)") }
        if let error = outcome.writeError { await console.error("\(printable(error.path)): \(error.text)") }
        if let problem = outcome.unkept { await console.error("\(name): not kept in the history: \(problem.message)") }
        guard !plan.run.isQuiet, let rack = outcome.rack else { return }
        if rack.vials.isEmpty, rack.outside.isEmpty {
            await console.error("\(name): no code was found; go closer, focus, or add light")
        }
        for warning in rack.warnings { await console.error("\(name): warning: \(warning.text)") }
        guard isTalkative else { return }
        if let summary = outcome.summary { await console.note("\(name): \(summary)") }
        for file in outcome.files { await console.note("\(printable(file)): written") }
    }
}
