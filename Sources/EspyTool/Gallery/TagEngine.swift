import Espy

/// Gets what tags photos ready: the models of this machine, or what needs none.
struct TagEngine {
    /// What the settings say in place of a model.
    private static let (none, automatic) = ("none", "auto")

    private let settings: Settings
    private let library: ModelLibrary
    private let loader: ModelLoader

    /// - Parameter jobs: photos that are worked on at the same time.
    /// - Throws: why a model cannot be used.
    static func load(
        _ settings: Settings, _ surroundings: Surroundings, jobs: Int
    ) async throws(Problem) -> PhotoAnalyzer {
        let pages = try PhotoSenses.pages(settings, surroundings)
        let faces = try PhotoSenses.faces(settings)
        do throws(InferenceError) {
            return try await TagEngine(settings, surroundings, jobs).analyzer(pages: pages, faces: faces)
        } catch {
            throw Problem(error)
        }
    }

    private init(_ settings: Settings, _ surroundings: Surroundings, _ jobs: Int) throws(InferenceError) {
        let shelf = try ModelShelf(surroundings)
        self.settings = settings
        library = shelf.library
        loader = ModelLoader(
            library: library, cacheFolder: Path.join(Folders(surroundings).cache, "models"),
            use: .singles(callers: jobs), runtime: shelf.runtime)
    }

    private func analyzer(pages: PageReader?, faces: FaceFinder?) async throws(InferenceError) -> PhotoAnalyzer {
        let tagger = try await tagger()
        let detector = try await detector()
        let classifier = try await classifier()
        let options = TagOptions(threshold: Double(settings.text(Flags.tagThreshold)))
        do throws(GalleryError) {
            return try PhotoAnalyzer(
                tagger: tagger, detector: detector, classifier: classifier, pages: pages, faces: faces,
                options: options)
        } catch .inference(let error) {
            throw error
        } catch {
            throw .badManifest(path: settings.text(Flags.tagger), reason: "its tags cannot be used")
        }
    }

    private func tagger() async throws(InferenceError) -> (model: Model, labels: String)? {
        let name = settings.text(Flags.tagger)
        if name == Self.none { return nil }
        let model = try await loader.load(name, task: .tagger)
        return (model, library.labelsPath(of: model.entry) ?? "")
    }

    private func detector() async throws(InferenceError) -> Model? {
        try await model(Flags.objectDetector, .detector) { PhotoAnalyzer.canUse($0) }
    }

    private func classifier() async throws(InferenceError) -> (model: Model, labels: String)? {
        guard let model = try await model(Flags.classifier, .classifier, { _ in true }) else { return nil }
        return (model, library.labelsPath(of: model.entry) ?? "")
    }

    /// The model that a flag asks for, or the largest that is there of those for a task.
    private func model(
        _ flag: Flag, _ task: ModelEntry.Task, _ isFit: (ModelEntry) -> Bool
    ) async throws(InferenceError) -> Model? {
        let name = settings.text(flag)
        if name == Self.none { return nil }
        if name != Self.automatic { return try await loader.load(name, task: task) }
        let present = library.entries.filter { $0.task == task && isFit($0) && library.path(of: $0) != nil }
        guard let largest = present.max(by: { $0.bytes ?? 0 < $1.bytes ?? 0 }) else { return nil }
        return try await loader.load(largest.id, task: task)
    }
}
