import Espy

/// Gets what tags photos ready: the models of this machine, or what needs none.
struct TagEngine {
    /// What the settings say in place of a model.
    private static let (none, automatic) = ("none", "auto")

    private let settings: Settings
    private let library: ModelLibrary
    private let loader: ModelLoader

    /// - Throws: why a model cannot be used.
    static func load(_ settings: Settings, _ surroundings: Surroundings) async throws(Problem) -> PhotoAnalyzer {
        let pages = try PhotoSenses.pages(settings, surroundings)
        let faces = try PhotoSenses.faces(settings)
        do throws(InferenceError) {
            return try await TagEngine(settings, surroundings).analyzer(pages: pages, faces: faces)
        } catch {
            throw Problem(error)
        }
    }

    private init(_ settings: Settings, _ surroundings: Surroundings) throws(InferenceError) {
        let shelf = try ModelShelf(surroundings)
        self.settings = settings
        library = shelf.library
        loader = ModelLoader(
            library: library, cacheFolder: Path.join(Folders(surroundings).cache, "models"), runtime: shelf.runtime)
    }

    private func analyzer(pages: PageReader?, faces: FaceFinder?) async throws(InferenceError) -> PhotoAnalyzer {
        let tagger = try await tagger()
        let detector = try await detector()
        let options = TagOptions(threshold: Double(settings.text(Flags.tagThreshold)))
        do throws(GalleryError) {
            return try PhotoAnalyzer(tagger: tagger, detector: detector, pages: pages, faces: faces, options: options)
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

    /// The one that was asked for, or the largest that is there.
    private func detector() async throws(InferenceError) -> Model? {
        let name = settings.text(Flags.objectDetector)
        if name == Self.none { return nil }
        if name != Self.automatic { return try await loader.load(name, task: .detector) }
        let present = library.entries.filter { PhotoAnalyzer.canUse($0) && library.path(of: $0) != nil }
        guard let largest = present.max(by: { $0.bytes ?? 0 < $1.bytes ?? 0 }) else { return nil }
        return try await loader.load(largest.id, task: .detector)
    }
}
