import Espy
import EspySystem

/// The recipe that a command was given.
struct RecipeChoice {
    let recipe: Recipe?

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws(UsageError) {
        guard let name = invocation.value(Flags.recipe) else {
            recipe = nil
            return
        }
        for flag in [Flags.group, Flags.merge] where invocation.value(flag) != nil {
            throw UsageError("--recipe says what to count; leave out --\(flag.name)", command: "count")
        }
        if invocation.isOn(Flags.reference) {
            throw UsageError("the reference script knows no examples; leave out --recipe", command: "count")
        }
        do throws(Problem) { recipe = try RecipeFolder(surroundings).named(name) } catch {
            throw UsageError(error.message, command: "count")
        }
    }

    /// With what the recipe holds in place of its name: results that were made by another state of it are made again.
    func marked(_ invocation: Invocation) -> Invocation {
        guard let recipe, let bytes = try? recipe.bytes() else { return invocation }
        var marked = invocation
        marked.values[Flags.recipe.name] = "\(recipe.name) \(SHA256.hex(of: bytes))"
        return marked
    }

    /// What the recipe says goes before the settings, and flags before the recipe.
    func applied(to options: CountOptions, _ invocation: Invocation) -> CountOptions {
        var told = options.following(recipe)
        if invocation.value(Flags.similarity) != nil { told.similarity = options.similarity }
        if invocation.value(Flags.border) != nil { told.border = options.border }
        return told
    }
}
