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
        let meaning = isKept ? try meaning(settings, environment) : nil
        let loader: AnalyzerLoader
        do throws(InferenceError) {
            loader = try AnalyzerLoader(settings, environment, jobs)
        } catch { throw Problem(error) }
        let faces = try loader.faces()
        let people = isKept ? try loader.people(faces) : nil
        do throws(InferenceError) {
            return try await loader.analyzer(pages: pages, faces: faces, people: people, meaning: meaning)
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
        pages: PageReader?, faces: FaceDetector?, people: FaceDescriber?, meaning models: SemanticModels?
    ) async throws(InferenceError) -> PhotoAnalyzer {
        let tagger = try await tagger()
        let detector = try await detector()
        let classifier = try await classifier()
        let meaning = try await meaning(models)
        let options = TagOptions(threshold: Double(settings.text(.tagThreshold)))
        do throws(GalleryError) {
            return try PhotoAnalyzer(
                tagger: tagger, detector: detector, classifier: classifier, pages: pages, faces: faces,
                people: people, meaning: meaning, options: options)
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

extension AnalyzerLoader {
    /// The face detector; nil if it is turned off, or if no file is configured and the usual one cannot be used, which
    /// `espy doctor` reports.
    ///
    /// - Throws: Why the configured file is unusable.
    private func faces() throws(Problem) -> FaceDetector? {
        let wanted = settings.text(.faces)
        if wanted == Self.none { return nil }
        if wanted == Self.automatic {
            return (try? loader.loadOpen(Self.detector, task: .faceDetector)).map(FaceDetector.init)
        }
        guard wanted.lowercased().hasSuffix(".tflite") else {
            throw Problem(
                "badFaces",
                """
                \(printable(wanted)) is not MediaPipe's full range face detector (.tflite); cascades of OpenCV are no \
                longer used; --faces auto uses the one that Scripts/setup-faces fetches
                """)
        }
        do throws(InferenceError) {
            return FaceDetector(try loader.loadOpen(Self.detector, task: .faceDetector, file: wanted))
        } catch { throw Problem(error) }
    }

    /// Describes faces; nil unless people are recognized.
    ///
    /// - Throws: Why it cannot, if people are to be recognized.
    private func people(_ faces: FaceDetector?) throws(Problem) -> FaceDescriber? {
        guard settings.isOn(.people), settings.text(.faces) != Self.none else { return nil }
        guard faces != nil else {
            throw Problem("noFaces", "people cannot be recognized without a face detector; run Scripts/setup-faces")
        }
        do throws(InferenceError) {
            return FaceDescriber(try loader.loadOpen(Self.describer, task: .faceDescriber))
        } catch { throw Problem(error) }
    }

    /// The models that `Scripts/setup-faces` fetches.
    private static let (detector, describer) = ("mediapipe-faces", "dlib-faces")
}

/// Analyses that need no model.
enum PhotoSenses {
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
