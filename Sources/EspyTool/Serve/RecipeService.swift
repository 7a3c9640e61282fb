import Espy
import EspyHTTP
import EspyServer

/// The recipes of the user for the server.
struct RecipeService: RecipeKeeping {
    private let folder: RecipeFolder

    init(_ surroundings: Surroundings) { folder = RecipeFolder(surroundings) }

    func list() throws(EspyHTTP.Problem) -> [KeptRecipe] {
        // A file that is damaged hides no other; the command line tells of it.
        try Self.told { () throws(Problem) in
            try folder.all().compactMap { if case .recipe(let recipe) = $0 { kept(recipe) } else { nil } }
        }
    }

    func kept(_ name: String) throws(EspyHTTP.Problem) -> KeptRecipe {
        kept(try Self.told { () throws(Problem) in try folder.named(name) })
    }

    func keep(_ recipe: Recipe) throws(EspyHTTP.Problem) -> KeptRecipe {
        try Self.told { () throws(Problem) in try folder.add(recipe) }
        return kept(recipe)
    }

    func remove(_ name: String) throws(EspyHTTP.Problem) {
        try Self.told { () throws(Problem) in try folder.delete(name) }
    }

    private func kept(_ recipe: Recipe) -> KeptRecipe { KeptRecipe(id: folder.id(of: recipe), recipe: recipe) }

    private static func told<Value>(_ work: () throws(Problem) -> Value) throws(EspyHTTP.Problem) -> Value {
        do throws(Problem) { return try work() } catch {
            switch error.kind {
            case Problem.unknownRecipe: throw .notFound
            case Problem.existingRecipe: throw .recipeExists
            default: throw .recipesUnusable(error.message)
            }
        }
    }
}
