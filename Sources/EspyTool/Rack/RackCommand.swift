import EspyApp

extension Command {
    static let rack = Command(
        "rack", "read a photo of a box of vials into rows and columns",
        details: [
            """
            Finds the DataMatrix code on every cap, reads it, and works out its row and column in the box. \
            Rows and columns count from 0, from the top left corner.
            """,
            """
            Standard output is CSV: value,x,y,rect,row,col, one line for each vial, row by row. With several inputs \
            a first column, file, says which photo a line belongs to. --json also tells the empty cells, the caps \
            without a code, and the vials that could not be read.
            """,
            """
            --table writes every position of the box instead, by the name of its well, in the form that a LIMS takes; \
            --columns, --words, --order, --separator and --header change it. Codes that form no rows and columns get \
            no well.
            """,
            """
            A file with several pictures, such as the pages of a scan, is read as --page says; a line tells when some are \
            left out. Of a damaged photo what shows is read, and the result is not complete.
            """,
            """
            A bad input gives one line on standard error, and the others are still read. Results come in the order \
            of the inputs. A file named with -o or --csv is replaced; a file that Espy names itself never replaces \
            another.
            """,
        ],
        operands: .photos,
        flags: [Flags.grid, Flags.maxDimension, Flags.page] + Flags.rackPlacing + Flags.rackTables
            + Flags.rackComparing + Flags.inputLists + [
                Flags.json, Flags.rackCSV, Flags.raw, Flags.output, Flags.threads, Flags.maxMemory, Flags.history,
                Flags.progress, Flags.config, Flags.quiet, Flags.verbose, Flags.help,
            ],
        settings: Flags.rackSettings,
        examples: [
            Example("espy rack box.jpg --grid 9x9 > vials.csv", "one box, as a table"),
            Example("espy rack box.jpg -o checked.jpg", "also draw what was read onto the photo"),
            Example("espy rack monday/ --csv tables/ -o checked/", "a folder of photos, a CSV and a photo for each"),
            Example("espy rack box.jpg --container 96 --table limber > upload.csv", "every well, for a LIMS"),
            Example("espy rack box.jpg --expect manifest.csv", "what is moved, missing or new"),
            Example("espy rack --json *.jpg | jq -r '.vials[].value'", "JSON Lines for a script"),
        ],
        listsExitCodes: true
    ) { try await RackCommand($0).run() }
}

/// `espy rack`: photos of boxes in, tables out.
private struct RackCommand {
    private let context: CommandContext
    private let plan: RackPlan

    init(_ context: CommandContext) throws {
        self.context = context
        plan = try RackPlan(context.invocation, context.surroundings)
    }

    func run() async throws -> Exit {
        var report = RackReport(plan: plan, console: context.console)
        let (plan, surroundings) = (plan, context.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : surroundings.processors
        let batch = BatchRun(plan: plan.run, threads: threads, console: context.console) { input, tell in
            try await RackJob(plan: plan, surroundings: surroundings, input: input).run { tell(.init($0)) }
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
            Write the CSV to FILE instead of standard output. A folder gets one vials_DATE_TIME.csv for each \
            input, and no file there is ever replaced.
            """)

    /// Those that are settings, too.
    package static let rackSettings = [grid, maxDimension, raw]
}

/// Flags of comparing boxes.
extension Flags {
    package static let expect = Flag(
        "expect", value: FlagValue("LIST", .file),
        help: """
            Compare the box with LIST, CSV or XLSX with a well and a code in each line, and write the differences in \
            place of the table: moved, missing, new, twice, elsewhere, unread. Any of them is exit code 1.
            """)
    package static let compare = Flag(
        "compare",
        value: FlagValue(
            "BOX", .text(expected: "last, the code of a box, or the ID of an entry", hints: ["last"]) { !$0.isEmpty }),
        help: """
            Compare the box with what the history says of it (last), of another one (its code), or with an entry (its \
            ID), as --expect does.
            """)

    /// In the order of the help.
    static let rackComparing = [expect, encoding, compare]
}
