package import Espy
import EspyInference
import EspySystem
import EspyText

/// Loads the photo analyzer: the installed models, and the parts that need no model.
package struct AnalyzerLoader {
    /// Values of settings that are not the name of a model.
    private static let (none, automatic) = ("none", "auto")

    private let settings: Settings
    private let library: ModelLibrary
    private let loader: ModelLoader

    /// - Parameters:
    ///   - jobs: The number of photos to analyze in parallel.
    ///   - isKept: Whether photos will be searched.
    /// - Throws: Why a model is unusable.
    package static func load(
        _ settings: Settings, _ environment: AppEnvironment, jobs: Int, isKept: Bool = true
    ) async throws(Problem) -> PhotoAnalyzer {
        let pages = try PhotoSenses.pages(settings, environment, jobs: jobs)
        let faces = try PhotoSenses.faces(settings)
        let meaning = isKept ? try meaning(settings, environment) : nil
        do throws(InferenceError) {
            return try await AnalyzerLoader(settings, environment, jobs).analyzer(
                pages: pages, faces: faces, meaning: meaning)
        } catch {
            throw Problem(error)
        }
    }

    /// Both models for searching by meaning, if they are installed.
    private static func meaning(
        _ settings: Settings, _ environment: AppEnvironment
    ) throws(Problem) -> SemanticModels? {
        do {
            if case .both(let models) = try SemanticModels.find(settings, environment) { return models }
            return nil
        } catch {
            throw Problem(any: error)
        }
    }

    private init(_ settings: Settings, _ environment: AppEnvironment, _ jobs: Int) throws(InferenceError) {
        let store = try ModelStore(environment)
        self.settings = settings
        library = store.library
        loader = store.loader(callers: jobs)
    }

    private func analyzer(
        pages: PageReader?, faces: FaceFinder?, meaning models: SemanticModels?
    ) async throws(InferenceError) -> PhotoAnalyzer {
        let tagger = try await tagger()
        let detector = try await detector()
        let classifier = try await classifier()
        let meaning = try await meaning(models)
        let options = TagOptions(threshold: Double(settings.text(.tagThreshold)))
        do throws(GalleryError) {
            return try PhotoAnalyzer(
                tagger: tagger, detector: detector, classifier: classifier, pages: pages, faces: faces,
                meaning: meaning, options: options)
        } catch .inference(let error) {
            throw error
        } catch {
            throw .badManifest(path: settings.text(.tagger), reason: "its tags cannot be used")
        }
    }

    /// Tries the text model immediately, so that an error is reported before any photo is analyzed.
    private func meaning(_ models: SemanticModels?) async throws(InferenceError) -> MeaningEncoder? {
        guard let models else { return nil }
        let texts = try models.texts()
        _ = try texts.vector(of: MeaningBackground.prompt("something"))
        return MeaningEncoder(try await loader.load(models.image.id, task: .embedder), texts: texts)
    }

    private func tagger() async throws(InferenceError) -> (model: Model, labels: String)? {
        let name = settings.text(.tagger)
        if name == Self.none { return nil }
        let model = try await loader.load(name, task: .tagger)
        return (model, library.labelsPath(of: model.entry) ?? "")
    }

    private func detector() async throws(InferenceError) -> Model? {
        try await model(.objectDetector, .detector) { PhotoAnalyzer.canUse($0) }
    }

    private func classifier() async throws(InferenceError) -> (model: Model, labels: String)? {
        guard let model = try await model(.classifier, .classifier, { _ in true }) else { return nil }
        return (model, library.labelsPath(of: model.entry) ?? "")
    }

    /// The model named in a setting, or the largest installed one for a task.
    private func model(
        _ setting: Setting, _ task: ModelEntry.Task, _ isFit: (ModelEntry) -> Bool
    ) async throws(InferenceError) -> Model? {
        let name = settings.text(setting)
        if name == Self.none { return nil }
        if name != Self.automatic { return try await loader.load(name, task: task) }
        let present = library.entries.filter { $0.task == task && isFit($0) && library.path(of: $0) != nil }
        guard let largest = present.max(by: { $0.bytes ?? 0 < $1.bytes ?? 0 }) else { return nil }
        return try await loader.load(largest.id, task: task)
    }
}

/// Analyses that need no model.
package enum PhotoSenses {
    /// The path in the package opencv-data.
    package static let usualCascade = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"

    /// The face detector; nil if it is turned off, or if no file is configured and the default one is missing.
    ///
    /// - Throws: An error if the configured file is unusable.
    static func faces(_ settings: Settings) throws(Problem) -> FaceFinder? {
        let wanted = settings.text(.faceCascade)
        if wanted == "none" { return nil }
        let isAutomatic = wanted == "auto"
        let path = isAutomatic ? usualCascade : wanted
        do throws(FileError) {
            let bytes = try Files.read(path, limit: FaceCascade.mostBytes)
            if let cascade = FaceCascade(bytes) { return FaceFinder(cascade) }
        } catch {
            if isAutomatic { return nil }
            throw Problem(error)
        }
        if isAutomatic { return nil }
        throw Problem(
            "badCascade", "\(printable(path)) is not a face detection cascade; --faces auto uses the default")
    }

    /// The reader of text on pages, screenshots and signs; nil if it is turned off, or if no language is configured and
    /// the default one is not installed.
    ///
    /// - Parameter jobs: The number of photos to analyze in parallel.
    /// - Throws: An error if a configured language cannot be read.
    static func pages(_ settings: Settings, _ environment: AppEnvironment, jobs: Int) throws(Problem) -> PageReader? {
        let wanted = settings.text(.pageLanguage)
        if wanted == "none" { return nil }
        let isAutomatic = wanted == "auto"
        do throws(TextError) {
            let engines = try TextEngines.load(
                isAutomatic ? "eng" : wanted, environment, callers: jobs)
            return engines.whole.map { PageReader($0) } ?? engines.recognizer.map { PageReader($0) }
        } catch {
            if isAutomatic { return nil }
            throw Problem(error)
        }
    }
}
