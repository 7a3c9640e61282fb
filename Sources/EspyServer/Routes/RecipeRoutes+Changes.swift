import Espy
import EspyApp
import EspyHTTP

/// Changes to a recipe, except its examples, which lessons change.
extension RecipeRoutes {
    func change(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let asked = try await request.json(RecipeChange.self)
        let kept = try recipes.change(values["id"]) { (recipe) throws(HTTPProblem) in
            asked.apply(to: &recipe)
            do throws(RecipeError) { try recipe.check() } catch { throw HTTPProblem(error) }
        }
        return try .fresh(kept)
    }
}

/// The values to change; the others stay as they are.
private struct RecipeChange: Decodable, Sendable {
    private let name: String?
    private let things: Recipe.Words?
    private let border: CountOptions.BorderPolicy?
    private let distance: Recipe.Distance?
    /// Nil inside resets: to the best similarity, to no sizes, to the whole photo.
    private let similarity: Double??
    private let sizes: Recipe.Sizes??
    private let layout: RegionLayout??

    private enum Key: String, CodingKey { case name, things, border, distance, similarity, sizes, layout }

    init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        func removable<Value: Decodable>(_ key: Key) throws -> Value?? {
            box.contains(key) ? .some(try box.decodeIfPresent(Value.self, forKey: key)) : .none
        }
        name = try box.decodeIfPresent(String.self, forKey: .name)
        things = try box.decodeIfPresent(Recipe.Words.self, forKey: .things)
        border = try box.decodeIfPresent(CountOptions.BorderPolicy.self, forKey: .border)
        distance = try box.decodeIfPresent(Recipe.Distance.self, forKey: .distance)
        similarity = try removable(.similarity)
        sizes = try removable(.sizes)
        layout = try removable(.layout)
    }

    func apply(to recipe: inout Recipe) {
        recipe.name = name ?? recipe.name
        recipe.things = things ?? recipe.things
        recipe.border = border ?? recipe.border
        recipe.distance = distance ?? recipe.distance
        recipe.similarity = similarity ?? recipe.similarity
        recipe.sizes = sizes ?? recipe.sizes
        recipe.layout = layout ?? recipe.layout
    }
}

/// Lessons: corrections become part of a recipe, and can be taken back.
extension RecipeRoutes {
    private struct LessonRequest: Decodable, Sendable {
        /// A history entry: a corrected count with the recipe.
        let entry: String
    }

    private struct LessonAnswer: Encodable, Sendable {
        let lesson: Recipe.Lesson
        let recipe: KeptRecipe
    }

    func learn(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let before = try recipes.kept(values["id"]).recipe
        let id = try await request.json(LessonRequest.self).entry
        let record = try await history.reading { history in try await history.record(id) }
        guard let count = record.result.as(Count.self), let used = count.recipe,
            Recipe.key(of: used.name) == Recipe.key(of: before.name),
            let corrections = record.corrections?.as(CountCorrections.self)
        else { throw .unprocessable("this entry is not a corrected count with the recipe") }
        let photo = try await EntryPhotos(history: history, photos: photos).photo(of: record)
        let picture = try await picture(of: photo)
        var taught = before
        let lesson: Recipe.Lesson
        do throws(RecipeError) {
            lesson = try await taught.learn(from: corrections, of: count, in: picture) { recipe in
                try await counted(picture, as: count, by: recipe)
            }
        } catch {
            throw HTTPProblem(error)
        }
        let kept = try recipes.change(values["id"]) { [taught] (recipe) throws(HTTPProblem) in
            // The recipe was changed while the photo was counted.
            guard recipe == before else { throw .busy }
            recipe = taught
        }
        return try .fresh(LessonAnswer(lesson: lesson, recipe: kept))
    }

    /// Counts a photo again with its original options.
    private func counted(_ picture: CountPhoto, as count: Count, by recipe: Recipe) async throws -> Count {
        let models = try settings.current().countModels
        return try await withTaskExecutorPreference(threads) {
            try await counting.count(
                picture, options: count.parameters.again(by: recipe), recipe: recipe, models: models
            ) { _ in }
        }
    }

    /// Takes back the last lesson.
    func unlearn(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let limit = 0...Recipe.mostExamples
        let lesson = Recipe.Lesson(
            examples: try request.query.number("examples", in: limit, or: 0),
            counterexamples: try request.query.number("counterexamples", in: limit, or: 0),
            cuts: try request.query.number("cuts", in: limit, or: 0))
        guard lesson != Recipe.Lesson() else {
            throw .badRequest("examples, counterexamples and cuts are the numbers to remove")
        }
        let kept = try recipes.change(values["id"]) { (recipe) throws(HTTPProblem) in
            guard (0..<recipe.examples.count).contains(lesson.examples),
                (0...recipe.counterexamples.count).contains(lesson.counterexamples),
                (0...(recipe.cuts ?? []).count).contains(lesson.cuts)
            else { throw .unprocessable("the recipe does not have that many examples to remove") }
            recipe.unlearn(lesson)
        }
        return try .fresh(kept)
    }
}
