package import Espy
import EspyInference
package import EspySystem
package import EspyTrials
import Foundation

/// The spine detectors that the settings and the rollout select, loaded.
package struct SpineDetectors: Sendable {
    package let detection: SpineDetection
    /// Why the selection could not be followed; nil if there is no problem.
    package let note: String?
    private let make: @Sendable (SpineDetection.Detector, SeparatorDetector.Effort) -> any SpineDetector

    /// Loads the detectors. If one for the rollout or shadow mode is missing, it is skipped with a note.
    ///
    /// - Throws: Why the trained detector is unusable, if the user selected it explicitly.
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
        self.init(detection, note: note) { detector, effort in
            guard effort == .quick else { return detector.photoDetector(trained) }
            // The next frame follows soon, so the network runs only if the user asked for it by name. The trained
            // judge of separators is quick enough, and needs no model.
            if detector == .trained, detection.reason == .chosen, let trained { return trained }
            return SeparatorDetector(effort: effort, isJudged: detection.reason == .withinStage)
        }
    }

    package init(
        _ detection: SpineDetection, note: String? = nil,
        make: @escaping @Sendable (SpineDetection.Detector, SeparatorDetector.Effort) -> any SpineDetector
    ) {
        (self.detection, self.note, self.make) = (detection, note, make)
    }

    /// - Parameters:
    ///   - confidence: The minimum confidence of spines in a comparison.
    ///   - effort: Quick for frames of a camera or video: skips books in stacks, and uses the trained network only if
    ///     the user selected it explicitly, otherwise the trained judge of separators.
    ///   - onComparison: In shadow mode, called with the agreement of both detectors, the shown one first; on any
    ///     thread.
    package func detector(
        confidence: Double, effort: SeparatorDetector.Effort = .thorough,
        onComparison: @escaping @Sendable (SpineAgreement) -> Void = { _ in }
    ) -> any SpineDetector {
        guard let hidden = detection.hidden else {
            return make(detection.shown, effort)
        }
        return ShadowSpineDetector(
            shown: make(detection.shown, effort), hidden: make(hidden, effort), confidence: confidence,
            onComparison: onComparison)
    }

    /// The installation identifier is needed only at stages that depend on it.
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
    /// The feature flag of the trained detector, at the stage in the settings.
    package var trainedSpines: FeatureFlag {
        let stage = Int(text(.spineRollout)).flatMap(FeatureFlag.Stage.init) ?? .none
        return FeatureFlag(FeatureFlag.trainedSpines, stage: stage, isKilled: isOn(.trainedOff))
    }

    /// The user's choice; nil for auto.
    package var spineChoice: SpineDetection.Mode? { SpineDetection.Mode(rawValue: text(.spineDetector)) }
}

/// The identifier of this installation, for stages of a rollout. It never leaves the machine.
package enum InstallationID {
    private static let digits = 32

    /// Reads the identifier in the data folder, or creates one that only the user can read.
    ///
    /// A file that contains anything except 32 hexadecimal digits is replaced.
    package static func load(_ environment: AppEnvironment) throws(FileError) -> String {
        let folder = Folders(environment).data
        let path = Path.join(folder, "installation-id")
        if let known = known(path) { return known }
        try Files.makePrivateFolder(folder)
        let fresh = (0..<digits).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        return try kept(fresh, path)
    }

    private static func known(_ path: String) -> String? {
        guard let bytes = try? Files.read(path, limit: 4 * digits) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        return text.count == digits && text.allSatisfy("0123456789abcdef".contains) ? text : nil
    }

    /// If two programs create it at the same time, the first one wins.
    private static func kept(_ fresh: String, _ path: String) throws(FileError) -> String {
        if Files.exists(path) { unlink(path) }
        do throws(FileError) {
            try AtomicFile.create(path, Array("\(fresh)\n".utf8), isPrivate: true)
        } catch {
            if error.cause == .system(EEXIST), let known = known(path) { return known }
            throw error
        }
        return fresh
    }
}
