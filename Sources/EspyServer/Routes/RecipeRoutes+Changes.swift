import Espy
import EspyHTTP

/// What a person says anew of a recipe; its examples change by lessons.
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

/// What is to be different; what is left out stays as it is.
struct RecipeChange: Decodable, Sendable {
    private let name: String?
    private let things: Recipe.Words?
    private let border: CountOptions.BorderPolicy?
    private let distance: Recipe.Distance?
    /// With nil inside: what is found best, nothing is measured, the photo is one.
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
