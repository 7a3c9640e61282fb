import Espy
import EspyHTTP

/// What a person put right becomes part of a recipe, and is taken out of it again.
extension RecipeRoutes {
    private struct LessonRequest: Decodable, Sendable {
        /// An entry of the history: a count with the recipe, that was corrected.
        let entry: String
    }

    private struct LessonAnswer: Encodable, Sendable {
        let lesson: Recipe.Lesson
        let recipe: KeptRecipe
    }

    func learn(_ request: Request, _ values: PathValues) async throws(Problem) -> Response {
        let recipe = try recipes.kept(values["id"]).recipe
        let id = try await request.json(LessonRequest.self).entry
        let record = try await history.reading { (history) throws(HistoryError) in try await history.record(id) }
        guard case .count(let count) = record.result, let used = count.recipe,
            Recipe.key(of: used.name) == Recipe.key(of: recipe.name), case .count(let corrections)? = record.corrections
        else { throw .unprocessable("this entry is no corrected count with the recipe") }
        let photo = try await EntryPhotos(history: history, photos: photos).photo(of: record)
        let picture = try await picture(of: photo)
        var lesson = Recipe.Lesson()
        let kept = try recipes.change(values["id"]) { (recipe) throws(Problem) in
            do throws(RecipeError) {
                lesson = try recipe.learn(from: corrections, of: count, in: picture)
            } catch {
                throw Problem(error)
            }
        }
        return try .fresh(LessonAnswer(lesson: lesson, recipe: kept))
    }

    /// Takes the last lesson back.
    func unlearn(_ request: Request, _ values: PathValues) async throws(Problem) -> Response {
        let limit = 0...Recipe.mostExamples
        let lesson = Recipe.Lesson(
            examples: try request.query.number("examples", in: limit, or: 0),
            counterexamples: try request.query.number("counterexamples", in: limit, or: 0))
        guard lesson != Recipe.Lesson() else {
            throw .badRequest("examples and counterexamples say how many to take away")
        }
        let kept = try recipes.change(values["id"]) { (recipe) throws(Problem) in
            guard (0..<recipe.examples.count).contains(lesson.examples),
                (0...recipe.counterexamples.count).contains(lesson.counterexamples)
            else { throw .unprocessable("the recipe has not so many examples to take away") }
            recipe.examples.removeLast(lesson.examples)
            recipe.counterexamples.removeLast(lesson.counterexamples)
        }
        return try .fresh(kept)
    }
}
