import Espy
import EspyApp
import EspyBase
import EspySystem

/// What the reports of all commands that take photos have in common: the table, and what went wrong.
struct PhotoReport {
    let plan: RunPlan
    let console: Console
    /// Whether names of files are written as they are; see `CSVTable`.
    let raw: Bool
    /// Whether a first column says which photo a line belongs to.
    let namesFile: Bool
    private(set) var exit = Exit.complete
    private var hasHeader = false
    /// The lines for a CSV file that holds all inputs.
    private var collected = ""

    /// - Parameter namesFile: nil for where there are several photos.
    init(plan: RunPlan, console: Console, raw: Bool = false, namesFile: Bool? = nil) {
        self.plan = plan
        self.console = console
        self.raw = raw
        self.namesFile = namesFile ?? plan.isSeveral
    }

    /// Takes note of how one input ended.
    mutating func add(_ exit: Exit) { self.exit = self.exit.worse(exit) }

    /// The lines of one input, under the header that belongs there.
    private mutating func lines(of table: CSVTable, _ name: String) -> String {
        defer { hasHeader = true }
        return (namesFile ? table.naming(file: name, raw: raw) : table).text(header: !hasHeader)
    }

    /// Gives the answer for one input: an object, or a table on standard output or in a file.
    mutating func answer<Value>(
        _ outcome: PhotoOutcome<Value>, table: (Value) -> CSVTable, json: (Value, String) -> some Encodable
    ) async throws {
        let name = outcome.input.name
        let isTold = try await tellJSON(outcome, json)
        guard let value = outcome.value else { return }
        collect(table(value), name)
        if plan.csv == nil, !isTold { try await console.answer(lines(of: table(value), name)) }
    }

    /// Gives the answer for one input as an object, where that is asked for: on standard output, or in a file.
    /// - Returns: whether it was asked for.
    func tellJSON<Value>(
        _ outcome: PhotoOutcome<Value>, _ json: (Value, String) -> some Encodable
    ) async throws -> Bool {
        let name = outcome.input.name
        if let results = plan.results {
            // What has an error is tried again by the next run.
            guard outcome.value != nil, outcome.problem == nil else { return true }
            try results.write(try outcome.json { json($0, name) }, for: outcome.input)
        } else if plan.json {
            try await console.answer(try outcome.json { json($0, name) })
        }
        return plan.results != nil || plan.json
    }

    /// Puts the lines of one input into the file for all, if there is one.
    mutating func collect(_ table: @autoclosure () -> CSVTable, _ name: String) {
        if case .file = plan.csv { collected += lines(of: table(), name) }
    }

    /// Writes what had to wait for the last input.
    func finish() async throws -> Exit {
        if plan.done > 0, isTalkative { await console.note("\(plan.done) had their results already") }
        // Nothing was read: a table that is there already is worth more than an empty one.
        guard case .file(let path) = plan.csv, hasHeader else { return exit }
        try AtomicFile.replace(path, with: Array(collected.utf8))
        if isTalkative { await console.note("\(printable(path)): written") }
        return exit
    }

    var isTalkative: Bool { plan.isTalkative(console) }

    /// Says what went wrong with one input.
    func explain<Value>(_ outcome: PhotoOutcome<Value>) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem { await console.error("\(name): \(problem.message)") }
        if let error = outcome.writeError { await console.error("\(printable(error.path)): \(error.text)") }
        if let problem = outcome.unkept { await console.error("\(name): not kept in the history: \(problem.message)") }
        guard outcome.value != nil, !plan.isQuiet else { return }
        for note in outcome.source.notes(isChosen: outcome.input.page != nil, canChoose: plan.takesPages) {
            await console.error("\(name): \(note)")
        }
    }

    /// Says what came of one input, for those who want to hear it.
    func tell<Value>(_ outcome: PhotoOutcome<Value>, _ summary: String?) async {
        guard isTalkative else { return }
        if let summary { await console.note("\(printable(outcome.input.name)): \(summary)") }
        for file in outcome.files { await console.note("\(printable(file)): written") }
    }
}
