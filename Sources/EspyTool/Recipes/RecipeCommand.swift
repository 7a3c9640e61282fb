import Espy
import EspyApp
import EspyCodecs
import EspyServer
import EspySystem

extension Command {
    /// - Parameter engine: Counts photos again to test a recipe.
    static func recipe(with engine: CountEngine) -> Command {
        Command(
            "recipe", "save examples, and count matching things in other photos",
            details: [
                """
                A recipe has a name, pictures of one or more examples, and counterexamples: things that look similar \
                but should not count. “espy count --recipe NAME” counts the matching things in any photo; a photo \
                without any gives 0.
                """,
                """
                Each recipe is a file in the folder recipes of Espy's data. It holds only pictures, so it keeps \
                working when models change. You can share exported files; import ignores paths and programs in them.
                """,
            ],
            actions: [
                Action("new", "NAME", "PHOTO", says: "Save the things in the boxes of --example under a name."),
                Action("list", says: "List recipes: name, examples, and what the things are called."),
                Action("show", "NAME", says: "Show the contents of a recipe; with -o, draw its examples."),
                Action(
                    "edit", "NAME", "PHOTO", count: 1...2,
                    says: """
                        Change a recipe; new examples are boxes in PHOTO.
                        """),
                Action(
                    "test", "NAME", says: "Recount photos whose results were corrected or confirmed, and compare."),
                Action(
                    "learn", "NAME", "ID", count: 2...Int.max,
                    says: "Add examples from the corrections in these history entries, and adjust the threshold."),
                Action("export", "NAME", "FILE", says: "Write a recipe to a file, to share it."),
                Action("import", "FILE", says: "Add a recipe from a file."),
                Action("delete", "NAME", count: 1...Int.max, says: "Delete recipes."),
            ],
            flags: [
                Flags.recipeExample, Flags.recipeNot, Flags.recipeThings, Flags.recipeName, Flags.recipePicture,
                Flags.jsonReport, Flags.quiet, Flags.help, Flags.helpAll,
            ],
            groups: [
                FlagGroup(
                    "What counts",
                    [
                        Flags.recipeSimilarity, Flags.recipeDistance, Flags.recipeBorder, Flags.forgetThresholds,
                        Flags.dropExample, Flags.dropNot,
                    ]),
                FlagGroup(
                    "Regions and sizes",
                    [
                        Flags.regions, Flags.regionGrid, Flags.within, Flags.dropRegions, Flags.measure, Flags.scale,
                        Flags.ruler, Flags.minSize, Flags.maxSize, Flags.dropSizes,
                    ]),
            ],
            examples: [
                Example(
                    "espy recipe new tarts tray.jpg --example 120,80,64,64 --things tart,tarts",
                    """
                    save a recipe with one example
                    """),
                Example("espy recipe export tarts tarts.recipe", "write a file to share"),
                Example("espy recipe edit tarts other.jpg --not 300,40,60,60", "add a counterexample"),
                Example("espy recipe learn tarts 3f2a", "learn from a corrected count"),
                Example("espy recipe test tarts", "check whether it got better"),
            ]
        ) { try await RecipeCommand(context: $0, engine: engine).run() }
    }
}

/// `espy recipe`: manages named examples.
private struct RecipeCommand {
    let context: CommandContext
    let engine: CountEngine
    private var invocation: Invocation { context.invocation }
    private var folder: RecipeFolder { RecipeFolder(context.process.environment) }

    func run() async throws -> Exit {
        let operands = invocation.operands
        switch invocation.action {
        case "new": return try await make(operands[0], of: operands[1])
        case "show": return try await show(operands[0])
        case "edit": return try await edit(operands[0], with: operands.dropFirst().first)
        case "test": return try await RecipeTrials(context: context, engine: engine).run(try folder.named(operands[0]))
        case "learn":
            return try await RecipeLessons(context: context, engine: engine, folder: folder)
                .run(operands[0], from: Array(operands.dropFirst()))
        case "export": return try await export(operands[0], to: operands[1])
        case "import": return try await take(operands[0])
        case "delete": return try await delete(operands)
        default: return try await list()
        }
    }

    private func make(_ name: String, of photo: String) async throws -> Exit {
        guard !invocation.all(Flags.recipeExample).isEmpty else {
            throw UsageError("a new recipe needs --example, a box around one of the things", command: "recipe")
        }
        let samples = try RecipeSamples(invocation, photo, context.process)
        var recipe = Recipe(name: name, examples: samples.examples, counterexamples: samples.counterexamples)
        try RecipeEdits(invocation).apply(to: &recipe, of: samples.photo)
        try folder.add(recipe)
        await context.note("saved: \(recipe.summary)")
        return .complete
    }

    private func edit(_ name: String, with photo: String?) async throws -> Exit {
        let samples = try photo.map { try RecipeSamples(invocation, $0, context.process) }
        let edits = try RecipeEdits(invocation, before: try folder.named(name).sizes)
        let hasBoxes = !(invocation.all(Flags.recipeExample) + invocation.all(Flags.recipeNot)).isEmpty
        guard hasBoxes ? samples != nil : (samples == nil || edits.isDrawn) else {
            throw UsageError("--example and --not need a PHOTO", command: "recipe")
        }
        let recipe = try folder.change(name) { (recipe) throws(Problem) in
            try edits.drop(from: &recipe)
            recipe.examples += samples?.examples ?? []
            recipe.counterexamples += samples?.counterexamples ?? []
            edits.apply(to: &recipe, of: samples?.photo)
        }
        await context.note("saved: \(recipe.summary)")
        return .complete
    }

    private func list() async throws -> Exit {
        var exit = Exit.complete
        var lines: [String] = []
        for item in try folder.all() {
            switch item {
            case .recipe(let recipe):
                lines.append(
                    invocation.isOn(Flags.jsonReport)
                        ? try JSONText.line(RecipeRow(recipe)) : "\(recipe.summary)\n")
            case .damaged(_, let problem):
                await context.console.error(problem.message)
                exit = .incomplete
            }
        }
        if lines.isEmpty { await context.note("no recipes yet; see espy recipe new") }
        return exit.worse(try await context.answer(lines.joined()))
    }

    private func show(_ name: String) async throws -> Exit {
        let recipe = try folder.named(name)
        if let target = try OutputTarget(invocation.value(Flags.recipePicture), for: "recipe") {
            guard case .file(let path) = target, PhotoFormat(path) != nil else {
                throw UsageError("-o needs the name of a file that ends in .jpg, .jpeg or .png", command: "recipe")
            }
            do {
                let written = try target.write(try RecipeSheet.picture(of: recipe), stem: "recipe")
                await context.note("\(printable(written)): written")
            } catch let error as WriteError { throw error.error }
        }
        let isJSON = invocation.isOn(Flags.jsonReport)
        return try await context.answer(isJSON ? try JSONText.line(RecipeRow(recipe)) : recipe.description)
    }

    private func export(_ name: String, to path: String) async throws -> Exit {
        try AtomicFile.replace(path, with: try folder.named(name).bytes())
        await context.note("\(printable(path)): written")
        return .complete
    }

    private func take(_ path: String) async throws -> Exit {
        let bytes = try Files.read(path, limit: Recipe.mostBytes)
        var recipe: Recipe
        do throws(RecipeError) { recipe = try Recipe(file: bytes).cleaned() } catch {
            throw Problem(error, file: path)
        }
        if let name = invocation.value(Flags.recipeName) { recipe.name = name }
        try folder.add(recipe)
        await context.note("saved: \(recipe.summary)")
        return .complete
    }

    private func delete(_ names: [String]) async throws -> Exit {
        for name in names {
            try folder.delete(name)
            await context.note("deleted \(quoted(name))")
        }
        return .complete
    }
}

/// Flags of `espy recipe`.
extension Flags {
    static let recipeExample = Flag(
        "example", value: Shape.rectValue, isRepeatable: true,
        help: """
            Example of a thing to count: left, top, width and height in pixels of PHOTO. Repeatable, up to 12; three \
            different ones are enough.
            """)
    static let recipeNot = Flag(
        "not", value: Shape.rectValue, isRepeatable: true,
        help: "Counterexample: a thing that looks similar but should not count. Repeatable.")
    static let recipeThings = Flag(
        "things",
        value: FlagValue(
            "WORD[,WORD]",
            .text(expected: "a word, or those for one and several: tart,tarts", hints: []) { words($0) != nil }),
        help: "Name of the things: tarts, or tart,tarts for singular and plural. Default: the name of the recipe.")
    static let recipeDistance = Flag(
        "distance", value: FlagValue("KNOWN", .choice(Recipe.Distance.allCases.map(\.rawValue))),
        help: """
            Camera distance in other photos: same looks for things about as large as the examples; any looks for every \
            size, which takes longer and is wrong more often. Default: any.
            """)
    static let recipeSimilarity = Flag(
        "similarity", value: FlagValue("N", .number(0.5...0.99, or: "auto")),
        help: "How similar things must look, from 0.5 to 0.99, as for espy count; auto uses the best value.")
    static let recipeBorder = Flag(
        "border", value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        help: "How to count things cut by the border, as for espy count: all, half or whole.")
    static let dropSizes = Flag("drop-sizes", help: "Stop measuring: remove the scale and limits.")
    static let dropRegions = Flag("drop-regions", help: "Remove the regions, and count in the whole photo.")
    static let recipeName = Flag(
        "name", value: FlagValue("NAME", .text(expected: "a name", hints: [], check: Recipe.isName)),
        help: "New name: edit renames the recipe; import uses it instead of the name in the file.")
    static let dropExample = Flag(
        "drop-example", value: FlagValue("N", .integer(1...Recipe.mostExamples)), isRepeatable: true,
        help: "Remove the example with this number; show lists the numbers. Repeatable.")
    static let dropNot = Flag(
        "drop-not", value: FlagValue("N", .integer(1...Recipe.mostExamples)), isRepeatable: true,
        help: "Remove the counterexample with this number. Repeatable.")
    static let forgetThresholds = Flag(
        "forget-thresholds", formerly: "drop-cuts",
        help: "Forget the confidence thresholds learned from checked photos; learn sets them again.")
    static let recipePicture = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: """
            Write a picture of all examples to FILE, as JPEG or PNG by its extension: examples in green, \
            counterexamples in red.
            """)

    /// `tarts` or `tart,tarts`
    static func words(_ text: String) -> Recipe.Words? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), parts.allSatisfy(Recipe.isName) else { return nil }
        return parts.count == 2 ? Recipe.Words(parts[1], one: parts[0]) : Recipe.Words(parts[0])
    }
}

/// The things in boxes that the user has drawn.
private struct RecipeSamples {
    let examples: [Recipe.Sample]
    let counterexamples: [Recipe.Sample]
    /// The photo with the boxes.
    let photo: CountPhoto

    init(_ invocation: Invocation, _ file: String, _ process: ProcessEnvironment) throws {
        let input: PhotoInput = file == "-" ? .standardInput : .file(file)
        do throws(Problem) {
            let bytes = try input.bytes(process)
            do throws(ImageError) { photo = try CountPhoto(bytes) } catch { throw Problem(error) }
            examples = try Self.samples(invocation.all(Flags.recipeExample), in: photo)
            counterexamples = try Self.samples(invocation.all(Flags.recipeNot), in: photo)
        } catch {
            throw Problem(error.kind, "\(printable(file)): \(error.message)")
        }
    }

    private static func samples(_ boxes: [String], in photo: CountPhoto) throws(Problem) -> [Recipe.Sample] {
        var samples: [Recipe.Sample] = []
        for box in boxes.compactMap(Shape.rect) {
            do throws(RecipeError) { samples.append(try Recipe.Sample(box, in: photo)) } catch { throw Problem(error) }
        }
        return samples
    }
}

/// The changes to a recipe from the flags.
private struct RecipeEdits {
    private let invocation: Invocation

    /// Nil if no flag is about regions.
    let layout: RegionLayout?
    /// Whether a flag uses pixels of a photo without examples.
    var isDrawn: Bool { layout != nil || measuring != nil }
    /// Nil if no flag is about sizes.
    private let measuring: Measuring?

    /// - Parameter before: The recipe's current sizes; limits are in the unit of its scale.
    init(_ invocation: Invocation, before: Recipe.Sizes? = nil) throws(UsageError) {
        self.invocation = invocation
        measuring = try Measuring(invocation, command: "recipe", known: before?.measuring.scale)
        if measuring != nil, invocation.isOn(Flags.dropSizes) {
            throw UsageError(
                "--drop-sizes excludes new scales and limits; choose one", command: "recipe")
        }
        layout = try RegionLayout(invocation, command: "recipe")
        if layout != nil, invocation.isOn(Flags.dropRegions) {
            throw UsageError("--drop-regions excludes new regions; choose one", command: "recipe")
        }
        do throws(CountError) { try layout?.check() } catch {
            throw UsageError(Problem(error).message, command: "recipe")
        }
    }

    /// - Parameter photo: The photo in whose pixels the regions are, unless they name their size themselves.
    func apply(to recipe: inout Recipe, of photo: CountPhoto?) {
        if invocation.isOn(Flags.dropRegions) { recipe.layout = nil }
        if let layout {
            recipe.layout = photo.map { layout.sized(width: $0.width, height: $0.height) } ?? layout
        }
        if invocation.isOn(Flags.dropSizes) { recipe.sizes = nil }
        if let measuring {
            let sizes = sizes(measuring, over: recipe.sizes, of: photo)
            recipe.sizes = sizes
            if sizes.hasLengths { recipe.distance = .same }
        }
        if let name = invocation.value(Flags.recipeName) { recipe.name = name }
        if let words = invocation.value(Flags.recipeThings).flatMap(Flags.words) { recipe.things = words }
        if let border = invocation.value(Flags.recipeBorder).flatMap(CountOptions.BorderPolicy.init) {
            recipe.border = border
        }
        if let distance = invocation.value(Flags.recipeDistance).flatMap(Recipe.Distance.init) {
            recipe.distance = distance
        }
        if let similarity = invocation.value(Flags.recipeSimilarity) { recipe.similarity = Double(similarity) }
    }

    /// Merges new sizes with the old ones.
    private func sizes(_ new: Measuring, over old: Recipe.Sizes?, of photo: CountPhoto?) -> Recipe.Sizes {
        var sizes = old ?? Recipe.Sizes(new)
        let isRescaled = invocation.value(Flags.scale) != nil || invocation.value(Flags.ruler) != nil
        if let photo, old == nil || isRescaled { sizes.longSide = max(photo.width, photo.height) }
        // Old lengths are meaningless in another unit.
        if sizes.measuring.unit != new.unit { sizes.measuring = new }
        sizes.measuring.scale = new.scale
        sizes.measuring.smallest = new.smallest ?? sizes.measuring.smallest
        sizes.measuring.largest = new.largest ?? sizes.measuring.largest
        return sizes
    }

    func drop(from recipe: inout Recipe) throws(Problem) {
        try Self.drop(invocation.all(Flags.dropExample), from: &recipe.examples)
        try Self.drop(invocation.all(Flags.dropNot), from: &recipe.counterexamples)
        if invocation.isOn(Flags.forgetThresholds) { recipe.cuts = nil }
    }

    private static func drop(_ numbers: [String], from samples: inout [Recipe.Sample]) throws(Problem) {
        for number in Set(numbers.compactMap { Int($0) }).sorted(by: >) {
            guard samples.indices.contains(number - 1) else {
                throw Problem("unknownExample", "no example \(number); espy recipe show lists them")
            }
            samples.remove(at: number - 1)
        }
    }
}
