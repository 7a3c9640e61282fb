import EspySystem

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
