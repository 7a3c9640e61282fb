import Espy
import EspyApp
import EspyBase
import EspySystem

/// The common part of reports for all photo commands: tables and errors.
struct PhotoReport {
    let plan: RunPlan
    let console: Console
    /// Whether file names are written unescaped; see `CSVTable`.
    let raw: Bool
    /// Whether the first column names the photo of each line.
    let namesFile: Bool
    private(set) var exit = Exit.complete
    private var hasHeader = false
    /// The lines of a CSV file for all inputs.
    private var collected = ""

    /// - Parameter namesFile: Nil names files if there are several photos.
    init(plan: RunPlan, console: Console, raw: Bool = false, namesFile: Bool? = nil) {
        self.plan = plan
        self.console = console
        self.raw = raw
        self.namesFile = namesFile ?? plan.isSeveral
    }

    /// Records how one input ended.
    mutating func add(_ exit: Exit) { self.exit = self.exit.worse(exit) }

    /// The lines of one input, after the header for the first.
    private mutating func lines(of table: CSVTable, _ name: String) -> String {
        defer { hasHeader = true }
        return (namesFile ? table.naming(file: name, raw: raw) : table).text(header: !hasHeader)
    }

    /// Outputs the result for one input: as JSON, or as a table on standard output or in a file.
    mutating func answer<Value>(
        _ outcome: PhotoOutcome<Value>, table: (Value) -> CSVTable, json: (Value, String) -> some Encodable
    ) async throws {
        let name = outcome.input.name
        let isWritten = try await writeJSON(outcome, json)
        guard let value = outcome.value else { return }
        collect(table(value), name)
        if plan.csv == nil, !isWritten { try await console.answer(lines(of: table(value), name)) }
    }

    /// Outputs the result for one input as JSON if requested, on standard output or to a file.
    /// - Returns: Whether it was requested.
    func writeJSON<Value>(
        _ outcome: PhotoOutcome<Value>, _ json: (Value, String) -> some Encodable
    ) async throws -> Bool {
        let name = outcome.input.name
        if let results = plan.results {
            // A result with an error is not saved, so that the next run tries again.
            guard outcome.value != nil, outcome.problem == nil else { return true }
            try results.write(try outcome.json { json($0, name) }, for: outcome.input)
        } else if plan.json {
            try await console.answer(try outcome.json { json($0, name) })
        }
        return plan.results != nil || plan.json
    }

    /// Adds the lines of one input to the common file, if there is one.
    mutating func collect(_ table: @autoclosure () -> CSVTable, _ name: String) {
        if case .file = plan.csv { collected += lines(of: table(), name) }
    }

    /// Writes the output that needs all inputs.
    func finish() async throws -> Exit {
        if plan.done > 0, isTalkative { await console.note("\(plan.done) already had results") }
        // If nothing was read, keep an existing table.
        guard case .file(let path) = plan.csv, hasHeader else { return exit }
        try AtomicFile.replace(path, with: Array(collected.utf8))
        if isTalkative { await console.note("\(printable(path)): written") }
        return exit
    }

    var isTalkative: Bool { plan.isTalkative(console) }

    /// Prints the errors of one input.
    func explain<Value>(_ outcome: PhotoOutcome<Value>) async {
        let name = printable(outcome.input.name)
        if let problem = outcome.problem { await console.error("\(name): \(problem.message)") }
        if let error = outcome.writeError { await console.error("\(printable(error.path)): \(error.text)") }
        if let problem = outcome.unkept { await console.error("\(name): not saved in the history: \(problem.message)") }
        guard outcome.value != nil, !plan.isQuiet else { return }
        for note in outcome.source.notes(isChosen: outcome.input.page != nil, canChoose: plan.takesPages) {
            await console.error("\(name): \(note)")
        }
    }

    /// Prints a summary of one input, if the output is verbose.
    func report<Value>(_ outcome: PhotoOutcome<Value>, _ summary: String?) async {
        guard isTalkative else { return }
        if let summary { await console.note("\(printable(outcome.input.name)): \(summary)") }
        for file in outcome.files { await console.note("\(printable(file)): written") }
    }
}

/// The outcome of one photo.
struct PhotoOutcome<Value: Sendable>: Sendable {
    let input: PhotoInput
    /// The picture of the file that was used.
    var source = PictureSource()
    var value: Value?
    /// Why there is no value, or no annotated photo.
    var problem: Problem?
    /// The value is valid, but a file could not be written.
    var writeError: FileError?
    /// Why it could not be saved to the history.
    var unkept: Problem?
    /// The files that were written.
    var files: [String] = []

    /// - Parameter work: Computes the outcome. Errors that it throws become part of it.
    /// - Throws: Only `CancellationError`.
    init(_ input: PhotoInput, _ work: (inout PhotoOutcome) async throws -> Void) async throws {
        self.input = input
        do {
            try await work(&self)
        } catch let problem as Problem {
            // An error of a pipe that was interrupted is not reported.
            try Task.checkCancellation()
            self.problem = problem
        } catch let error as WriteError {
            writeError = error.error
        }
    }

    /// - Parameter isComplete: Whether the value has nothing missing.
    func exit(_ isComplete: (Value) -> Bool) -> Exit {
        if problem != nil || writeError != nil { return .failed }
        return value.map(isComplete) == true && unkept == nil ? .complete : .incomplete
    }

    /// One JSON object: the result, or the error.
    func json(_ answer: (Value) -> some Encodable) throws -> String {
        let problem = problem ?? writeError.map { Problem($0) }
        return try JSONText.line(OutcomeJSON(file: input.name, answer: value.map(answer), error: problem))
    }
}

/// A result with the name of its input.
struct OutcomeJSON<Answer: Encodable>: Encodable {
    let file: String
    let answer: Answer?
    let error: Problem?

    private enum Key: String, CodingKey { case file, error }

    func encode(to encoder: any Encoder) throws {
        try answer?.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(file, forKey: .file)
        try box.encodeIfPresent(error, forKey: .error)
    }
}

extension OutcomeJSON: Sendable where Answer: Sendable {}
