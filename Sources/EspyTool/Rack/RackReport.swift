import Espy
import EspyApp
import EspyBase
import EspySheets
import EspySystem

/// What became of one photo of a box.
typealias RackOutcome = PhotoOutcome<RackFinding>

extension PhotoOutcome<RackFinding> {
    var exit: Exit { exit(\.isComplete) }

    /// `81 cells: 45 read, 1 without a code, 35 empty`
    var summary: String? {
        guard let rack = value?.rack, !rack.cells.isEmpty else { return nil }
        let parts = [
            (rack.count(.read), "read"), (rack.count(.unread), "unread"), (rack.count(.uncoded), "without a code"),
            (rack.count(.empty), "empty"),
        ]
        let shown = parts.filter { $0.0 > 0 || $0.1 == "read" }.map { "\($0.0) \($0.1)" }
        let cells = "\(rack.cells.count) \(rack.cells.count == 1 ? "cell" : "cells"): \(shown.joined(separator: ", "))"
        guard let comparison = value?.comparison else { return cells }
        let kinds = RackComparison.Kind.allCases.map { kind in
            (comparison.differences.count { $0.kind == kind }, kind.rawValue)
        }
        let told = [(comparison.agreeing, "as it should be")] + kinds.filter { $0.0 > 0 }
        return cells + "; " + told.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension RackAnswer {
    init(_ finding: RackFinding, file: String) {
        self.init(finding.rack, file: file, comparison: finding.comparison)
    }
}

/// Says what came out: the table or JSON on standard output, the rest on standard error.
struct RackReport {
    private let plan: RackPlan
    private let console: Console
    private var common: PhotoReport
    /// Of the table that is to be a sheet.
    private var lines: [[String]] = []
    /// Of the list that boxes are compared with.
    private var told: Set<ListNote> = []

    init(plan: RackPlan, console: Console) {
        self.plan = plan
        self.console = console
        common = PhotoReport(
            plan: plan.run, console: console, raw: plan.raw, namesFile: plan.form == nil ? nil : false)
    }

    mutating func add(_ outcome: RackOutcome) async throws {
        common.add(outcome.exit)
        await explain(outcome)
        guard plan.sheet != nil else {
            let plan = plan
            return try await common.answer(
                outcome, table: { plan.table(of: $0) }, json: { RackAnswer($0, file: $1) })
        }
        _ = try await common.tellJSON(outcome) { RackAnswer($0, file: $1) }
        if let finding = outcome.value { collect(finding, outcome.input.name) }
    }

    /// Text in a sheet is never run: it stands there as it is.
    private mutating func collect(_ finding: RackFinding, _ name: String) {
        let table = plan.table(of: finding, raw: true)
        let named = common.namesFile ? table.naming(file: name, raw: true) : table
        lines += named.lines(header: lines.isEmpty)
    }

    func finish() async throws -> Exit {
        if let path = plan.sheet, !lines.isEmpty {
            let bytes: [UInt8]
            do throws(SheetError) {
                bytes = try SheetWriter.xlsx(lines, name: "rack")
            } catch {
                throw Problem(error)
            }
            try AtomicFile.replace(path, with: bytes)
            if common.isTalkative { await console.note("\(printable(path)): written") }
        }
        return try await common.finish()
    }

    private mutating func explain(_ outcome: RackOutcome) async {
        await common.explain(outcome)
        guard !plan.run.isQuiet, let rack = outcome.value?.rack else { return }
        let name = printable(outcome.input.name)
        if rack.vials.isEmpty, rack.outside.isEmpty {
            await console.error("\(name): no code was found; go closer, focus, or add light")
        }
        // Of damage the report of all photos says more.
        for warning in rack.warnings where warning.kind != .damagedPhoto {
            await console.error("\(name): warning: \(warning.text(in: rack))")
        }
        // What holds for the list as a whole is told once.
        let notes = outcome.value?.comparison?.notes ?? []
        await console.tell(notes.filter { told.insert($0).inserted }, of: name)
        await common.tell(outcome, outcome.summary)
    }
}
