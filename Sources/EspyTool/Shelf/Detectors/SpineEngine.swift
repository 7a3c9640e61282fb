package import Espy

/// What finds the spines: the detectors that the settings and the rollout ask for, ready to work.
package struct SpineEngine: Sendable {
    package let detection: SpineDetection
    /// Why it is not as it was to be; nil where all is well.
    package let note: String?
    private let trained: TrainedSpineDetector?

    /// Gets the detectors ready. What the rollout or the shadow asks for and is not there is left out with a note.
    ///
    /// - Throws: why the trained detector cannot be used, when the user asked for it by name.
    package static func load(_ settings: Settings, _ surroundings: Surroundings) async throws(Problem) -> SpineEngine {
        let (flag, choice) = (settings.trainedSpines, settings.spineChoice)
        let installation = installation(flag.stage, surroundings)
        let detection = flag.detection(for: installation.id, choice: choice)
        guard detection.shown == .trained || detection.hidden == .trained else {
            let isRefused = detection.reason == .killed && (choice == .trained || choice == .shadow)
            let refusal = "the trained detector is switched off (shelf.trained-off); using the classical one"
            return SpineEngine(detection, note: isRefused ? refusal : installation.problem)
        }
        do throws(InferenceError) {
            let trained = try await trained(surroundings)
            return SpineEngine(detection, trained: trained, note: installation.problem)
        } catch {
            guard choice != .trained else { throw Problem(error) }
            return SpineEngine(
                SpineDetection(shown: .classical, reason: detection.reason),
                note: "using the classical detector alone: \(Problem(error).message)")
        }
    }

    /// The trained detector of this machine.
    static func trained(_ surroundings: Surroundings) async throws(InferenceError) -> TrainedSpineDetector {
        let shelf = try ModelShelf(surroundings)
        let loader = ModelLoader(
            library: shelf.library, cacheFolder: Path.join(Folders(surroundings).cache, "models"),
            runtime: shelf.runtime)
        return try TrainedSpineDetector(await loader.load(TrainedSpineDetector.model, task: .spines))
    }

    private init(_ detection: SpineDetection, trained: TrainedSpineDetector? = nil, note: String?) {
        (self.detection, self.trained, self.note) = (detection, trained, note)
    }

    /// - Parameters:
    ///   - confidence: spines that are less sure are nobody's in a comparison.
    ///   - effort: quick for the frames of a camera or a film, where books in stacks are not looked for.
    ///   - onComparison: told the difference between both detectors, in shadow, the shown one first; on no particular
    ///     thread.
    package func detector(
        confidence: Double, effort: SeparatorDetector.Effort = .thorough,
        onComparison: @escaping @Sendable (SpineAgreement) -> Void = { _ in }
    ) -> any SpineDetector {
        func made(_ detector: SpineDetection.Detector) -> any SpineDetector {
            let found: any SpineDetector =
                if detector == .trained, let trained { trained } else { SeparatorDetector(effort: effort) }
            return effort == .quick ? found : StackedSpineDetector(found)
        }
        guard let hidden = detection.hidden else { return made(detection.shown) }
        return ShadowSpineDetector(
            shown: made(detection.shown), hidden: made(hidden), confidence: confidence, onComparison: onComparison)
    }

    /// The identifier decides at no other stage.
    private static func installation(
        _ stage: FeatureFlag.Stage, _ surroundings: Surroundings
    ) -> (id: String, problem: String?) {
        guard stage != .none, stage != .all else { return ("", nil) }
        do throws(FileError) {
            return (try InstallationID.load(surroundings), nil)
        } catch {
            return ("", "\(printable(error.path)): \(error.text)")
        }
    }
}
