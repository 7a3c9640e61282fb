/// How far the counting of one photo is.
///
/// Each stage reports when it begins, and some report more often; ``fraction`` never falls, and the last report is
/// `complete` with fraction 1. A photo that is counted in a second way begins anew with the first stage.
public struct CountProgress: Sendable, Equatable {
    /// What is being done, in this order.
    public enum Stage: String, Sendable, Codable, CaseIterable {
        /// Finding candidates.
        case detecting
        /// Describing what each candidate looks like.
        case embedding
        /// Grouping things alike and choosing the group to count.
        case clustering
        /// Looking once more for things like those found.
        case searching
        /// Outlining what was found.
        case measuring
        case complete
    }

    public let stage: Stage
    /// Share of the whole work that is done, from 0 to 1.
    public let fraction: Double

    public init(stage: Stage, fraction: Double) {
        self.stage = stage
        self.fraction = fraction
    }
}
