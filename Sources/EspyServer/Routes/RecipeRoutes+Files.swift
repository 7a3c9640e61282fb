import Espy
import EspyHTTP

/// Recipes as files: to give away, and to take from others.
extension RecipeRoutes {
    func file(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let kept = try recipes.kept(values["id"])
        let bytes: [UInt8]
        do throws(RecipeError) { bytes = try kept.recipe.file() } catch { throw HTTPProblem(error) }
        var response = Response.fresh(json: bytes)
        response.headers["Content-Disposition"] = ContentDisposition.attachment("\(kept.recipe.name).recipe")
        return response
    }

    /// Takes what a file says of names and numbers where it is sound, and of its pictures nothing but the pixels.
    func take(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await request.body.collected(limit: Recipe.mostBytes)
        // Pictures are decoded to be looked at, so it waits its turn as photos do.
        let kept = try await memory.run(Self.decodingBytes) { () throws(HTTPProblem) in
            var recipe: Recipe
            do throws(RecipeError) { recipe = try Recipe(file: bytes).cleaned() } catch { throw HTTPProblem(error) }
            if let name = request.query["name"] { recipe.name = name }
            do throws(RecipeError) { try recipe.check() } catch { throw HTTPProblem(error) }
            return try recipes.keep(recipe)
        }
        return try made(kept)
    }

    /// The file and what is read of it, and one picture at a time.
    private static let decodingBytes = 4 * Recipe.mostBytes
}
