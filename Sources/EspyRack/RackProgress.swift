/// How far the reading of one photo is.
///
/// Each stage reports once when it begins, so a caller with a clock can time the stages; ``fraction`` never falls, and
/// the last report is `done` with fraction 1.
public struct RackProgress: Sendable, Equatable {
    /// What is being done, in this order.
    public enum Stage: String, Sendable, Codable, CaseIterable {
        /// Finding and reading codes in the whole picture.
        case reading
        /// Fitting the lattice and finding the box.
        case placing
        /// Judging the cells that gave no value.
        case judging
        /// Looking once more into the cells that seem to hold a code.
        case rereading
        case done
    }

    public let stage: Stage
    /// Share of the whole work that is done, from 0 to 1.
    public let fraction: Double

    public init(stage: Stage, fraction: Double) {
        self.stage = stage
        self.fraction = fraction
    }
}
