import Espy
import EspyApp
import EspyBase
import EspySystem

/// The validated arguments of `espy rack`.
struct RackPlan: Sendable {
    let run: RunPlan
    let task: RackTask
    let raw: Bool
    let history: HistoryRecorder
    /// The form of the table; nil for the plain table of codes.
    let form: RackTableForm?
    /// The path of the XLSX table.
    let sheet: String?
    /// The reference for a comparison.
    let reference: RackReferenceFlags?
    /// The start of the run, formatted for tables.
    let date: String

    /// - Parameters:
    ///   - history: Overrides the settings for the history; nil uses them.
    ///   - writesEach: Whether each photo gets its own table anyway.
    init(
        _ invocation: Invocation, _ process: ProcessEnvironment, history: HistoryRecorder? = nil,
        writesEach: Bool = false
    ) throws {
        let settings = try Settings(invocation, process)
        run = try RunPlan(invocation, settings, process)
        let options = try settings.rackOptions(invocation, process)
        raw = settings.isOn(.raw)
        self.history = history ?? HistoryRecorder(settings, process.environment)
        form = try RackTableForm(invocation)
        sheet = invocation.value(Flags.sheet)
        reference = try RackReferenceFlags(invocation, options)
        let rackID = invocation.value(Flags.rackID)
        task = RackTask(
            options: options, rackID: rackID,
            // The plain table of codes does not need the rack's own code.
            readsBoxCode: rackID == nil && (form != nil || reference != nil), reference: reference?.reference,
            findsA1: invocation.value(Flags.a1) == "auto")
        date = Timestamp.second(process.now())
        try check(writesEach: writesEach)
    }

    private func check(writesEach: Bool) throws(UsageError) {
        func fail(_ text: String) throws(UsageError) -> Never { throw UsageError(text, command: run.command) }
        if task.rackID != nil, run.isSeveral { try fail("--rack-id needs a single photo") }
        if task.findsA1, reference == nil {
            try fail("--a1 auto needs something to compare with; see --expect and --compare")
        }
        if reference != nil, form != nil {
            try fail("a comparison writes its own table; leave out --table and --columns")
        }
        if let sheet {
            if run.csv != nil { try fail("--csv and --xlsx: choose one") }
            if Files.isFolder(sheet) || sheet.hasSuffix("/") { try fail("--xlsx needs the name of a file") }
            for input in run.inputs.compactMap(\.path) where Files.same(input, sheet) {
                try fail("\(quoted(sheet)) is an input file; choose another name")
            }
        }
        // A common table without a column for the rack would mix the lines of several racks.
        if let form, run.isSeveral, !writesEach, !form.namesRack, !run.json, run.results == nil {
            if case .folder = run.csv { return }
            try fail("this table has no column for the box; write one file per box with --csv FOLDER/")
        }
    }

    func table(of finding: RackFinding, raw isRaw: Bool? = nil) -> CSVTable {
        let raw = isRaw ?? raw
        if let comparison = finding.comparison { return comparison.table(of: finding.rack, raw: raw) }
        guard let form else { return finding.rack.table(raw: raw) }
        return finding.rack.table(form, date: date, raw: raw)
    }
}

/// The reference for a comparison, from flags.
struct RackReferenceFlags: Sendable {
    let reference: RackReference
    /// The name of the list.
    private let name: String

    /// - Returns: nil if there is no comparison.
    init?(_ invocation: Invocation, _ options: RackOptions) throws {
        let (path, box) = (invocation.value(Flags.expect), invocation.value(Flags.compare))
        if path == nil, invocation.encoding != nil {
            throw UsageError("--encoding needs --expect", command: "rack")
        }
        if path != nil, box != nil { throw UsageError("--expect and --compare: choose one", command: "rack") }
        if let path {
            reference = .manifest(try Self.manifest(path, options, invocation.encoding))
            name = printable(path)
        } else if let box {
            reference = box == "last" ? .last : .named(box)
            name = ""
        } else {
            return nil
        }
    }

    private static func manifest(
        _ path: String, _ options: RackOptions, _ encoding: TextEncoding?
    ) throws(Problem) -> RackManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: RackManifest.mostBytes)
        } catch {
            throw .named(error)
        }
        do throws(RackManifest.FileFailure) {
            return try RackManifest(file: bytes, wells: options.wells, encoding: encoding)
        } catch {
            throw Problem("manifest", "\(printable(path)): \(printable(error.text))")
        }
    }

    /// Describes a missing reference in terms of the flags.
    func problem(_ failure: RackReference.Failure) -> Problem {
        switch failure {
        case .notListed(let id):
            let box = id.map(quoted) ?? "a box without a code of its own (--rack-id)"
            return Problem("manifest", "\(name) does not contain \(box)")
        case .unknownBox:
            return Problem("unknownBox", "no box code found; give it with --rack-id")
        case .noScan(let id): return Problem("unknownBox", "the history has no scan of \(quoted(id)) yet")
        case .nothing(let name):
            return Problem("unknownBox", "the history has no box and no entry \(quoted(name))")
        case .history(let error): return Problem(error)
        }
    }
}
