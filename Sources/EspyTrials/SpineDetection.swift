public import EspyShelf
import EspySystem

/// The detectors that look for spines, and the one whose result is shown.
public struct SpineDetection: Sendable, Equatable, Codable {
    public enum Detector: String, Sendable, Codable, CaseIterable {
        /// Finds separators between books, without a model.
        case classical
        /// The trained model.
        case trained

        public var other: Detector { self == .classical ? .trained : .classical }

        /// The detector for photos, which finds books in stacks, too.
        ///
        /// - Parameter trained: the loaded model; without it, the classical detector is used.
        public func photoDetector(_ trained: TrainedSpineDetector?) -> StackedSpineDetector {
            if self == .trained, let trained { return StackedSpineDetector(trained) }
            return StackedSpineDetector(SeparatorDetector())
        }
    }

    public enum Mode: String, Sendable, Codable, CaseIterable {
        case classical
        case trained
        /// Both detectors process the same frame, and only one result is shown.
        case shadow
    }

    /// The reason for a decision.
    public enum Reason: String, Sendable, Codable {
        /// The trained detector is switched off for all users.
        case killed
        /// The user asked for it.
        case chosen
        /// The installation already has the new detector.
        case withinStage
        /// The installation does not have it yet.
        case beyondStage
    }

    public let shown: Detector
    /// Processes the same frames, for comparison only.
    public let hidden: Detector?
    public let reason: Reason

    public var mode: Mode {
        if hidden != nil { return .shadow }
        return shown == .classical ? .classical : .trained
    }

    public init(shown: Detector, hidden: Detector? = nil, reason: Reason) {
        self.shown = shown
        self.hidden = hidden
        self.reason = reason
    }
}

/// A feature that is rolled out to installations in stages.
///
/// Each installation falls into one of ``buckets`` by a checksum of its identifier and the feature's name. So the
/// result is always the same, an installation with a feature keeps it at each later stage, and different features start
/// with different installations.
public struct FeatureFlag: Sendable, Equatable, Codable {
    /// Percent of all installations.
    public enum Stage: Int, Sendable, Codable, CaseIterable, Comparable {
        case none = 0
        case first = 5
        case quarter = 25
        case half = 50
        case all = 100

        public static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }
    }

    public static let buckets = 10_000

    public let name: String
    public var stage: Stage
    /// Turns the feature off for all installations at once, overriding everything else.
    public var isKilled: Bool

    public init(_ name: String, stage: Stage, isKilled: Bool = false) {
        self.name = name
        self.stage = stage
        self.isKilled = isKilled
    }

    /// - Parameter installation: identifies the installation; any text.
    /// - Returns: 0 ..< ``buckets``, from the first eight bytes of SHA-256("installation NUL name").
    public func bucket(of installation: String) -> Int {
        let digits = SHA256.hex(of: Array("\(installation)\0\(name)".utf8)).prefix(16)
        // 2^64 is far larger than 10,000, so all buckets have practically the same size.
        return Int((UInt64(digits, radix: 16) ?? 0) % UInt64(Self.buckets))
    }

    public func isOn(for installation: String) -> Bool {
        !isKilled && bucket(of: installation) < stage.rawValue * Self.buckets / 100
    }
}

extension FeatureFlag {
    /// The trained detector of spines.
    public static let trainedSpines = "shelf.trained-spines"
    /// Its current stage, unless an installation overrides it.
    public static let trainedSpinesStage = Stage.all

    /// Selects the detectors. A killed flag overrides the user's choice, which overrides the stage.
    ///
    /// - Parameters:
    ///   - installation: identifies the installation.
    ///   - choice: the user's choice. For shadow, the stage selects the result that is shown.
    public func detection(for installation: String, choice: SpineDetection.Mode? = nil) -> SpineDetection {
        if isKilled { return SpineDetection(shown: .classical, reason: .killed) }
        let isOn = isOn(for: installation)
        let staged: SpineDetection.Detector = isOn ? .trained : .classical
        switch choice {
        case .classical: return SpineDetection(shown: .classical, reason: .chosen)
        case .trained: return SpineDetection(shown: .trained, reason: .chosen)
        case .shadow: return SpineDetection(shown: staged, hidden: staged.other, reason: .chosen)
        case nil: return SpineDetection(shown: staged, reason: isOn ? .withinStage : .beyondStage)
        }
    }
}
