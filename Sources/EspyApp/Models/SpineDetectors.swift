package import Espy
import EspyInference
import EspySystem
package import EspyTrials

/// What finds the spines: the detectors that the settings and the rollout ask for, ready to work.
package struct SpineDetectors: Sendable {
    package let detection: SpineDetection
    /// Why it is not as it was to be; nil where all is well.
    package let note: String?
    private let trained: TrainedSpineDetector?

    /// Gets the detectors ready. What the rollout or the shadow asks for and is not there is left out with a note.
    ///
    /// - Throws: why the trained detector cannot be used, when the user asked for it by name.
    package static func load(
        _ settings: Settings, _ environment: AppEnvironment
    ) async throws(Problem) -> SpineDetectors {
        let (flag, choice) = (settings.trainedSpines, settings.spineChoice)
        let installation = installation(flag.stage, environment)
        let detection = flag.detection(for: installation.id, choice: choice)
        guard detection.shown == .trained || detection.hidden == .trained else {
            let isRefused = detection.reason == .killed && (choice == .trained || choice == .shadow)
            let refusal = "the trained detector is switched off (shelf.trained-off); using the classical one"
            return SpineDetectors(detection, note: isRefused ? refusal : installation.problem)
        }
        do throws(InferenceError) {
            let trained = try await trained(environment)
            return SpineDetectors(detection, trained: trained, note: installation.problem)
        } catch {
            guard choice != .trained else { throw Problem(error) }
            return SpineDetectors(
                SpineDetection(shown: .classical, reason: detection.reason),
                note: "using the classical detector alone: \(Problem(error).message)")
        }
    }

    /// The trained detector of this machine.
    package static func trained(_ environment: AppEnvironment) async throws(InferenceError) -> TrainedSpineDetector {
        try await TrainedSpineDetector.load(ModelStore(environment).loader())
    }

    private init(_ detection: SpineDetection, trained: TrainedSpineDetector? = nil, note: String?) {
        (self.detection, self.trained, self.note) = (detection, trained, note)
    }

    /// - Parameters:
    ///   - confidence: spines that are less sure are nobody's in a comparison.
    ///   - effort: quick for the frames of a camera or a film, where books in stacks are not looked for, and the trained
    ///     detector only works for who asked for it by name: the next frame comes soon.
    ///   - onComparison: told the difference between both detectors, in shadow, the shown one first; on no particular
    ///     thread.
    package func detector(
        confidence: Double, effort: SeparatorDetector.Effort = .thorough,
        onComparison: @escaping @Sendable (SpineAgreement) -> Void = { _ in }
    ) -> any SpineDetector {
        func made(_ detector: SpineDetection.Detector) -> any SpineDetector {
            guard effort == .quick else { return detector.photoDetector(trained) }
            if detector == .trained, let trained { return trained }
            return SeparatorDetector(effort: effort)
        }
        guard let hidden = detection.hidden else {
            let isUnasked = effort == .quick && detection.reason == .withinStage
            return made(isUnasked ? .classical : detection.shown)
        }
        return ShadowSpineDetector(
            shown: made(detection.shown), hidden: made(hidden), confidence: confidence, onComparison: onComparison)
    }

    /// The identifier decides at no other stage.
    private static func installation(
        _ stage: FeatureFlag.Stage, _ environment: AppEnvironment
    ) -> (id: String, problem: String?) {
        guard stage != .none, stage != .all else { return ("", nil) }
        do throws(FileError) {
            return (try InstallationID.load(environment), nil)
        } catch {
            return ("", "\(printable(error.path)): \(error.text)")
        }
    }
}

extension Settings {
    /// The flag of the trained detector, at the stage that the settings say.
    package var trainedSpines: FeatureFlag {
        let stage = Int(text(.spineRollout)).flatMap(FeatureFlag.Stage.init) ?? .none
        return FeatureFlag(FeatureFlag.trainedSpines, stage: stage, isKilled: isOn(.trainedOff))
    }

    /// What the user asked for; nil for auto.
    package var spineChoice: SpineDetection.Mode? { SpineDetection.Mode(rawValue: text(.spineDetector)) }
}
