import Espy

/// `espy recipe learn`: corrections of counts become examples.
struct RecipeLessons {
    let context: CommandContext
    let folder: RecipeFolder

    func run(_ name: String, from ids: [String]) async throws -> Exit {
        let recipe = try folder.named(name)
        let file = HistoryFile(context.surroundings)
        guard file.exists else { throw HistoryError.notFound(ids[0]) }
        let history = try file.open(making: false)
        var checked: [CheckedCount] = []
        for id in ids {
            let entry = try await history.entry(id)
            guard let one = try await CheckedCount.one(entry.id, of: recipe.name, in: history) else {
                throw Problem(
                    "nothingToLearn",
                    "\(id): this is no count with the recipe \(quoted(recipe.name)), or its photo is not kept; name others"
                )
            }
            checked.append(one)
        }
        let learned = try folder.change(name) { (recipe) throws(Problem) in
            for one in checked { try Self.learn(one, &recipe) }
        }
        await tell(recipe, learned)
        return .complete
    }

    private static func learn(_ one: CheckedCount, _ recipe: inout Recipe) throws(Problem) {
        guard case .count(let corrections)? = one.record.corrections else { return }
        let picture = try one.picture()
        do throws(RecipeError) {
            try recipe.learn(from: corrections, of: one.found, in: picture)
        } catch {
            throw Problem(error)
        }
    }

    /// What is new, and how to take it back.
    private func tell(_ before: Recipe, _ after: Recipe) async {
        let examples = (before.examples.count..<after.examples.count).map { "--drop-example \($0 + 1)" }
        let others = (before.counterexamples.count..<after.counterexamples.count).map { "--drop-not \($0 + 1)" }
        guard !(examples + others).isEmpty else {
            await context.note("nothing new: no thing was added or taken away, or there is no room for more examples")
            return
        }
        await context.note("kept: \(after.summary)")
        let flags = (examples + others).joined(separator: " ")
        await context.note("to take that back: espy recipe edit \(quoted(after.name)) \(flags)")
    }
}
