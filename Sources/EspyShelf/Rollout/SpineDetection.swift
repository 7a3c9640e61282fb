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
