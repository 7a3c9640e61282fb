package import Espy
package import EspyHTTP

/// Keeps the recipes of the user.
package protocol RecipeKeeping: Sendable {
    /// By name.
    func list() throws(HTTPProblem) -> [KeptRecipe]
    /// - Parameter name: or the identifier.
    func kept(_ name: String) throws(HTTPProblem) -> KeptRecipe
    /// - Throws: also where there is one of this name.
    func keep(_ recipe: Recipe) throws(HTTPProblem) -> KeptRecipe
    /// Changes one, wholly or not at all.
    ///
    /// - Parameter name: or the identifier.
    func change(_ name: String, _ body: (inout Recipe) throws(HTTPProblem) -> Void) throws(HTTPProblem) -> KeptRecipe
    /// - Parameter name: or the identifier.
    func remove(_ name: String) throws(HTTPProblem)
}

/// A recipe, and what it goes by in addresses.
package struct KeptRecipe: Sendable, Equatable {
    /// Letters, digits, `-` and `_`.
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

/// A recipe as JSON tells it, without its pictures.
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
