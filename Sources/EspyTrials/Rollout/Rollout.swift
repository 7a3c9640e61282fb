/// Results at one stage of the rollout of the trained detector, on this machine only.
public struct RolloutFigures: Sendable, Equatable, Codable {
    /// Photos and frames that the detector processed.
    public var frames: Int
    /// Outlines that were shown.
    public var spines: Int
    /// Outlines that the user added, removed or moved.
    public var corrections: Int
    /// Outlines that the user removed.
    public var falseOutlines: Int
    /// Spines that the user added.
    public var missed: Int

    public init(frames: Int = 0, spines: Int = 0, corrections: Int = 0, falseOutlines: Int = 0, missed: Int = 0) {
        (self.frames, self.spines, self.corrections) = (frames, spines, corrections)
        (self.falseOutlines, self.missed) = (falseOutlines, missed)
    }

    init(_ detector: TelemetryReport.Detector) {
        self.init(
            frames: detector.frames, spines: detector.spines,
            corrections: detector.added + detector.deleted + detector.moved, falseOutlines: detector.deleted,
            missed: detector.added)
    }

    /// The share of outlines that were not removed, 0...1; nil if there are none.
    public var precision: Double? { spines > 0 ? Double(right) / Double(spines) : nil }
    /// The share of spines that were outlined, 0...1, provided that users added the missed ones; nil if there are none.
    public var recall: Double? { right + missed > 0 ? Double(right) / Double(right + missed) : nil }

    private var right: Int { max(spines - falseOutlines, 0) }

    private enum Key: String, CodingKey {
        case frames, spines, corrections, falseOutlines, missed, precision, recall
    }

    /// With what follows from it.
    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(frames, forKey: .frames)
        try box.encode(spines, forKey: .spines)
        try box.encode(corrections, forKey: .corrections)
        try box.encode(falseOutlines, forKey: .falseOutlines)
        try box.encode(missed, forKey: .missed)
        try box.encodeIfPresent(precision, forKey: .precision)
        try box.encodeIfPresent(recall, forKey: .recall)
    }
}

/// The current stage of the trained detector's rollout, and whether it may continue.
public struct Rollout: Sendable, Equatable {
    public let stage: FeatureFlag.Stage
    public let seen: RolloutFigures
    /// Results at the previous stage; nil if unknown.
    public let last: RolloutFigures?

    public init(stage: FeatureFlag.Stage, seen: RolloutFigures, last: RolloutFigures?) {
        (self.stage, self.seen, self.last) = (stage, seen, last)
    }

    /// The least number of frames that allows a judgment.
    public static let leastFrames = 20

    /// Nil at the last stage.
    public var next: FeatureFlag.Stage? { stage.neighbor(1) }

    /// Why the next stage has to wait; empty if it does not.
    public var objections: [Objection] {
        guard seen.frames >= Self.leastFrames else { return [.tooFewFrames(seen.frames)] }
        guard let last else { return [] }
        func isBelow(_ now: Double?, _ before: Double?) -> Bool { (now ?? 0) < before ?? 0 }
        return [
            isBelow(seen.precision, last.precision) ? .moreFalseOutlines : nil,
            isBelow(seen.recall, last.recall) ? .moreMissed : nil,
        ].compactMap(\.self)
    }

    public enum Objection: Sendable, Equatable {
        case tooFewFrames(Int)
        /// The precision is lower than at the previous stage.
        case moreFalseOutlines
        /// The recall is lower than at the previous stage.
        case moreMissed
    }
}

extension FeatureFlag.Stage {
    /// The stage `step` steps further; nil if there is none.
    package func neighbor(_ step: Int) -> FeatureFlag.Stage? {
        let all = Self.allCases.sorted()
        let place = (all.firstIndex(of: self) ?? 0) + step
        return all.indices.contains(place) ? all[place] : nil
    }

    /// The detector whose spines are shown if the feature is on at this stage.
    var detector: SpineDetection.Detector { self == .none ? .classical : .trained }
}

extension TelemetryFolder {
    /// The telemetry's results by stage, for the detector of each stage. Sessions of versions that did not record their
    /// stage are left out.
    public func rolloutFigures() throws -> [FeatureFlag.Stage: RolloutFigures] {
        var stages: [TelemetryCode: FeatureFlag.Stage] = [:]
        var tallies: [FeatureFlag.Stage: TelemetryTally] = [:]
        try read { event in
            if case .start(let start) = event.body {
                stages[event.session] = start.stage.flatMap(FeatureFlag.Stage.init)
            }
            guard let stage = stages[event.session] else { return }
            tallies[stage, default: TelemetryTally()].add(event)
        }
        var figures: [FeatureFlag.Stage: RolloutFigures] = [:]
        for (stage, tally) in tallies {
            let detector = tally.report().detectors.first { $0.name == stage.detector.rawValue }
            figures[stage] = detector.map(RolloutFigures.init)
        }
        return figures
    }
}
