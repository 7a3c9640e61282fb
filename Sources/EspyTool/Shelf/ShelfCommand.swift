import Espy
import EspyApp
import EspyText

extension Command {
    static let shelf = Command(
        "shelf", "outline and read the books in a photo or video of a bookshelf",
        details: [
            """
            Finds the spine of every book on a shelf, including thin and leaning ones, in one or more rows. All \
            positions are in pixels of the upright photo; rows and positions count from 0, from the top left.
            """,
            """
            Text on the spines and ISBN barcodes are read, too. textConfidence is the probability that the words are \
            right, and state says whether to check the spine: read, doubtful or illegible. A text is doubtful below \
            0.7, or with too many words that are in no dictionary; Espy knows English, German, Spanish and French. \
            With --catalog, a spine that clearly matches one of your books gets its title, author and ISBN in --json, \
            and its ISBN in the table, and counts as read.
            """,
            """
            Standard output is CSV: id,row,position,x,y,quad,confidence,text,textConfidence,isbn,state,callNumber, one line per \
            spine. x and y are its center; quad has its corners clockwise from the top left. With several inputs, the \
            first column, file, names the photo. --json writes objects instead, and adds barcodes and the time taken.
            """,
            """
            In a video, each book keeps its number from frame to frame, and all books form one long shelf with one \
            line per book. --json writes an object for each processed frame, then one with the books. Videos need \
            ffmpeg, except uncompressed ones (.y4m).
            """,
            """
            An input that cannot be read is reported on standard error, and the others are still processed. Results \
            keep the order of the inputs. A file named with -o or --csv is replaced; files that Espy names itself \
            never replace others.
            """,
        ],
        operands: Operands(
            "FILE", count: 1...Int.max, kind: .file, substitute: Flags.filesFrom.name,
            help: """
                A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, a video (MP4, MOV, MKV, WebM, AVI, Y4M), \
                or - for a photo on standard input.
                """),
        flags: [
            Flags.spineText, Flags.textLanguage, Flags.catalog, Flags.shelfPlace, Flags.json, Flags.shelfCSV,
            Flags.bookTable, Flags.output, Flags.quiet, Flags.verbose, Flags.help, Flags.helpAll,
        ],
        groups: [
            FlagGroup("Spines", [Flags.spineDetector, Flags.spineConfidence]),
            FlagGroup("Input and output", [Flags.videoRate, Flags.page, Flags.encoding] + Flags.inputLists),
            FlagGroup("Running", Flags.running),
        ],
        settings: Flags.shelfSettings,
        examples: [
            Example("espy shelf books.jpg -o outlined.jpg", "list the spines, and outline them on the photo"),
            Example("espy shelf living-room/ --csv spines.csv", "read a folder of photos into one table"),
            Example("espy shelf books.jpg --catalog mine.csv --json", "identify your books"),
            Example(
                "espy shelf books.jpg --catalog mine.csv --table goodreads --csv import.csv",
                """
                write a file for import
                """),
            Example("espy shelf study/ --place \"Study / Case 2\"", "save a place, for espy shelf books"),
            Example("espy shelf walk.mp4 --csv shelf.csv", "list the books in a video of a shelf"),
            Example("espy shelf --json *.jpg | jq '.spines | length'", "print the number of books in each photo"),
        ],
        listsExitCodes: true
    ) { try await ShelfCommand($0).run() }
}

/// `espy shelf`: outlines and reads spines on photos and videos of bookshelves.
private struct ShelfCommand {
    private let context: CommandContext
    private let settings: Settings
    private let plan: ShelfPlan

    init(_ context: CommandContext) throws {
        self.context = context
        settings = try Settings(context.invocation, context.process)
        plan = try ShelfPlan(context.invocation, settings, context.process)
    }

    func run() async throws -> Exit {
        var report = ShelfReport(plan: plan, console: context.console)
        let isDone = try await ShelfRun(context: context, settings: settings, plan: plan).run {
            try await report.add($0)
        }
        return isDone ? try await report.finish() : .failed
    }
}

/// Flags for reading shelves.
extension Flags {
    package static let spineConfidence = Flag("min-confidence", .spineConfidence)
    package static let spineText = Flag("text", .spineText)
    package static let textLanguage = Flag("language", .textLanguage)
    package static let catalog = Flag("catalog", .catalog)
    package static let shelfPlace = Flag(
        "place",
        value: FlagValue(
            "PLACE",
            .text(
                expected: "names from the room down, such as \"Study / Case 2 / Shelf 3\"", hints: ["Study / Case 2"],
                check: { ShelfPlace($0) != nil })),
        help: """
            Place of these shelves, starting with the room and separated by slashes: "Study / Case 2 / Shelf 3". Saved \
            with the results, for “espy shelf books”.
            """)
    package static let bookTable = Flag(
        "table", value: FlagValue("FORM", .choice(BookTableForm.allCases.map(\.rawValue))),
        help: """
            Write the books in the format of a catalog instead, one table for all inputs: title, author and ISBN as \
            text, for books of --catalog and books whose text or barcode is certain.
            """)
    package static let shelfCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets NAME.spines.csv for each input; existing \
            files in it are never replaced.
            """)

    package static let videoRate = Flag("rate", .videoRate)

    /// In the order of the help.
    package static let shelfSettings =
        [spineConfidence, spineText, textLanguage, catalog, videoRate] + detectorSettings
}

/// Flags for choosing the spine detector.
extension Flags {
    package static let spineDetector = Flag("detector", .spineDetector)
    package static let spineRollout = Flag("rollout", .spineRollout)
    package static let trainedOff = Flag("trained-off", .trainedOff)
    /// In the order of the help.
    package static let detectorSettings = [spineDetector, spineRollout, trainedOff]
}
