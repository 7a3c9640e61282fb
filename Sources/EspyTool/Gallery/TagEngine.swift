import Espy

/// Gets what tags photos ready: the model of this machine, or what needs none.
enum TagEngine {
    /// The name that the settings have for no model at all.
    static let none = "none"

    /// - Throws: why the model cannot be used.
    static func load(_ settings: Settings, _ surroundings: Surroundings) async throws(Problem) -> PhotoAnalyzer {
        let options = TagOptions(threshold: Double(settings.text(Flags.tagThreshold)))
        let name = settings.text(Flags.tagger)
        if name == none { return PhotoAnalyzer(options: options) }
        do throws(InferenceError) {
            let shelf = try ModelShelf(surroundings)
            let loader = ModelLoader(
                library: shelf.library, cacheFolder: Path.join(Folders(surroundings).cache, "models"),
                runtime: shelf.runtime)
            let model = try await loader.load(name, task: .tagger)
            return try analyzer(model, shelf.library, options)
        } catch {
            throw Problem(error)
        }
    }

    private static func analyzer(
        _ model: Model, _ library: ModelLibrary, _ options: TagOptions
    ) throws(InferenceError) -> PhotoAnalyzer {
        do throws(GalleryError) {
            return try PhotoAnalyzer(model: model, labels: library.labelsPath(of: model.entry) ?? "", options: options)
        } catch .inference(let error) {
            throw error
        } catch {
            throw .badManifest(path: model.entry.id, reason: "its tags cannot be used")
        }
    }
}
