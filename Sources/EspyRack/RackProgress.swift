/// The progress of reading one photo.
///
/// Each stage reports once when it begins, so a caller with a clock can time the stages; ``fraction`` never falls, and
/// the last report is `done` with fraction 1.
public struct RackProgress: Sendable, Equatable {
    /// The stages of the work, in this order.
    public enum Stage: String, Sendable, CaseIterable {
        /// Finding and reading codes in the whole picture.
        case reading
        /// Fitting the lattice and finding the box.
        case placing
        /// Classifying the cells without a value.
        case judging
        /// Searching again in the cells that seem to hold a code.
        case rereading
        case done
    }

    public let stage: Stage
    /// Share of the whole work that is done, from 0 to 1.
    public let fraction: Double

    /// The beginning of a stage, with the usual share of work before it.
    init(_ stage: Stage) {
        self.stage = stage
        fraction =
            switch stage {
            case .reading: 0
            case .placing: 0.6
            case .judging: 0.7
            case .rereading: 0.85
            case .done: 1
            }
    }

    public init(stage: Stage, fraction: Double) {
        self.stage = stage
        self.fraction = fraction
    }
}
