import Espy
import EspyApp
import EspyCodecs

/// Things that a person has drawn boxes around.
struct RecipeSamples {
    let examples: [Recipe.Sample]
    let counterexamples: [Recipe.Sample]
    /// What the boxes are in.
    let photo: CountPhoto

    init(_ invocation: Invocation, _ file: String, _ surroundings: Surroundings) throws {
        let input: PhotoInput = file == "-" ? .standardInput : .file(file)
        do throws(Problem) {
            let bytes = try input.bytes(surroundings)
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

/// What the flags change in a recipe.
struct RecipeEdits {
    private let invocation: Invocation

    /// Nil where nothing is said of regions.
    let layout: RegionLayout?
    /// Whether something is said in pixels of a photo that is no example.
    var isDrawn: Bool { layout != nil || measuring != nil }
    /// Nil where nothing is said of sizes.
    private let measuring: Measuring?

    /// - Parameter before: what the recipe says of sizes so far; limits are in the unit of its scale.
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

    /// - Parameter photo: that regions are drawn in, if they do not say so themselves.
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

    /// What is said now, and else what was said before.
    private func sizes(_ new: Measuring, over old: Recipe.Sizes?, of photo: CountPhoto?) -> Recipe.Sizes {
        var sizes = old ?? Recipe.Sizes(new)
        let isRescaled = invocation.value(Flags.scale) != nil || invocation.value(Flags.ruler) != nil
        if let photo, old == nil || isRescaled { sizes.longSide = max(photo.width, photo.height) }
        // Lengths that were pixels say nothing in another unit.
        if sizes.measuring.unit != new.unit { sizes.measuring = new }
        sizes.measuring.scale = new.scale
        sizes.measuring.smallest = new.smallest ?? sizes.measuring.smallest
        sizes.measuring.largest = new.largest ?? sizes.measuring.largest
        return sizes
    }

    func drop(from recipe: inout Recipe) throws(Problem) {
        try Self.drop(invocation.all(Flags.dropExample), from: &recipe.examples)
        try Self.drop(invocation.all(Flags.dropNot), from: &recipe.counterexamples)
        if invocation.isOn(Flags.dropCuts) { recipe.cuts = nil }
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
