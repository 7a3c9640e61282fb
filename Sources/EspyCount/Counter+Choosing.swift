import EspyPixels

extension Counter {
    /// Counts by the detector, or by the seeker where the detector's count looks as if it were wrong.
    ///
    /// Which of them counts depends on the photo alone: a region or another similarity changes what is counted, not how.
    func chosen(_ image: RGBImage, _ log: StageLog) async throws(CountError) -> Count {
        var log = log
        let plain = CountOptions(pipeline: .adaptive)
        let first = try await AdaptivePipeline(models: models, options: plain).count(image, log: log.part(0..<0.5))
        var options = options
        let soundness = Soundness(of: first)
        if !soundness.isSound, let seeker = try models.seeker {
            options.pipeline = .seeker
            var count = try await SeekerPipeline(models: seeker, options: options)
                .count(image, log: log.part(0.5..<1))
            count.stages = first.stages + count.stages
            return count
        }
        options.pipeline = .adaptive
        // What the detector saw is remembered: a second tally takes little.
        var count = options == plain ? first : try await adaptive(image, log)
        if options == plain { log.report(.complete, at: 1) }
        count.range.widen(by: soundness.margin * Double(count.count))
        return count
    }
}
