import Espy
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

    init(_ invocation: Invocation) throws(UsageError) {
        self.invocation = invocation
        layout = try RegionLayout(invocation, command: "recipe")
        if layout != nil, invocation.isOn(Flags.dropRegions) {
            throw UsageError("--drop-regions takes regions away; leave out those that are new", command: "recipe")
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

    func drop(from recipe: inout Recipe) throws(Problem) {
        try Self.drop(invocation.all(Flags.dropExample), from: &recipe.examples)
        try Self.drop(invocation.all(Flags.dropNot), from: &recipe.counterexamples)
    }

    private static func drop(_ numbers: [String], from samples: inout [Recipe.Sample]) throws(Problem) {
        for number in Set(numbers.compactMap { Int($0) }).sorted(by: >) {
            guard samples.indices.contains(number - 1) else {
                throw Problem("unknownExample", "there is no example \(number); espy recipe show numbers them")
            }
            samples.remove(at: number - 1)
        }
    }
}
