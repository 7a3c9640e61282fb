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
        if invocation.isOn(Flags.reference) {
            throw UsageError("the reference script knows no examples; leave out --recipe", command: "count")
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
