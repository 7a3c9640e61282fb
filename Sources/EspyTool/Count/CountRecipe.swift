import Espy
import EspyApp
import EspySystem

/// The recipes that a command was given.
struct RecipeChoice {
    let recipes: [Recipe]

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        let names = invocation.all(Flags.recipe)
        guard !names.isEmpty else {
            recipes = []
            return
        }
        for flag in [Flags.group, Flags.merge] where invocation.value(flag) != nil {
            throw UsageError("--recipe says what to count; leave out --\(flag.name)", command: "count")
        }
        if invocation.isOn(Flags.reference) {
            throw UsageError("the reference script knows no examples; leave out --recipe", command: "count")
        }
        do throws(Problem) {
            let folder = RecipeFolder(surroundings.environment)
            recipes = try names.map { (name) throws(Problem) in try folder.named(name) }
        } catch {
            throw UsageError(error.message, command: "count")
        }
        guard Set(recipes.map { Recipe.key(of: $0.name) }).count == recipes.count else {
            throw UsageError("--recipe names one recipe twice", command: "count")
        }
        if recipes.count > 1, invocation.value(Flags.like) != nil {
            throw UsageError("--like shows things of one kind; leave it out, or all recipes but one", command: "count")
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

    /// What is to be counted in a photo, and how: once without a recipe, else for each.
    func kinds(_ options: CountOptions, _ invocation: Invocation) -> [CountKind] {
        if recipes.isEmpty { return [CountKind(recipe: nil, options: options)] }
        return recipes.map { CountKind(recipe: $0, options: applied($0, to: options, invocation)) }
    }

    /// What the recipe says goes before the settings, and flags before the recipe.
    private func applied(_ recipe: Recipe, to options: CountOptions, _ invocation: Invocation) -> CountOptions {
        var told = options.following(recipe)
        if invocation.value(Flags.similarity) != nil { told.similarity = options.similarity }
        if invocation.value(Flags.border) != nil { told.border = options.border }
        return told
    }
}

/// One kind of things.
struct CountKind: Sendable {
    /// Nil for what the photo or an example in it shows.
    let recipe: Recipe?
    let options: CountOptions
}
