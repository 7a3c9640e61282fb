package import Espy
package import EspyHTTP

/// Keeps the recipes of the user.
package protocol RecipeKeeping: Sendable {
    /// By name.
    func list() throws(Problem) -> [KeptRecipe]
    /// - Parameter name: or the identifier.
    func kept(_ name: String) throws(Problem) -> KeptRecipe
    /// - Throws: also where there is one of this name.
    func keep(_ recipe: Recipe) throws(Problem) -> KeptRecipe
    /// - Parameter name: or the identifier.
    func remove(_ name: String) throws(Problem)
}

/// A recipe, and what it goes by in addresses.
package struct KeptRecipe: Sendable, Equatable {
    /// Letters, digits, `-` and `_`.
    package let id: String
    package let recipe: Recipe

    package init(id: String, recipe: Recipe) { (self.id, self.recipe) = (id, recipe) }
}

/// Without its pictures.
extension KeptRecipe: Encodable {
    private enum Key: String, CodingKey {
        case id, name, things, examples, counterexamples, similarity, border, distance
    }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(id, forKey: .id)
        try box.encode(recipe.name, forKey: .name)
        try box.encode(recipe.things, forKey: .things)
        try box.encode(recipe.examples.count, forKey: .examples)
        try box.encode(recipe.counterexamples.count, forKey: .counterexamples)
        try box.encodeIfPresent(recipe.similarity, forKey: .similarity)
        try box.encode(recipe.border, forKey: .border)
        try box.encode(recipe.distance, forKey: .distance)
    }
}
