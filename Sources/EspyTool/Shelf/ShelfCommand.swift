import Espy
import EspyHTTP
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
            Flags.filmRate,
        ] + Flags.inputLists + [
            Flags.json, Flags.shelfCSV, Flags.output, Flags.threads, Flags.maxMemory, Flags.history, Flags.progress,
            Flags.config, Flags.quiet, Flags.verbose, Flags.help,
        ],
        settings: Flags.shelfSettings,
        examples: [
            Example("espy shelf books.jpg -o outlined.jpg", "a table of the spines, and a photo with their outlines"),
            Example("espy shelf living-room/ --csv spines.csv", "a folder of photos, one table"),
            Example("espy shelf books.jpg --catalog mine.csv --json", "which of your books they are"),
            Example("espy shelf walk.mp4 --csv shelf.csv", "a video along a shelf, one table of all its books"),
            Example("espy shelf --json *.jpg | jq '.spines | length'", "how many books each photo shows"),
        ],
        listsExitCodes: true
    ) { try await ShelfCommand($0).run() }
}

/// `espy shelf`: photos and films of bookshelves in, outlined and read spines out.
struct ShelfCommand {
    private let context: CommandContext
    private let settings: Settings
    private let plan: ShelfPlan

    init(_ context: CommandContext) throws {
        self.context = context
        settings = try Settings(context.invocation, context.surroundings)
        plan = try ShelfPlan(context.invocation, settings, context.surroundings)
    }

    func run() async throws -> Exit {
        let detectors = try await SpineDetectors.load(settings, context.surroundings)
        await tell(detectors)
        guard let text = await spineReader() else { return .failed }
        let session = TelemetrySession(context, detectors.detection)
        let detector = detectors.detector(confidence: plan.options.confidence) { session.record($0) }
        let exit = try await read(
            with: ShelfReader(
                options: plan.options, detector: detector, barcodes: BarcodeReader(), regions: TextFinder(),
                text: text.photos, clock: ContinuousClock()),
            {
                FilmJob(
                    plan: plan, surroundings: context.surroundings, console: context.console, path: $0,
                    detector: detectors.detector(confidence: plan.options.confidence, effort: .quick) {
                        session.record($0)
                    }, text: text.frames, observe: session.record)
            },
            session)
        if let told = await session.close(), !plan.run.isQuiet { await context.console.note(told) }
        return exit
    }

    private func read(
        with reader: ShelfReader, _ film: (String) -> FilmJob, _ session: TelemetrySession
    ) async throws -> Exit {
        var report = ShelfReport(plan: plan, console: context.console)
        let (plan, surroundings) = (plan, context.surroundings)
        let threads = plan.run.threads > 0 ? plan.run.threads : surroundings.processors
        for inputs in Self.runs(of: plan.run.inputs) {
            if case .file(let path)? = inputs.first, FilmSource.isFilm(inputs[0]) {
                try await report.add(try await film(path).run())
                continue
            }
            let some = plan.run.limited(to: inputs)
            let batch = BatchRun(plan: some, threads: threads, console: context.console) { input, tell in
                try await ShelfJob(plan: plan, surroundings: surroundings, input: input, reader: reader).run {
                    tell(.init($0))
                }
            }
            try await batch.run {
                if let shelf = $0.value?.shelf { session.record(shelf) }
                try await report.add($0)
            }
        }
        return try await report.finish()
    }

    private struct Loaded {
        var photos: (any SpineReader)?
        var frames: (any SpineReader)?
    }

    /// What reads the spines. Without it they are outlined all the same; a list that cannot be used ends the run.
    private func spineReader() async -> Loaded? {
        let catalogue: Catalogue?
        do throws(Problem) {
            catalogue = try plan.text.catalogue()
        } catch {
            await context.console.error("\(printable(plan.text.catalogueFile ?? "")): \(error.message)")
            return nil
        }
        do throws(TextError) {
            guard let engines = try plan.text.engines() else { return Loaded() }
            if let note = engines.note, !plan.run.isQuiet { await context.console.note("espy: \(note)") }
            return Loaded(
                photos: plan.text.reader(engines, catalogue), frames: plan.text.reader(engines, catalogue, isLive: true)
            )
        } catch {
            if !plan.run.isQuiet { await context.console.note("espy: spines are not read: \(Problem(error).message)") }
            return Loaded()
        }
    }

    /// Who asked for something is told why it is not so. Others are told when they want to hear more.
    private func tell(_ detectors: SpineDetectors) async {
        guard let note = detectors.note, !plan.run.isQuiet else { return }
        if settings.spineChoice != nil || plan.run.isTalkative(context.console) { await context.console.note(note) }
    }

    /// Films one by one, since one takes all processors; the photos between them together.
    private static func runs(of inputs: [PhotoInput]) -> [[PhotoInput]] {
        var runs: [[PhotoInput]] = []
        for input in inputs {
            let isFilm = FilmSource.isFilm(input)
            if !isFilm, let last = runs.last, !FilmSource.isFilm(last[0]) {
                runs[runs.count - 1].append(input)
            } else {
                runs.append([input])
            }
        }
        return runs
    }
}
