import Espy
import EspyApp
import EspyHTTP

/// A request to count.
struct CountRequest: PhotoJobRequest, Equatable {
    let photo: String
    let page: Int?
    /// Name or identifier of the recipe.
    let recipe: String?
    /// Several recipes, each of which counts its own kind.
    let recipes: [String]?
    /// The options that differ from the settings.
    let options: CountOptionOverrides?
    /// Groups to count instead of the main one.
    let groups: [Int]?
    /// The history entry to replace.
    let replaces: String?
    let keep: Bool?

    func work(on photo: Photo, _ settings: Settings, _ finders: Analyzers) throws(HTTPProblem) -> Work {
        let names = (recipe.map { [$0] } ?? []) + (recipes ?? [])
        let recipes = try names.map { (name) throws(HTTPProblem) in try finders.recipes.kept(name).recipe }
        let task: CountTask
        do throws(Problem) {
            task = try CountTask(
                settings: settings.countOptions, models: settings.countModels, recipes: recipes,
                layout: options?.layout, groups: groups ?? []
            ) { options?.apply(to: &$0) }
        } catch {
            throw HTTPProblem(error)
        }
        do throws(CountError) {
            for kind in task.kinds { _ = try task.options(of: kind, width: photo.width, height: photo.height) }
        } catch {
            throw HTTPProblem(error)
        }
        return Work(photo: photo, task: task, counting: finders.counting, known: finders.decoded)
    }
}

extension CountRequest {
    /// Counts in one photo.
    struct Work: PhotoWork {
        let photo: Photo
        let task: CountTask
        let counting: CountService
        let known: DecodedPhotos

        func decoded() throws(HTTPProblem) -> CountPhoto { try known.picture(of: photo) }

        func find(
            in picture: CountPhoto, _ progress: @escaping Job.Progress
        ) async throws(HTTPProblem) -> AnalysisResult<Count> {
            do {
                let count = try await task.run(picture, with: counting) {
                    progress($0.stage.rawValue, 0.1 + 0.8 * $0.fraction)
                }
                return AnalysisResult(result: count, options: count.parameters, image: picture.image)
            } catch {
                throw error is CancellationError ? .cancelled : HTTPProblem(error)
            }
        }
    }
}
