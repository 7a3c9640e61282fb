import EspyPixels

/// Counts by showing the network one thing and having it find all of its like; the ones to show it proposes itself,
/// unless a person points at one.
struct SeekerPipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) async throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let view = SeekerView(models: models, image: image)
        let explanations = try explanations(of: view) { log.report(.detecting, at: 0.9 * $0) }
        models.memory.tidy()
        try log.begin(.searching, at: 0.95)
        var count = result(of: explanations, in: image)
        count.stages = try log.complete()
        return count
    }

    /// What explanations of a photo, the likeliest first, come to.
    func result(of explanations: [Explanation], in image: RGBImage) -> Count {
        let tally = SeekerTally(
            explanations, options: options, isShown: options.like != nil, width: image.width,
            height: image.height)
        var count = Count(
            width: image.width, height: image.height, count: tally.count, range: tally.range,
            clusters: tally.clusters, detections: tally.detections, model: .init(detector: models.networks.id),
            parameters: options, warnings: tally.count == 0 ? [.nothingFound] : [])
        count.alternatives = tally.alternatives
        if tally.isUndecided { count.warnings.append(.undecided) }
        if Darkness.hides(image) { count.warnings.append(.dark) }
        return count
    }

    /// What the photo may be about, or what is like the examples of the options.
    func explanations(
        of view: SeekerView, report: (Double) -> Void
    ) throws(CountError) -> [Explanation] {
        let explainer = Explainer(models: models, view: view)
        guard let like = options.like else {
            return try view.photo.explanations { () throws(CountError) in
                try explainer.explanations(report: report)
            }
        }
        let wanted = SeekerPhoto.Wanted(like: [like] + options.alsoLike, unlike: options.unlike)
        return [
            try view.photo.sought(wanted) { () throws(CountError) in
                try explainer.explanation(like: wanted.like, unlike: wanted.unlike)
            }
        ]
    }
}
