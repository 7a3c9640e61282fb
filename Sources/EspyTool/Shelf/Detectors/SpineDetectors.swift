package import Espy
import EspyHTTP
import EspyInference

/// What finds the spines: the detectors that the settings and the rollout ask for, ready to work.
package struct SpineDetectors: Sendable {
    package let detection: SpineDetection
    /// Why it is not as it was to be; nil where all is well.
    package let note: String?
    private let trained: TrainedSpineDetector?

    /// Gets the detectors ready. What the rollout or the shadow asks for and is not there is left out with a note.
    ///
    /// - Throws: why the trained detector cannot be used, when the user asked for it by name.
    package static func load(_ settings: Settings, _ surroundings: Surroundings) async throws(Problem) -> SpineDetectors
    {
        let (flag, choice) = (settings.trainedSpines, settings.spineChoice)
        let installation = installation(flag.stage, surroundings)
        let detection = flag.detection(for: installation.id, choice: choice)
        guard detection.shown == .trained || detection.hidden == .trained else {
            let isRefused = detection.reason == .killed && (choice == .trained || choice == .shadow)
            let refusal = "the trained detector is switched off (shelf.trained-off); using the classical one"
            return SpineDetectors(detection, note: isRefused ? refusal : installation.problem)
        }
        do throws(InferenceError) {
            let trained = try await trained(surroundings)
            return SpineDetectors(detection, trained: trained, note: installation.problem)
        } catch {
            guard choice != .trained else { throw Problem(error) }
            return SpineDetectors(
                SpineDetection(shown: .classical, reason: detection.reason),
                note: "using the classical detector alone: \(Problem(error).message)")
        }
    }

    /// The trained detector of this machine.
    static func trained(_ surroundings: Surroundings) async throws(InferenceError) -> TrainedSpineDetector {
        try await TrainedSpineDetector.load(ModelStore(surroundings).loader())
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

/// Flags of choosing what finds the spines.
extension Flags {
    package static let spineDetector = Flag(
        "detector", value: FlagValue("NAME", .choice(["auto"] + SpineDetection.Mode.allCases.map(\.rawValue))),
        setting: Setting("shelf.detector", default: "auto"),
        help: """
            What finds the spines: classical needs no model, trained has the help of a network; auto takes the trained \
            one for photos, as far as shelf.rollout says, and the classical one for frames. shadow lets both look, and \
            shows what auto would.
            """)
    package static let spineRollout = Flag(
        "rollout", value: FlagValue("PERCENT", .choice(["none", "5", "25", "50", "100"])),
        setting: Setting("shelf.rollout", default: "\(FeatureFlag.trainedSpinesStage.rawValue)"),
        help: "How many of all installations take the trained detector on their own.")
    package static let trainedOff = Flag(
        "trained-off", setting: Setting("shelf.trained-off", default: "false"),
        help: "Never take the trained detector, whatever else is said.")
    /// In the order of the help.
    package static let detectorSettings = [spineDetector, spineRollout, trainedOff]
}

extension Settings {
    /// The flag of the trained detector, at the stage that the settings say.
    package var trainedSpines: FeatureFlag {
        let stage = Int(text(Flags.spineRollout)).flatMap(FeatureFlag.Stage.init) ?? .none
        return FeatureFlag(FeatureFlag.trainedSpines, stage: stage, isKilled: isOn(Flags.trainedOff))
    }

    /// What the user asked for; nil for auto.
    package var spineChoice: SpineDetection.Mode? { SpineDetection.Mode(rawValue: text(Flags.spineDetector)) }
}
