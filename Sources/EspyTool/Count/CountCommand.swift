import Espy
import EspyApp
import EspySystem

extension Command {
    /// - Parameter engine: Does the counting.
    static func count(with engine: CountEngine) -> Command {
        Command(
            "count", "count things that look alike in a photo",
            details: [
                """
                Finds the things in a photo, groups those that look alike, and counts the largest group, or everything \
                that looks like the example given with --like. All positions are in pixels of the upright photo.
                """,
                """
                Standard output is only the count. With several inputs, it is one line per input with the count, a tab \
                and the file name, then a line with the total; regions are listed before their photo. --json adds the \
                position and confidence of each thing and the other groups; with several inputs, the last object holds \
                the total.
                """,
                """
                The range of a count goes from the count without uncertain things to the count with all of them. \
                --review lists what to check, and -o draws it: counted things in green with numbers, others in blue, \
                uncertain ones dashed.
                """,
                """
                An input that cannot be read is reported on standard error, and the others are still counted. A file \
                named with -o or --csv is replaced; files that Espy names itself never replace others.
                """,
            ],
            operands: .photos,
            flags: [
                Flags.recipe, Flags.like, Flags.unlike, Flags.region, Flags.json, Flags.countCSV, Flags.countOutput,
                Flags.quiet, Flags.verbose, Flags.help, Flags.helpAll,
            ],
            groups: [
                FlagGroup("Regions and sizes", [Flags.exclude] + Flags.regionFlags + Flags.measuring),
                FlagGroup(
                    "What counts",
                    [Flags.group, Flags.merge, Flags.review] + Flags.countSettings + [Flags.reference] + Flags.constants
                        + [Flags.detector, Flags.embedder]),
                FlagGroup("Input and output", [Flags.page] + Flags.inputLists + [Flags.look] + Flags.marks),
                FlagGroup("Running", Flags.running),
            ],
            settings: Flags.countSettings + Flags.modelSettings,
            examples: [
                Example("espy count tray.jpg", "print the number"),
                Example("espy count tray.jpg -o checked.jpg --review", "mark each thing, and list what to check"),
                Example("espy count shelf.jpg --like 120,80,64,64", "count things that look like the one in this box"),
                Example("espy count --recipe tarts *.jpg", "count with a saved recipe; see espy recipe"),
                Example("espy count plate.jpg --region-grid 4x6", "count each well of a plate separately"),
                Example(
                    "espy count coins.jpg --scale 12.3px/mm --min-size 4mm",
                    """
                    measure each coin, and leave out small ones
                    """),
                Example("espy count monday/ --csv things.csv", "count a folder of photos, and write one table"),
                Example("espy count trays/ --coco tarts.json --label tart", "write boxes for another program"),
                Example("espy count trays/ --truth marked.json", "compare the counts with marked photos"),
                Example(
                    "espy count --json *.jpg | jq -r 'select(.file) | [.file, .count] | @tsv'",
                    """
                    print one value per photo
                    """),
            ],
            listsExitCodes: true
        ) { try await CountCommand($0, engine).run() }
    }
}

/// `espy count`: counts things in photos.
private struct CountCommand {
    private let context: CommandContext
    private let engine: CountEngine
    private let plan: CountPlan

    init(_ context: CommandContext, _ engine: CountEngine) throws(UsageError) {
        (self.context, self.engine) = (context, engine)
        plan = try CountPlan(context.invocation, context.process)
    }

    func run() async throws -> Exit {
        let counter = CountService(engine: engine, environment: context.process.environment)
        try await counter.load(for: plan.task)
        var report = CountReport(plan: plan, console: context.console)
        let (plan, process) = (plan, context.process)
        // The models use all processors for one photo; a second photo would only need more memory.
        let batch = BatchRun(plan: plan.run, threads: max(plan.run.threads, 1), console: context.console) {
            input, progress in
            try await CountJob(plan: plan, process: process, input: input, counter: counter).run(progress)
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}

/// The validated arguments of `espy count`.
struct CountPlan: Sendable {
    let run: RunPlan
    let task: CountTask
    let reviews: Bool
    let history: HistoryRecorder
    let marks: CountMarks
    let look: CountAnnotator.Look
    let truth: CountTruth?

    /// - Parameter history: Overrides the settings for the history; nil uses them.
    init(
        _ invocation: Invocation, _ process: ProcessEnvironment, history: HistoryRecorder? = nil
    ) throws(UsageError) {
        let settings = try Settings(invocation, process)
        let recipe = try RecipeChoice(invocation, process)
        let drawn = try RegionLayout(invocation, command: "count")
        let invocation = RegionLayout.marked(recipe.marked(invocation), drawn)
        run = try RunPlan(invocation, settings, process)
        reviews = invocation.isOn(Flags.review)
        self.history = history ?? HistoryRecorder(settings, process.environment)
        marks = try CountMarks(invocation, recipe: recipe.recipes.count == 1 ? recipe.recipes[0] : nil)
        truth = try Self.truth(invocation)
        look = try Self.look(invocation)
        task = try Self.task(invocation, settings, recipe.recipes, drawn)
    }

    private static func task(
        _ invocation: Invocation, _ settings: Settings, _ recipes: [Recipe], _ layout: RegionLayout?
    ) throws(UsageError) -> CountTask {
        let measuring = try Measuring(invocation, command: "count")
        let examples = invocation.all(Flags.like).compactMap(Shape.rect)
        let given = settings.countOptions
        let groups = try groups(invocation)
        var constants = given
        if invocation.isOn(Flags.reference) { constants.pipeline = .reference }
        try constants.takeConstants(invocation, from: given)
        let strict = invocation.isOn(Flags.strict) ? constants : nil
        do throws(Problem) {
            return try CountTask(
                settings: given, models: settings.countModels, recipes: recipes, layout: layout, groups: groups
            ) { options in
                if invocation.isOn(Flags.reference) { options.pipeline = .reference }
                options.constants = constants.constants
                if let strict {
                    (options.confidence, options.similarity) = (strict.confidence, strict.similarity)
                    (options.filtersSize, options.filtersAspect) = (strict.filtersSize, strict.filtersAspect)
                }
                if invocation.value(Flags.similarity) != nil { options.similarity = given.similarity }
                if invocation.value(Flags.border) != nil { options.border = given.border }
                options.like = examples.first
                options.alsoLike = Array(examples.dropFirst())
                options.unlike = invocation.all(Flags.unlike).compactMap(Shape.rect)
                options.measuring = measuring
                options.region = invocation.value(Flags.region).flatMap(Shape.polygon)
                options.exclusions = invocation.all(Flags.exclude).compactMap(Shape.polygon)
            }
        } catch {
            throw UsageError(error.message, command: "count")
        }
    }

    private static func truth(_ invocation: Invocation) throws(UsageError) -> CountTruth? {
        guard let path = invocation.value(Flags.countTruth) else { return nil }
        do throws(Problem) {
            return try CountTruth(path)
        } catch {
            throw UsageError("--truth: \(error.message)", command: "count")
        }
    }

    private static func look(_ invocation: Invocation) throws(UsageError) -> CountAnnotator.Look {
        guard let look = invocation.value(Flags.look).flatMap(CountAnnotator.Look.init) else { return .numbers }
        guard invocation.value(Flags.countOutput) != nil else {
            throw UsageError("--marks needs -o FILE, the picture to draw them on", command: "count")
        }
        return look
    }

    private static func groups(_ invocation: Invocation) throws(UsageError) -> [Int] {
        let merged = invocation.value(Flags.merge).flatMap(Shape.integers) ?? []
        guard let group = invocation.value(Flags.group).flatMap({ Int($0) }) else { return merged }
        guard merged.isEmpty else {
            throw UsageError("--group and --merge both say what to count; choose one", command: "count")
        }
        return [group]
    }
}

/// The recipes on the command line.
private struct RecipeChoice {
    let recipes: [Recipe]

    init(_ invocation: Invocation, _ process: ProcessEnvironment) throws(UsageError) {
        let names = invocation.all(Flags.recipe)
        guard !names.isEmpty else {
            recipes = []
            return
        }
        if invocation.isOn(Flags.reference) {
            throw UsageError("--pipeline reference does not support recipes; leave out --recipe", command: "count")
        }
        do throws(Problem) {
            let folder = RecipeFolder(process.environment)
            recipes = try names.map { (name) throws(Problem) in try folder.named(name) }
        } catch {
            throw UsageError(error.message, command: "count")
        }
    }

    /// Replaces recipe names by their contents, so that results from an older version of a recipe are computed again.
    func marked(_ invocation: Invocation) -> Invocation {
        guard !recipes.isEmpty else { return invocation }
        var marked = invocation
        let held = recipes.map { recipe in
            "\(recipe.name) \((try? recipe.bytes()).map { SHA256.hex(of: $0) } ?? "")"
        }
        marked.values[Flags.recipe.name] = held.last
        marked.lists[Flags.recipe.name] = held
        return marked
    }
}

/// Flags of `espy count` for files that other programs read or write.
extension Flags {
    package static let coco = Flag(
        "coco", value: FlagValue("FILE", .path),
        help: "Write the boxes of all photos to FILE as COCO, with the photo names as given.")
    package static let yolo = Flag(
        "yolo", value: FlagValue("FOLDER", .path),
        help: "Write YOLO labels for each photo, NAME.txt, and classes.txt to FOLDER.")
    package static let labelme = Flag(
        "labelme", value: FlagValue("FOLDER", .path),
        help: "Write a LabelMe file for each photo, NAME.json, to FOLDER. Open it next to the photos.")
    package static let imagej = Flag(
        "imagej", value: FlagValue("FOLDER", .path),
        help: "Write ImageJ ROI Manager regions for each photo, NAME.zip, to FOLDER.")
    package static let label = Flag(
        "label", value: FlagValue("NAME", .text(expected: "a name", hints: [], check: { !$0.isEmpty })),
        help: "Label for things in files for other programs. Default: the one in the recipe, or thing.")
    static let countTruth = Flag(
        "truth", value: FlagValue("FILE", .file),
        help: """
            Compare the count with the marks in FILE, and report how many of them were found and how many counted \
            things are right. FILE is COCO, LabelMe, ImageJ (.roi or .zip), Espy's JSON, or a table with the columns x \
            and y, and width and height for boxes. A folder may hold one such file per photo, with the same name.
            """)

    /// In the order of the help.
    static let marks = [coco, yolo, labelme, imagej, label, countTruth]
}

/// The files for other programs that a run writes.
struct CountMarks: Sendable {
    /// One file for all photos.
    let coco: String?
    /// The label of the things.
    let label: String
    private let folders: [(format: MarkFormat, path: String)]

    init(_ invocation: Invocation, recipe: Recipe?) throws(UsageError) {
        coco = invocation.value(Flags.coco)
        label = invocation.value(Flags.label) ?? recipe?.things.one ?? "thing"
        folders = [(.yolo, Flags.yolo), (.labelme, Flags.labelme), (.imagej, Flags.imagej)].compactMap {
            (format: MarkFormat, flag) in invocation.value(flag).map { (format, $0) }
        }
        if coco != nil, invocation.value(Flags.results) != nil {
            throw UsageError(
                "--coco and --results exclude each other; choose one", command: "count")
        }
    }

    /// Writes the files of one photo. Never replaces an existing file: label files are named after their photo, and two
    /// photos with the same name would share them.
    ///
    /// - Returns: The paths.
    func write(_ count: Count, of input: PhotoInput) throws -> [String] {
        try folders.map { format, folder in
            let bytes = try format.bytes(of: count, file: Path.name(of: input.name), name: label)
            let path = Path.join(folder, "\(input.stem).\(format.fileExtension)")
            do throws(FileError) {
                try Files.makeFolder(folder)
                try AtomicFile.create(path, bytes)
            } catch {
                throw WriteError(error: error)
            }
            return path
        }
    }

    /// Writes the file for all photos.
    func finish(_ dataset: CocoDataset) throws -> [String] {
        var files: [String] = []
        if let coco {
            try AtomicFile.replace(coco, with: try dataset.bytes())
            files.append(coco)
        }
        if let folder = folders.first(where: { $0.format == .yolo })?.path, Files.isFolder(folder) {
            let path = Path.join(folder, "classes.txt")
            try AtomicFile.replace(path, with: Array(YoloLabels.classes(name: label).utf8))
            files.append(path)
        }
        return files
    }
}
