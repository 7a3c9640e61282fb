import EspyPixels
import Foundation

/// Counts what a recipe shows: its examples come from other photos, and the size of things in this one is looked for.
struct RecipePipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions
    let recipe: Recipe

    /// Finds that say their size differs by more than this are looked at again, at that size.
    private static let closeSize = 0.06

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) async throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let view = SeekerView(models: models, image: image)
        let answer = try recognized(in: view) { log.report(.detecting, at: 0.9 * $0) }
        models.memory.tidy()
        try log.begin(.searching, at: 0.95)
        let tally = SeekerTally(
            [answer.explanation], options: options, isShown: true, width: image.width, height: image.height)
        var count = Count(
            width: image.width, height: image.height, count: tally.count, range: tally.range,
            clusters: tally.clusters, detections: tally.detections, model: .init(detector: models.networks.id),
            parameters: options, warnings: [])
        count.alternatives = tally.alternatives
        if tally.isUndecided { count.warnings.append(.undecided) }
        count.recipe = Count.Used(name: recipe.name, things: recipe.things)
        count.weigh(chance: answer.chance)
        if count.count == 0 { count.warnings = [.nothingFound] }
        if Darkness.hides(image) { count.warnings.append(.dark) }
        count.stages = try log.complete()
        return count
    }

    /// What the recipe leads to, worked out once.
    func recognized(in view: SeekerView, report: (Double) -> Void = { _ in }) throws(CountError) -> Recognized {
        let wanted = SeekerPhoto.Wanted(like: options.shown, unlike: options.unlike, recipe: recipe)
        return try view.photo.recognized(wanted) { () throws(CountError) in try seek(in: view, report: report) }
    }

    private func seek(in view: SeekerView, report: (Double) -> Void) throws(CountError) -> Recognized {
        let features = try models.features(of: recipe)
        let explainer = Explainer(models: models, view: view)
        let finder = Finder(networks: models.networks)
        // What a person shows in the photo itself says the size, and that there is one.
        if options.like != nil {
            let maps = try view.maps(for: options.shown)
            let sought = try finder.finds(
                like: options.shown, unlike: options.unlike, given: features.like, against: features.unlike,
                in: maps)
            return Recognized(
                explanation: try explainer.explanation(sought, of: options.shown, in: maps), chance: 1)
        }
        let search = SizeSearch(models: models, view: view, features: features)
        let evidence = try search.evidence(for: search.candidates(recipe.distance)) { report(0.8 * $0) }
        guard let best = RecipeJudgment.best(of: evidence) else { throw .unusableRecipe }
        let chosen = evidence[best]
        let isClose = abs(chosen.correction) < Self.closeSize
        let side = isClose ? chosen.side : chosen.side * exp(chosen.correction)
        let maps = try view.maps(
            scale: SeekerScale.scale(side: side, width: view.image.width, height: view.image.height))
        let sought = try finder.finds(
            like: [], unlike: options.unlike, given: features.like, against: features.unlike, in: maps)
        return Recognized(
            explanation: try explainer.explanation(sought, of: [], by: features, in: maps)
                .learning(from: recipe.cuts),
            chance: RecipeJudgment.chance(of: chosen))
    }
}

extension Count {
    /// Counts nothing where it is not likely that there is anything, and says so where it is not sure.
    fileprivate mutating func weigh(chance: Double) {
        guard chance < RecipeJudgment.sure, count > 0 else { return }
        range.low = 0
        warnings.append(.unlikeRecipe)
        guard chance < RecipeJudgment.likely else { return }
        for index in detections.indices where detections[index].main {
            detections[index].main = false
            detections[index].doubt = max(detections[index].doubt, chance)
        }
        let most = chance < RecipeJudgment.possible ? 0 : range.high
        regroup(mainID: clusters.first?.id ?? 0)
        range = Range(low: 0, high: most)
        alternatives = nil
    }
}
