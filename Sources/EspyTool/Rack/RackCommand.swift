import EspyApp

extension Command {
    static let rack = Command(
        "rack", "read a photo of a box of vials into rows and columns",
        details: [
            """
            Finds and reads the DataMatrix code on every cap, and works out its row and column in the box. Rows and \
            columns count from 0, from the top left corner.
            """,
            """
            Standard output is CSV: value,x,y,rect,row,col, one line per vial, row by row. With several inputs, the \
            first column, file, names the photo. --json also lists empty cells, caps without a code, and unread vials.
            """,
            """
            --table writes every position of the box by well name, in the format of a LIMS; --columns, --words, \
            --order, --separator and --header change it. Codes that form no rows and columns get no well.
            """,
            """
            From a file with several pages, --page chooses which to read; a note mentions pages that are left out. A \
            damaged photo is read as far as possible, and the result is marked incomplete.
            """,
            """
            An input that cannot be read is reported on standard error, and the others are still processed. Results \
            keep the order of the inputs. A file named with -o or --csv is replaced; files that Espy names itself \
            never replace others.
            """,
        ],
        operands: .photos,
        flags: [
            Flags.grid, Flags.container, Flags.expect, Flags.table, Flags.json, Flags.rackCSV, Flags.output,
            Flags.quiet, Flags.verbose, Flags.help, Flags.helpAll,
        ],
        groups: [
            FlagGroup("The box in the photo", Flags.rackPlacing.filter { $0.name != Flags.container.name }),
            FlagGroup("Tables", Flags.rackTables.filter { $0.name != Flags.table.name }),
            FlagGroup("Comparing", Flags.rackComparing.filter { $0.name != Flags.expect.name }),
            FlagGroup("Input and output", [Flags.page, Flags.maxDimension, Flags.raw] + Flags.inputLists),
            FlagGroup("Running", Flags.running),
        ],
        settings: Flags.rackSettings,
        examples: [
            Example("espy rack box.jpg --grid 9x9 > vials.csv", "read one box into a table"),
            Example("espy rack box.jpg -o checked.jpg", "draw the result on the photo, too"),
            Example("espy rack monday/ --csv tables/ -o checked/", "read a folder; write a CSV and a photo for each"),
            Example("espy rack box.jpg --container 96 --table limber > upload.csv", "write every well, for a LIMS"),
            Example("espy rack box.jpg --expect manifest.csv", "list moved, missing and new vials"),
            Example("espy rack --json *.jpg | jq -r '.vials[].value'", "print only the codes"),
        ],
        listsExitCodes: true
    ) { try await RackCommand($0).run() }
}

/// `espy rack`: reads the codes on photos of racks.
private struct RackCommand {
    private let context: CommandContext
    private let plan: RackPlan

    init(_ context: CommandContext) throws {
        self.context = context
        plan = try RackPlan(context.invocation, context.process)
    }

    func run() async throws -> Exit {
        var report = RackReport(plan: plan, console: context.console)
        let (plan, process) = (plan, context.process)
        let threads = plan.run.threads > 0 ? plan.run.threads : process.processors
        let batch = BatchRun(plan: plan.run, threads: threads, console: context.console) { input, progress in
            try await RackJob(plan: plan, process: process, input: input).run { progress(.init($0)) }
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}

/// Flags of `espy rack`.
extension Flags {
    package static let grid = Flag("grid", .grid)
    package static let maxDimension = Flag("max-dimension", .maxDimension)
    package static let raw = Flag("raw", .raw)
    package static let rackCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets vials_DATE_TIME.csv for each input; \
            existing files in it are never replaced.
            """)

    /// The flags that are also settings.
    package static let rackSettings = [grid, maxDimension, raw]
}

/// Flags for comparing racks.
extension Flags {
    package static let expect = Flag(
        "expect", value: FlagValue("LIST", .file),
        help: """
            Compare the box with LIST, a CSV or XLSX file with a well and a code per line, and write the differences \
            instead of the table: moved, missing, new, twice, elsewhere, unread. Differences give exit code 1.
            """)
    package static let compare = Flag(
        "compare",
        value: FlagValue(
            "BOX", .text(expected: "last, the code of a box, or the ID of an entry", hints: ["last"]) { !$0.isEmpty }),
        help: """
            Compare the box with an earlier result, like --expect: the last one of this box (last), one of another box \
            (its code), or an entry of the history (its ID).
            """)

    /// In the order of the help.
    static let rackComparing = [expect, encoding, compare]
}
