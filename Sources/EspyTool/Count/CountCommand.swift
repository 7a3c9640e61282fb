import Espy
import EspyApp
import EspySystem

extension Command {
    /// - Parameter engine: what counts.
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
            flags: [Flags.recipe, Flags.like, Flags.unlike, Flags.region, Flags.exclude, Flags.page]
                + Flags.regionFlags + Flags.measuring + Flags.countSettings + [
                    Flags.reference, Flags.group, Flags.merge, Flags.detector, Flags.embedder, Flags.review,
                ] + Flags.inputLists + [Flags.json, Flags.countCSV, Flags.countOutput] + Flags.marks + [
                    Flags.threads, Flags.maxMemory, Flags.history,
                    Flags.progress,
                    Flags.config, Flags.quiet, Flags.verbose, Flags.help,
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

/// `espy count`: photos in, numbers out.
private struct CountCommand {
    private let context: CommandContext
    private let engine: CountEngine
    private let plan: CountPlan

    init(_ context: CommandContext, _ engine: CountEngine) throws(UsageError) {
        (self.context, self.engine) = (context, engine)
        plan = try CountPlan(context.invocation, context.surroundings)
    }

    func run() async throws -> Exit {
        let counter = CountService(engine: engine, environment: context.surroundings.environment)
        try await counter.load(for: plan.task)
        var report = CountReport(plan: plan, console: context.console)
        let (plan, surroundings) = (plan, context.surroundings)
        // The models use all processors for one photo; a second photo would only take its memory.
        let batch = BatchRun(plan: plan.run, threads: max(plan.run.threads, 1), console: context.console) {
            input, tell in
            try await CountJob(plan: plan, surroundings: surroundings, input: input, counter: counter).run(tell)
        }
        try await batch.run { try await report.add($0) }
        return try await report.finish()
    }
}

/// What `espy count` was asked to do.
struct CountPlan: Sendable {
    let run: RunPlan
    let task: CountTask
    let reviews: Bool
    let history: HistoryRecorder
    let marks: CountMarks
    let truth: CountTruth?

    /// - Parameter history: nil for what the settings say.
    init(
        _ invocation: Invocation, _ surroundings: Surroundings, history: HistoryRecorder? = nil
    ) throws(UsageError) {
        let settings = try Settings(invocation, surroundings)
        let recipe = try RecipeChoice(invocation, surroundings)
        let drawn = try RegionLayout(invocation, command: "count")
        let invocation = RegionLayout.marked(recipe.marked(invocation), drawn)
        run = try RunPlan(invocation, settings, surroundings)
        reviews = invocation.isOn(Flags.review)
        self.history = history ?? HistoryRecorder(settings, surroundings.environment)
        marks = try CountMarks(invocation, recipe: recipe.recipes.count == 1 ? recipe.recipes[0] : nil)
        truth = try Self.truth(invocation)
        task = try Self.task(invocation, settings, recipe.recipes, drawn)
    }

    private static func task(
        _ invocation: Invocation, _ settings: Settings, _ recipes: [Recipe], _ layout: RegionLayout?
    ) throws(UsageError) -> CountTask {
        let measuring = try Measuring(invocation, command: "count")
        let examples = invocation.all(Flags.like).compactMap(Shape.rect)
        let given = settings.countOptions
        let groups = try groups(invocation)
        do throws(Problem) {
            return try CountTask(
                settings: given, models: settings.countModels, recipes: recipes, layout: layout, groups: groups
            ) { options in
                if invocation.isOn(Flags.reference) { options.pipeline = .reference }
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

    private static func groups(_ invocation: Invocation) throws(UsageError) -> [Int] {
        let merged = invocation.value(Flags.merge).flatMap(Shape.integers) ?? []
        guard let group = invocation.value(Flags.group).flatMap({ Int($0) }) else { return merged }
        guard merged.isEmpty else {
            throw UsageError("--group and --merge both say what to count; choose one", command: "count")
        }
        return [group]
    }
}

/// The recipes that a command was given.
private struct RecipeChoice {
    let recipes: [Recipe]

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        let names = invocation.all(Flags.recipe)
        guard !names.isEmpty else {
            recipes = []
            return
        }
        if invocation.isOn(Flags.reference) {
            throw UsageError("--pipeline reference does not support recipes; leave out --recipe", command: "count")
        }
        do throws(Problem) {
            let folder = RecipeFolder(surroundings.environment)
            recipes = try names.map { (name) throws(Problem) in try folder.named(name) }
        } catch {
            throw UsageError(error.message, command: "count")
        }
    }

    /// With what the recipe holds in place of its name: results that were made by another state of it are made again.
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
