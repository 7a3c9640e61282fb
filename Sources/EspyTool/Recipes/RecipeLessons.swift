import Espy
import EspyApp

/// `espy recipe learn`: corrections of counts become examples.
struct RecipeLessons {
    let context: CommandContext
    let engine: CountEngine
    let folder: RecipeFolder

    func run(_ name: String, from ids: [String]) async throws -> Exit {
        let recipe = try folder.named(name)
        let file = HistoryFile(context.surroundings.environment)
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
        var taught = recipe
        for one in checked { try await learn(one, &taught) }
        let learned = try folder.change(name) { [taught] (kept) throws(Problem) in
            guard kept == recipe else {
                throw Problem("recipeChanged", "\(quoted(recipe.name)) was changed meanwhile; learn again")
            }
            kept = taught
        }
        await tell(recipe, learned)
        return .complete
    }

    private func learn(_ one: CheckedCount, _ recipe: inout Recipe) async throws {
        // Who confirms that nothing is wrong says as much.
        let confirmed = one.record.entry.confirmation.map { _ in CountCorrections() }
        guard let corrections = one.record.corrections?.as(CountCorrections.self) ?? confirmed else { return }
        let picture = try one.picture()
        do throws(RecipeError) {
            try await recipe.learn(from: corrections, of: one.found, in: picture) { recipe in
                let settings = try Settings(context.invocation, context.surroundings)
                let counter = CountService(engine: engine, environment: context.surroundings.environment)
                return try await one.counted(by: recipe, counter, settings.countModels)
            }
        } catch {
            throw Problem(error)
        }
    }

    /// What is new, and how to take it back.
    private func tell(_ before: Recipe, _ after: Recipe) async {
        let examples = (before.examples.count..<after.examples.count).map { "--drop-example \($0 + 1)" }
        let others = (before.counterexamples.count..<after.counterexamples.count).map { "--drop-not \($0 + 1)" }
        let cuts = before.cuts == after.cuts ? [] : ["--drop-cuts"]
        guard !(examples + others + cuts).isEmpty else {
            await context.note("nothing new: no thing was added or taken away, and none counts")
            return
        }
        await context.note("kept: \(after.summary)")
        let flags = (examples + others + cuts).joined(separator: " ")
        await context.note("to take that back: espy recipe edit \(quoted(after.name)) \(flags)")
    }
}
