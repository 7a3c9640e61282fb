public import EspyShelf
import EspySystem

/// Which detectors look for spines, and whose result is shown.
public struct SpineDetection: Sendable, Equatable, Codable {
    public enum Detector: String, Sendable, Codable, CaseIterable {
        /// Separators between books, without a model.
        case classical
        /// The trained model.
        case trained

        public var other: Detector { self == .classical ? .trained : .classical }

        /// What looks at photos: it finds books in stacks, too.
        ///
        /// - Parameter trained: the loaded model; without it the classical detector looks.
        public func photoDetector(_ trained: TrainedSpineDetector?) -> StackedSpineDetector {
            if self == .trained, let trained { return StackedSpineDetector(trained) }
            return StackedSpineDetector(SeparatorDetector())
        }
    }

    public enum Mode: String, Sendable, Codable, CaseIterable {
        case classical
        case trained
        /// Both look at the same frame, and only one result is shown.
        case shadow
    }

    /// What led to a decision.
    public enum Reason: String, Sendable, Codable {
        /// The trained detector is switched off for everybody.
        case killed
        /// The user asked for it.
        case chosen
        /// The installation is among those that have the new detector already.
        case withinStage
        /// It is not yet.
        case beyondStage
    }

    public let shown: Detector
    /// Looks at the same frames, for comparison only.
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

/// A feature that reaches one installation after the other.
///
/// An installation falls into one of ``buckets`` by a checksum of its identifier and the name of the feature. So the
/// answer is always the same, who has a feature keeps it at each later stage, and features do not all begin with the
/// same people.
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
    /// Takes the feature from everybody at once, whatever else is said.
    public var isKilled: Bool

    public init(_ name: String, stage: Stage, isKilled: Bool = false) {
        self.name = name
        self.stage = stage
        self.isKilled = isKilled
    }

    /// - Parameter installation: what tells one installation from the others; any text.
    /// - Returns: 0 ..< ``buckets``, from the first eight bytes of SHA-256("installation NUL name").
    public func bucket(of installation: String) -> Int {
        let digits = SHA256.hex(of: Array("\(installation)\0\(name)".utf8)).prefix(16)
        // 2^64 is so much more than 10,000 that no bucket is noticeably larger.
        return Int((UInt64(digits, radix: 16) ?? 0) % UInt64(Self.buckets))
    }

    public func isOn(for installation: String) -> Bool {
        !isKilled && bucket(of: installation) < stage.rawValue * Self.buckets / 100
    }
}

extension FeatureFlag {
    /// The trained detector of spines.
    public static let trainedSpines = "shelf.trained-spines"
    /// How far it has come, unless an installation says otherwise.
    public static let trainedSpinesStage = Stage.all

    /// Which detectors look for spines. A killed flag goes before the user's choice, that before the stage.
    ///
    /// - Parameters:
    ///   - installation: what tells one installation from the others.
    ///   - choice: what the user asked for. In shadow, the stage says which result is shown.
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
