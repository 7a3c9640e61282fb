/// What was seen at one stage of the rollout of the trained detector, on this machine alone.
public struct RolloutFigures: Sendable, Equatable, Codable {
    /// Photos and frames in which the detector looked for spines.
    public var frames: Int
    /// Outlines that were shown.
    public var spines: Int
    /// Outlines that people added, took away or moved.
    public var corrections: Int
    /// Outlines that people took away.
    public var falseOutlines: Int
    /// Spines that people added.
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

    /// Of the outlines, those that nobody took away, 0...1; nil where there are none.
    public var precision: Double? { spines > 0 ? Double(right) / Double(spines) : nil }
    /// Of the spines, as far as people added what was missed, those that were outlined, 0...1; nil where there are none.
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

/// Where the rollout of the trained detector stands, and whether it may go on.
public struct Rollout: Sendable, Equatable {
    public let stage: FeatureFlag.Stage
    public let seen: RolloutFigures
    /// What was seen at the stage before; nil where nothing is known of it.
    public let last: RolloutFigures?

    public init(stage: FeatureFlag.Stage, seen: RolloutFigures, last: RolloutFigures?) {
        (self.stage, self.seen, self.last) = (stage, seen, last)
    }

    /// Less says nothing about a detector.
    public static let leastFrames = 20

    /// Nil at the last stage.
    public var next: FeatureFlag.Stage? { stage.neighbor(1) }

    /// Why the next stage has to wait; empty where it does not.
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
        /// The precision is below that of the stage before.
        case moreFalseOutlines
        /// The recall is below that of the stage before.
        case moreMissed
    }
}

extension FeatureFlag.Stage {
    /// The stage so many steps further; nil where there is none.
    package func neighbor(_ step: Int) -> FeatureFlag.Stage? {
        let all = Self.allCases.sorted()
        let place = (all.firstIndex(of: self) ?? 0) + step
        return all.indices.contains(place) ? all[place] : nil
    }

    /// The detector whose spines are shown where the feature is on at this stage.
    var detector: SpineDetection.Detector { self == .none ? .classical : .trained }
}

extension TelemetryFolder {
    /// What the telemetry says of each stage, of the detector that it is about. Sessions of versions that did not write
    /// down their stage are left out.
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
