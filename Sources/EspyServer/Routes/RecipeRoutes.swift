import Espy
import EspyApp
import EspyHTTP

/// Recipes: listing, creating, changing, exporting, importing and deleting them.
struct RecipeRoutes: Sendable {
    let recipes: RecipeStore
    let photos: PhotoStore
    let jobs: JobQueue
    let decoded: DecodedPhotos
    /// In bytes, for pictures being decoded.
    let memory: WeightedSemaphore<HTTPProblem>
    let history: HistoryService
    let counting: CountService
    let settings: SettingsStore
    /// For counting, which is slow.
    let threads: WorkerThreads

    var all: [Route] {
        let path = "\(APIPath.root)/recipes"
        return [
            Route(.get, path, handler: list), Route(.post, path, handler: make),
            Route(.get, "\(path)/{id}", handler: show), Route(.get, "\(path)/{id}/picture", handler: picture),
            Route(.patch, "\(path)/{id}", handler: change), Route(.delete, "\(path)/{id}", handler: delete),
            Route(.get, "\(path)/{id}/file", handler: file), Route(.post, "\(path)/import", handler: take),
            Route(.post, "\(path)/{id}/lessons", handler: learn),
            Route(.delete, "\(path)/{id}/lessons", handler: unlearn),
        ]
    }

    private func list(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["recipes": try recipes.list()])
    }

    private func show(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(try recipes.kept(values["id"]))
    }

    /// The picture of the first example.
    private func picture(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let recipe = try recipes.kept(values["id"]).recipe
        guard let first = recipe.examples.first else { throw .notFound }
        return Response(
            headers: ["Content-Type": "image/png", "Cache-Control": "no-cache"], body: .bytes([UInt8](first.picture)))
    }

    private func delete(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try recipes.remove(values["id"])
        return .noContent
    }

    private func make(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let asked = try await request.json(RecipeRequest.self)
        let shown = try await asked.shown(jobs)
        let photo = try await photos.photo(shown.photo)
        let picture = try await picture(of: photo)
        let recipe: Recipe
        do throws(RecipeError) { recipe = try asked.recipe(of: shown, in: picture) } catch {
            throw HTTPProblem(error)
        }
        return try made(try recipes.keep(recipe))
    }

    func made(_ kept: KeptRecipe) throws(HTTPProblem) -> Response {
        var response = try Response.fresh(kept, status: 201)
        response.headers["Location"] = "\(APIPath.root)/recipes/\(kept.id)"
        return response
    }

    func picture(of photo: Photo) async throws(HTTPProblem) -> CountPhoto {
        if let kept = decoded[photo.id] { return kept }
        return try await memory.run(photo.decodingBytes(longSide: CountPhoto.longSide)) { () throws(HTTPProblem) in
            try decoded.picture(of: photo)
        }
    }
}

/// A request to create a recipe.
private struct RecipeRequest: Decodable, Sendable, Equatable {
    let name: String
    /// The names of the things.
    let things: Recipe.Words?
    /// A finished count; its example is used, or the detections with the highest confidence.
    let job: String?
    /// Alternatively, a photo and boxes in its pixels.
    let photo: String?
    let examples: [Rect]?
    let unlike: [Rect]?
    let similarity: Double?
    let border: CountOptions.BorderPolicy?
    let distance: Recipe.Distance?
    /// Regions that are counted separately.
    let layout: RegionLayout?
    let sizes: Recipe.Sizes?

    /// Boxes on a photo.
    struct Shown: Sendable {
        let photo: String
        let examples: [Rect]
        let unlike: [Rect]
        var parameters: CountOptions?
    }

    func shown(_ jobs: JobQueue) async throws(HTTPProblem) -> Shown {
        if let photo, let examples { return Shown(photo: photo, examples: examples, unlike: unlike ?? []) }
        guard let job else { throw .unprocessable("a recipe needs a photo with examples, or the job of a count") }
        let state = try await jobs.job(job)
        guard let photo = state.photo, let count = state.outcome?.result.as(CountAnswer.self)?.count else {
            throw .unprocessable("this job has no result yet")
        }
        let parameters = count.parameters
        let boxes = examples ?? count.surestExamples
        guard !boxes.isEmpty else { throw .unprocessable("the count has nothing to use as an example") }
        return Shown(photo: photo, examples: boxes, unlike: unlike ?? parameters.unlike, parameters: parameters)
    }

    func recipe(of shown: Shown, in photo: CountPhoto) throws(RecipeError) -> Recipe {
        // Too many examples are rejected before any is cropped.
        guard shown.examples.count <= Recipe.mostExamples, shown.unlike.count <= Recipe.mostExamples else {
            throw .unusableNumber(limit: Recipe.mostExamples)
        }
        var examples: [Recipe.Sample] = []
        for box in shown.examples { examples.append(try Recipe.Sample(box, in: photo)) }
        var others: [Recipe.Sample] = []
        for box in shown.unlike { others.append(try Recipe.Sample(box, in: photo)) }
        let recipe = Recipe(
            name: name, things: things, examples: examples, counterexamples: others,
            similarity: similarity ?? shown.parameters?.similarity,
            border: border ?? shown.parameters?.border ?? .all,
            distance: distance ?? (sizes?.hasLengths == true ? .same : .any), layout: layout,
            sizes: sizes)
        try recipe.check()
        return recipe
    }
}

/// Recipes as files: exporting and importing them.
extension RecipeRoutes {
    func file(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let kept = try recipes.kept(values["id"])
        let bytes: [UInt8]
        do throws(RecipeError) { bytes = try kept.recipe.file() } catch { throw HTTPProblem(error) }
        var response = Response.fresh(json: bytes)
        response.headers["Content-Disposition"] = ContentDisposition.attachment("\(kept.recipe.name).recipe")
        return response
    }

    /// Imports a recipe: valid names and numbers, and only the pixels of its pictures.
    func take(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let bytes = try await request.body.collected(limit: Recipe.mostBytes)
        // Checking pictures decodes them, so this waits for memory like photos do.
        let kept = try await memory.run(Self.decodingBytes) { () throws(HTTPProblem) in
            var recipe: Recipe
            do throws(RecipeError) { recipe = try Recipe(file: bytes).cleaned() } catch { throw HTTPProblem(error) }
            if let name = request.query["name"] { recipe.name = name }
            do throws(RecipeError) { try recipe.check() } catch { throw HTTPProblem(error) }
            return try recipes.keep(recipe)
        }
        return try made(kept)
    }

    /// The file, its parsed contents, and one picture at a time.
    private static let decodingBytes = 4 * Recipe.mostBytes
}
