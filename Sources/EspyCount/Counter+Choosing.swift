import EspyPixels

extension Counter {
    /// Counts long things where there are some; else by the detector, or by the seeker where the detector's count looks as
    /// if it were wrong.
    ///
    /// Which of them counts depends on the photo alone: a region or another similarity changes what is counted, not how.
    func chosen(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        let long = try long(image, log)
        if let count = long.sure { return count }
        var log = long.rest
        let plain = CountOptions(pipeline: .adaptive)
        let first = try await AdaptivePipeline(models: models, options: plain).count(image, log: log.part(0..<0.5))
        let soundness = Soundness(of: first)
        if !soundness.isSound, var count = try await sought(image, log.part(0.5..<1)) {
            count.stages = first.stages + count.stages
            return count
        }
        let missed =
            soundness.isOfNothing ? max(try await overlooked(image, log.part(0.5..<0.9)), long.possible) : 0
        var options = options
        options.pipeline = .adaptive
        // What the detector saw is remembered: a second tally takes little.
        var count = options == plain ? first : try await adaptive(image, log.part(0.9..<1))
        if options == plain { log.report(.complete, at: 1) }
        count.range.widen(by: soundness.margin * Double(count.count))
        count.range.high = max(count.range.high, missed)
        return count
    }

    /// The count of the seeker; nil where it is not there.
    private func sought(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count? {
        guard let seeker = try models.seeker else { return nil }
        var options = options
        options.pipeline = .seeker
        return try await SeekerPipeline(models: seeker, options: options).count(image, log: log)
    }

    /// How many things there may be where the detector sees none: what the seeker counts, if it is sure enough of it.
    ///
    /// It finds something on nearly every surface, so that this says nothing of the count, but that zero is not certain.
    private func overlooked(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Int {
        guard let found = try await sought(image, log) else { return 0 }
        let score = found.main.reduce(0) { $0 + $1.confidence } / Double(max(found.count, 1))
        return score >= Soundness.leastOfOverlooked ? found.count : 0
    }
}
