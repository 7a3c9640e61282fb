import EspyPixels

extension Counter {
    /// What looking for long things came to: the first look, which most photos end with, takes a hundredth of a second.
    struct LongLook {
        /// Nil: there are none, or nothing was looked for.
        let answer: LongPipeline.Answer?
        /// The log for what comes after.
        let rest: StageLog

        /// The count, where it is believed.
        var sure: Count? { answer.flatMap { $0.isSure ? $0.count : nil } }
        /// How many long things there may be where nothing else is found.
        var possible: Int { answer?.count.count ?? 0 }
    }

    /// Looks for things many times as long as wide that lie side by side, or for those like an example that is.
    func long(_ image: RGBImage, _ log: StageLog) throws(CountError) -> LongLook {
        guard let direction = LongDirection(of: image, options: options), let seeker = try models.seeker else {
            return LongLook(answer: nil, rest: log)
        }
        let pipeline = LongPipeline(models: seeker, options: options, direction: direction)
        let look = LongLook(
            answer: try pipeline.count(image, log: log.part(0..<0.3)), rest: log.part(0.3..<1))
        if look.sure != nil {
            var log = log
            log.report(.complete, at: 1)
        }
        return look
    }
}
