import Espy

/// What became of one photo of a box.
typealias RackOutcome = PhotoOutcome<Rack>

extension PhotoOutcome<Rack> {
    var exit: Exit { exit(\.isComplete) }

    /// `81 cells: 45 read, 1 without a code, 35 empty`
    var summary: String? {
        guard let rack = value, !rack.cells.isEmpty else { return nil }
        let parts = [
            (rack.count(.read), "read"), (rack.count(.unread), "unread"), (rack.count(.uncoded), "without a code"),
            (rack.count(.empty), "empty"),
        ]
        let shown = parts.filter { $0.0 > 0 || $0.1 == "read" }.map { "\($0.0) \($0.1)" }
        return "\(rack.cells.count) \(rack.cells.count == 1 ? "cell" : "cells"): \(shown.joined(separator: ", "))"
    }
}

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
        try await common.answer(outcome, table: { $0.table(raw: raw) }, json: { RackAnswer($0, file: $1) })
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
