import Espy
import EspyApp
import EspyText

extension Command {
    static let shelf = Command(
        "shelf", "outline and read the books in a photo or video of a bookshelf",
        details: [
            """
            Finds the spine of every book that stands on a shelf, also of thin and leaning ones and of several rows. \
            All positions are pixels of the upright photo; rows and positions count from 0, from the top and from the \
            left.
            """,
            """
            What is printed on the spines is read with Tesseract, and bar codes as well. textConfidence says how likely \
            the words are right: below 0.7 look at the spine yourself. With --catalog, a spine that clearly says one of \
            your books gets its title, author and ISBN in --json, and its ISBN in the table.
            """,
            """
            Standard output is CSV: id,row,position,x,y,quad,confidence,text,textConfidence,isbn, one line for each \
            spine, where x and y are its center and quad its corners from the top left one on, clockwise. With several \
            inputs a first column, file, says which photo a line belongs to. --json writes the same as objects, with \
            the bar codes and the time it took.
            """,
            """
            A video is followed from frame to frame, so that a book keeps its number, and all books that were seen \
            become one long shelf: a line for each, where it was seen best. --json writes an object for each frame \
            that was looked at, and at the end one with the books. Videos are read by ffmpeg where that is installed; \
            uncompressed ones (.y4m) without it.
            """,
            """
            A bad input gives one line on standard error, and the others are still read. Results come in the order \
            of the inputs. A file named with -o or --csv is replaced; a file that Espy names itself never replaces \
            another.
            """,
        ],
        operands: Operands(
            "FILE", count: 1...Int.max, kind: .file, substitute: Flags.filesFrom.name,
            help: """
                A photo (JPEG, PNG, HEIC, AVIF or WebP), a folder of photos, a video (MP4, MOV, MKV, WebM, AVI, Y4M), \
                or - for a photo on standard input.
                """),
        flags: [
            Flags.spineDetector, Flags.spineConfidence, Flags.spineText, Flags.textLanguage, Flags.catalogue,
            Flags.encoding, Flags.shelfPlace, Flags.filmRate, Flags.page,
        ] + Flags.inputLists + [
            Flags.json, Flags.shelfCSV, Flags.bookTable, Flags.output, Flags.threads, Flags.maxMemory, Flags.history,
            Flags.progress, Flags.config, Flags.quiet, Flags.verbose, Flags.help,
        ],
        settings: Flags.shelfSettings,
        examples: [
            Example("espy shelf books.jpg -o outlined.jpg", "a table of the spines, and a photo with their outlines"),
            Example("espy shelf living-room/ --csv spines.csv", "a folder of photos, one table"),
            Example("espy shelf books.jpg --catalog mine.csv --json", "which of your books they are"),
            Example("espy shelf books.jpg --catalog mine.csv --table goodreads --csv import.csv", "a file to import"),
            Example("espy shelf study/ --place \"Study / Case 2\"", "photos of one place, for espy shelf books"),
            Example("espy shelf walk.mp4 --csv shelf.csv", "a video along a shelf, one table of all its books"),
            Example("espy shelf --json *.jpg | jq '.spines | length'", "how many books each photo shows"),
        ],
        listsExitCodes: true
    ) { try await ShelfCommand($0).run() }
}

/// `espy shelf`: photos and films of bookshelves in, outlined and read spines out.
private struct ShelfCommand {
    private let context: CommandContext
    private let settings: Settings
    private let plan: ShelfPlan

    init(_ context: CommandContext) throws {
        self.context = context
        settings = try Settings(context.invocation, context.surroundings)
        plan = try ShelfPlan(context.invocation, settings, context.surroundings)
    }

    func run() async throws -> Exit {
        var report = ShelfReport(plan: plan, console: context.console)
        let isDone = try await ShelfRun(context: context, settings: settings, plan: plan).run {
            try await report.add($0)
        }
        return isDone ? try await report.finish() : .failed
    }
}

/// Flags of reading shelves.
extension Flags {
    package static let spineConfidence = Flag("min-confidence", .spineConfidence)
    package static let spineText = Flag("text", .spineText)
    package static let textLanguage = Flag("language", .textLanguage)
    package static let catalogue = Flag("catalog", .catalogue)
    package static let shelfPlace = Flag(
        "place",
        value: FlagValue(
            "PLACE",
            .text(
                expected: "names from the room down, such as \"Study / Case 2 / Shelf 3\"", hints: ["Study / Case 2"],
                check: { ShelfPlace($0) != nil })),
        help: """
            Where the shelves of these photos stand, from the room down, with slashes: "Study / Case 2 / Shelf 3". It is kept \
            with the results; “espy shelf books” finds by it.
            """)
    package static let bookTable = Flag(
        "table", value: FlagValue("FORM", .choice(BookTableForm.allCases.map(\.rawValue))),
        help: """
            Write the books in the form of a catalogue instead, one table for all inputs: title, author and ISBN as text, of \
            books of --catalog and of those whose text or bar code was read surely.
            """)
    package static let shelfCSV = csv(
        help: """
            Write the CSV to FILE instead of standard output. A folder gets one NAME.spines.csv for each input, and no \
            file there is ever replaced.
            """)

    package static let filmRate = Flag("rate", .filmRate)

    /// In the order of the help.
    package static let shelfSettings =
        [spineConfidence, spineText, textLanguage, catalogue, filmRate] + detectorSettings
}

/// Flags of choosing what finds the spines.
extension Flags {
    package static let spineDetector = Flag("detector", .spineDetector)
    package static let spineRollout = Flag("rollout", .spineRollout)
    package static let trainedOff = Flag("trained-off", .trainedOff)
    /// In the order of the help.
    package static let detectorSettings = [spineDetector, spineRollout, trainedOff]
}
