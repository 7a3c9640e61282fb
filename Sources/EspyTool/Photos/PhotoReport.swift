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
        if plan.done > 0, isTalkative { await console.note("\(plan.done) already had results") }
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
        if let problem = outcome.unkept { await console.error("\(name): not saved in the history: \(problem.message)") }
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

/// What became of one photo.
struct PhotoOutcome<Value: Sendable>: Sendable {
    let input: PhotoInput
    /// Which picture of its file was looked at.
    var source = PictureSource()
    var value: Value?
    /// Why there is no value, or no picture of it.
    var problem: Problem?
    /// The value is there, but a file could not be written.
    var writeError: FileError?
    /// Why it is not in the history although it should be.
    var unkept: Problem?
    /// Files that were written.
    var files: [String] = []

    /// - Parameter work: fills it in. What it throws becomes part of the outcome.
    /// - Throws: only `CancellationError`.
    init(_ input: PhotoInput, _ work: (inout PhotoOutcome) async throws -> Void) async throws {
        self.input = input
        do {
            try await work(&self)
        } catch let problem as Problem {
            // A pipe that was given up because of an interrupt has nothing wrong with it.
            try Task.checkCancellation()
            self.problem = problem
        } catch let error as WriteError {
            writeError = error.error
        }
    }

    /// - Parameter isComplete: whether the value is all that can be wished for.
    func exit(_ isComplete: (Value) -> Bool) -> Exit {
        if problem != nil || writeError != nil { return .failed }
        return value.map(isComplete) == true && unkept == nil ? .complete : .incomplete
    }

    /// One object: the answer, or the reason why there is none.
    func json(_ answer: (Value) -> some Encodable) throws -> String {
        let problem = problem ?? writeError.map { Problem($0) }
        return try JSONText.line(OutcomeJSON(file: input.name, answer: value.map(answer), error: problem))
    }
}

/// An answer with the name of its input.
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
