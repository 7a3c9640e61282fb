package import Espy
import EspyApp
import EspyHTTP

/// The user's recipes, for routes.
struct RecipeStore: Sendable {
    private let folder: RecipeFolder

    init(_ environment: AppEnvironment) { folder = RecipeFolder(environment) }

    func list() throws(HTTPProblem) -> [KeptRecipe] {
        // A damaged file does not hide the others; the command line reports it.
        try Self.translating {
            try folder.all().compactMap { if case .recipe(let recipe) = $0 { kept(recipe) } else { nil } }
        }
    }

    func kept(_ name: String) throws(HTTPProblem) -> KeptRecipe {
        kept(try Self.translating { try folder.named(name) })
    }

    func keep(_ recipe: Recipe) throws(HTTPProblem) -> KeptRecipe {
        try Self.translating { try folder.add(recipe) }
        return kept(recipe)
    }

    func change(
        _ name: String, _ body: (inout Recipe) throws(HTTPProblem) -> Void
    ) throws(HTTPProblem) -> KeptRecipe {
        // Keeps an error of the body apart from the folder's errors, which are converted.
        var refusal: HTTPProblem?
        let changed: Recipe
        do throws(Problem) {
            changed = try folder.change(name) { (recipe) throws(Problem) in
                do throws(HTTPProblem) { try body(&recipe) } catch {
                    refusal = error
                    throw Problem("refused", "")
                }
            }
        } catch {
            throw refusal ?? HTTPProblem(error, or: HTTPProblem.recipesUnusable)
        }
        return kept(changed)
    }

    func remove(_ name: String) throws(HTTPProblem) {
        try Self.translating { try folder.delete(name) }
    }

    private func kept(_ recipe: Recipe) -> KeptRecipe { KeptRecipe(id: folder.id(of: recipe), recipe: recipe) }

    private static func translating<Value>(_ work: () throws -> Value) throws(HTTPProblem) -> Value {
        do { return try work() } catch { throw HTTPProblem(Problem(any: error), or: HTTPProblem.recipesUnusable) }
    }
}

/// A recipe with its identifier in addresses.
struct KeptRecipe: Sendable, Equatable {
    /// Consists of letters, digits, `-` and `_`.
    package let id: String
    package let recipe: Recipe

    package init(id: String, recipe: Recipe) { (self.id, self.recipe) = (id, recipe) }
}

extension KeptRecipe: Encodable {
    private enum Key: String, CodingKey { case id }

    package func encode(to encoder: any Encoder) throws {
        try RecipeRow(recipe).encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
    }
}

/// A recipe as JSON, without its pictures.
package struct RecipeRow: Encodable {
    private let name: String
    private let things: Recipe.Words
    private let examples: Int
    private let counterexamples: Int
    private let similarity: Double?
    private let border: CountOptions.BorderPolicy
    private let distance: Recipe.Distance
    private let sizes: Recipe.Sizes?

    package init(_ recipe: Recipe) {
        (name, things) = (recipe.name, recipe.things)
        (examples, counterexamples) = (recipe.examples.count, recipe.counterexamples.count)
        (similarity, border, distance) = (recipe.similarity, recipe.border, recipe.distance)
        sizes = recipe.sizes
    }
}
