import Espy
import EspyApp
import EspyHTTP
import EspyServer

/// The recipes of the user for the server.
struct RecipeService: RecipeKeeping {
    private let folder: RecipeFolder

    init(_ surroundings: Surroundings) { folder = RecipeFolder(surroundings.environment) }

    func list() throws(HTTPProblem) -> [KeptRecipe] {
        // A file that is damaged hides no other; the command line tells of it.
        try Self.told { () throws(Problem) in
            try folder.all().compactMap { if case .recipe(let recipe) = $0 { kept(recipe) } else { nil } }
        }
    }

    func kept(_ name: String) throws(HTTPProblem) -> KeptRecipe {
        kept(try Self.told { () throws(Problem) in try folder.named(name) })
    }

    func keep(_ recipe: Recipe) throws(HTTPProblem) -> KeptRecipe {
        try Self.told { () throws(Problem) in try folder.add(recipe) }
        return kept(recipe)
    }

    func change(
        _ name: String, _ body: (inout Recipe) throws(HTTPProblem) -> Void
    ) throws(HTTPProblem) -> KeptRecipe {
        // What the folder throws is told in its words, what the body throws in its own.
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
            throw refusal ?? Self.problem(error)
        }
        return kept(changed)
    }

    func remove(_ name: String) throws(HTTPProblem) {
        try Self.told { () throws(Problem) in try folder.delete(name) }
    }

    private func kept(_ recipe: Recipe) -> KeptRecipe { KeptRecipe(id: folder.id(of: recipe), recipe: recipe) }

    private static func told<Value>(_ work: () throws(Problem) -> Value) throws(HTTPProblem) -> Value {
        do throws(Problem) { return try work() } catch { throw problem(error) }
    }

    private static func problem(_ error: Problem) -> HTTPProblem {
        switch error.kind {
        case Problem.unknownRecipe: .notFound
        case Problem.existingRecipe: .recipeExists
        default: .recipesUnusable(error.message)
        }
    }
}
