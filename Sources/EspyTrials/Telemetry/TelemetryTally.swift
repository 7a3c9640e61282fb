import Foundation

/// Summarizes events in a fixed amount of memory.
public struct TelemetryTally: Sendable {
    private var times: ClosedRange<Double>?
    private var sessions = 0
    private var frames = TelemetryReport.Frames()
    private var losses = 0
    private var shadow = TelemetryReport.Shadow()
    private var layers: [TelemetryFrame.Layers: Int] = [:]
    private var detectors: [TelemetryCode: TelemetryReport.Detector] = [:]
    private var width = Bins(0...1.5, bins: 600)
    private var height = Bins(0...1.5, bins: 300)
    private var aspect = Bins(0...2, bins: 400)
    private var tilt = Bins(-90...90, bins: 180)
    private var confidence = Bins(0...1, bins: 100)
    private var spines = Bins(0...200, bins: 200)
    private var timings: [TelemetryFrame.Stage: Bins] = [:]

    /// Maximum number of detector names; a damaged file could contain any number.
    private static let mostDetectors = 16

    public init() {}

    public mutating func add(_ event: TelemetryEvent) {
        times = times.map { min($0.lowerBound, event.time)...max($0.upperBound, event.time) } ?? event.time...event.time
        switch event.body {
        case .start: sessions += 1
        case .end: break
        case .frame(let frame): add(frame)
        case .correction(let correction): add(correction)
        case .comparison(let comparison): add(comparison)
        case .loss(let loss): losses += Self.count(loss.count)
        }
    }

    private mutating func add(_ frame: TelemetryFrame) {
        frames.logged += 1
        frames.unlogged += Self.count(frame.unlogged)
        switch frame.outcome {
        case .processed: frames.processed += 1
        case .skipped: frames.skipped += 1
        case .failed: frames.failed += 1
        }
        for (stage, milliseconds) in frame.timings {
            timings[stage, default: Bins(0.01...100_000, bins: 350, scale: .logarithmic)].add(milliseconds)
        }
        // No spines were looked for in the others.
        guard frame.outcome == .processed else { return }
        layers[frame.layers, default: 0] += 1
        change(frame.detector) {
            $0.frames += 1
            $0.spines += Self.count(frame.spineCount)
        }
        spines.add(Double(frame.spineCount))
        for spine in frame.spines {
            width.add(spine.width)
            height.add(spine.height)
            aspect.add(spine.aspect)
            tilt.add(spine.tilt)
            confidence.add(spine.confidence)
        }
    }

    private mutating func add(_ correction: TelemetryCorrection) {
        change(correction.detector) {
            switch correction.action {
            case .add: $0.added += 1
            case .delete: $0.deleted += 1
            case .move: $0.moved += 1
            case .confirm: $0.confirmed += 1
            }
        }
    }

    private mutating func add(_ comparison: TelemetryComparison) {
        shadow.frames += 1
        shadow.both += Self.count(comparison.both)
        shadow.onlyShown += Self.count(comparison.onlyShown)
        shadow.onlyHidden += Self.count(comparison.onlyHidden)
    }

    private mutating func change(_ name: TelemetryCode, _ body: (inout TelemetryReport.Detector) -> Void) {
        let isKnown = detectors[name] != nil || detectors.count < Self.mostDetectors
        let name = isKnown ? name : "others"
        body(&detectors[name, default: .init(name: name.text)])
    }

    /// Clamps a count from an untrusted file.
    private static func count(_ number: Int) -> Int { min(max(number, 0), 1_000_000) }

    public func report(_ reading: TelemetryFolder.Reading = .init()) -> TelemetryReport {
        let shapes = [
            TelemetryDistribution("width", "Width of spines", unit: "of the long side", width),
            TelemetryDistribution("height", "Height of spines", unit: "of the long side", height),
            TelemetryDistribution("aspect", "Width by height", unit: "", aspect),
            TelemetryDistribution("tilt", "Lean from the vertical", unit: "degrees", tilt),
            TelemetryDistribution("confidence", "Confidence", unit: "", confidence),
            TelemetryDistribution("spines", "Spines in a frame", unit: "spines", spines),
        ]
        let times = TelemetryFrame.Stage.allCases.map { stage in
            timings[stage].flatMap {
                TelemetryDistribution("timing.\(stage.rawValue)", "Time: \(stage.rawValue)", unit: "ms", $0)
            }
        }
        return TelemetryReport(
            from: self.times?.lowerBound, to: self.times?.upperBound, sessions: sessions, events: reading.events,
            damaged: reading.damaged, newer: reading.newer, lost: losses, frames: frames,
            layers: layers.map { .init(layers: $0, frames: $1) }.sorted { $0.rank < $1.rank },
            detectors: detectors.values.sorted { $0.name < $1.name }, shadow: shadow.frames > 0 ? shadow : nil,
            distributions: (shapes + times).compactMap(\.self))
    }
}

extension TelemetryFolder {
    /// Summarizes all events.
    public func report() throws -> TelemetryReport {
        var tally = TelemetryTally()
        let reading = try read { tally.add($0) }
        return tally.report(reading)
    }
}

/// Counts values in bins: a distribution in a fixed amount of memory.
package struct Bins {
    package enum Scale: Equatable {
        case linear
        /// Bin widths grow by a constant factor.
        case logarithmic
    }

    private let range: ClosedRange<Double>
    package let scale: Scale
    package private(set) var counts: [Int]
    package private(set) var count = 0
    package private(set) var sum = 0.0
    package private(set) var least = Double.infinity
    package private(set) var most = -Double.infinity

    /// - Parameter range: values outside are counted in the first or last bin. Above 0 for a logarithmic scale.
    package init(_ range: ClosedRange<Double>, bins: Int, scale: Scale = .linear) {
        self.range = range
        self.scale = scale
        counts = [Int](repeating: 0, count: bins)
    }

    package mutating func add(_ value: Double) {
        guard value.isFinite else { return }
        count += 1
        sum += value
        least = min(least, value)
        most = max(most, value)
        counts[bin(of: value)] += 1
    }

    private func bin(of value: Double) -> Int {
        let share = (place(min(max(value, range.lowerBound), range.upperBound)) - low) / (high - low)
        return min(Int(share * Double(counts.count)), counts.count - 1)
    }

    /// The lower edge of a bin; for the index after the last bin, the end of the range.
    package func edge(_ index: Double) -> Double {
        let place = low + (high - low) * index / Double(counts.count)
        return scale == .linear ? place : exp(place)
    }

    /// The percentile for a share, accurate to a bin width; nil when there are no values.
    package func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = share * Double(count)
        var below = 0.0
        for (index, number) in counts.enumerated() where number > 0 {
            if below + Double(number) >= rank {
                let value = edge(Double(index) + (rank - below) / Double(number))
                return min(max(value, least), most)
            }
            below += Double(number)
        }
        return most
    }

    private var low: Double { place(range.lowerBound) }
    private var high: Double { place(range.upperBound) }
    private func place(_ value: Double) -> Double { scale == .linear ? value : log(value) }
}
