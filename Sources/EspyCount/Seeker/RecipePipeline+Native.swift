// Not in the browser: it decodes no pictures of recipes.

import EspyBase
import EspyCodecs
package import EspyPixels
import Foundation

/// Counts by a recipe: its examples come from other photos, and the size of things in this one is searched for.
struct RecipePipeline: Sendable {
    let models: SeekerModels
    let options: CountOptions
    let recipe: Recipe

    /// If the finds suggest a size that differs by more than this, they are searched for again at that size.
    private static let closeSize = 0.06

    /// - Parameter image: not empty.
    func count(_ image: RGBImage, log: StageLog) throws(CountError) -> Count {
        var log = log
        try log.begin(.detecting, at: 0)
        let view = SeekerView(models: models, image: image)
        let answer = try recognized(in: view) { log.report(.detecting, at: 0.9 * $0) }
        models.memory.tidy()
        try log.begin(.searching, at: 0.95)
        let builder = SeekerCountBuilder(
            [answer.explanation], options: options, isShown: true, width: image.width, height: image.height)
        var count = Count(
            width: image.width, height: image.height, count: builder.count, range: builder.range,
            clusters: builder.clusters, detections: builder.detections, model: .init(detector: models.networks.id),
            parameters: options, warnings: [])
        (count.alternatives, count.candidates) = (builder.alternatives, builder.candidates)
        if builder.isUndecided { count.warnings.append(.undecided) }
        count.recipe = Count.Used(name: recipe.name, things: recipe.things)
        count.weigh(chance: answer.chance)
        if count.count == 0 { count.warnings = [.nothingFound] }
        count.stages = try log.complete()
        return count
    }

    /// Returns the result of the recipe, computed once.
    func recognized(in view: SeekerView, report: (Double) -> Void = { _ in }) throws(CountError) -> RecipeMatch {
        let wanted = SeekerPhoto.ExampleKey(like: options.shown, unlike: options.unlike, recipe: recipe)
        return try view.photo.recognized(wanted) { () throws(CountError) in try seek(in: view, report: report) }
    }

    private func seek(in view: SeekerView, report: (Double) -> Void) throws(CountError) -> RecipeMatch {
        let features = try models.features(of: recipe)
        let finder = Finder(networks: models.networks)
        // An example in the photo itself gives the size, and shows that there is a thing.
        if options.like != nil {
            let maps = try view.maps(for: options.shown)
            let found = try finder.finds(
                like: options.shown, unlike: options.unlike, given: features.like, against: features.unlike,
                in: maps)
            return RecipeMatch(explanation: Explanation(examples: options.shown, finds: found), chance: 1)
        }
        let search = SizeSearch(models: models, view: view, features: features)
        let evidence = try search.evidence(for: search.candidates(recipe.distance)) { report(0.8 * $0) }
        guard let best = models.judgment.recipes.best(of: evidence) else { throw .unusableRecipe }
        let chosen = evidence[best]
        let isClose = abs(chosen.correction) < Self.closeSize
        let side = isClose ? chosen.side : chosen.side * exp(chosen.correction)
        let maps = try view.maps(
            scale: SeekerScale.scale(side: side, width: view.image.width, height: view.image.height))
        let found = try finder.finds(
            like: [], unlike: options.unlike, given: features.like, against: features.unlike, in: maps)
        return RecipeMatch(
            explanation: try HypothesisGenerator(models: models, view: view).explanation(found, by: features, in: maps)
                .learning(from: recipe.cuts),
            chance: models.judgment.recipes.chance(of: chosen))
    }
}

extension Count {
    /// Counts nothing if nothing is likely to be there, and adds a warning if that is uncertain.
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

/// Gives access to the steps of a recipe count, for measuring them.
package struct RecipeTrial: Sendable {
    private let models: SeekerModels

    package init(models: SeekerModels) { self.models = models }

    /// The evidence for each size that is tried, the expected one first.
    package func evidence(for recipe: Recipe, in image: RGBImage) throws(CountError) -> [SizeEvidence] {
        let features = try models.features(of: recipe)
        let view = SeekerView(models: models, image: image)
        let search = SizeSearch(models: models, view: view, features: features)
        defer { models.memory.tidy() }
        return try search.evidence(for: search.candidates(recipe.distance))
    }

    /// The finds, the best first, with their cut, and the similarity of each to the examples.
    package func finds(
        of recipe: Recipe, in image: RGBImage
    ) throws(CountError) -> (explanation: Explanation, likeness: [Double]) {
        let pipeline = RecipePipeline(models: models, options: CountOptions(), recipe: recipe)
        let view = SeekerView(models: models, image: image)
        defer { models.memory.tidy() }
        let explanation = try pipeline.recognized(in: view).explanation
        let wanted = try models.features(of: recipe).likeness
        let boxes = explanation.finds.map(\.box)
        let maps = try view.maps(for: boxes)
        let vectors = try BoxEmbedder(networks: models.networks).vectors(of: boxes, in: maps)
        return (explanation, vectors.map { Double(cosine($0, wanted)) })
    }

    /// The similarity between a thing in its photo and the same thing cut out with various margins: cosines of its
    /// keys, averaged over the parts.
    package func likeness(
        of box: Rect, in image: RGBImage, surroundings: [Double]
    ) throws(CountError) -> [Double] {
        let view = SeekerView(models: models, image: image)
        let reader = ExampleReader(networks: models.networks)
        let whole = try reader.features(of: box, in: try view.maps(for: [box]))
        var likeness: [Double] = []
        for border in surroundings {
            let sample: Recipe.Sample
            do throws(RecipeError) { sample = try Recipe.Sample(box, in: image, surroundings: border) } catch {
                throw .unusableRecipe
            }
            let look = try RecipeReader(networks: models.networks).look(at: sample)
            likeness.append(Double(cosine(look.features.keys, whole.keys)) / Double(ExampleFeatures.parts))
        }
        return likeness
    }
}

/// Searches for the size of the recipe's things in a photo.
private struct SizeSearch: Sendable {
    let models: SeekerModels
    let view: SeekerView
    let features: RecipeFeatures

    /// The factor between the sizes to try, starting from that of the examples.
    private static let step = 1.4
    private static let steps = 4
    /// The factor if the camera was at the same distance: only small changes are possible.
    private static let smallStep = 1.2
    private static let smallSteps = 1
    /// The range of long sides of the scaled photo, in pixels.
    private static let sides = 96.0...2_000.0

    /// Sides of a thing to try, in pixels of the photo, the expected one first.
    func candidates(_ distance: Recipe.Distance) -> [Double] {
        let long = Double(max(view.image.width, view.image.height))
        let expected = features.share * long
        let (step, steps) = distance == .same ? (Self.smallStep, Self.smallSteps) : (Self.step, Self.steps)
        let places = [0] + (1...steps).flatMap { [$0, -$0] }
        let all = places.map { expected * pow(step, Double($0)) }
        let fitting = all.filter { Self.sides.contains(long * SeekerScale.normalSide / $0) }
        return fitting.isEmpty ? [expected] : fitting
    }

    /// The evidence for each side.
    func evidence(
        for sides: [Double], report: (Double) -> Void = { _ in }
    ) throws(CountError) -> [SizeEvidence] {
        var all: [SizeEvidence] = []
        for side in sides {
            all.append(try evidence(for: side))
            report(Double(all.count) / Double(sides.count))
        }
        return all
    }

    private func evidence(for side: Double) throws(CountError) -> SizeEvidence {
        let maps = try view.maps(
            scale: SeekerScale.scale(side: side, width: view.image.width, height: view.image.height))
        let finds = try Finder(networks: models.networks).finds(
            given: features.like, against: features.unlike, in: maps)
        let surest = finds.prefix(SizeEvidence.looked).map(\.box)
        let likeness = try BoxEmbedder(networks: models.networks).vectors(of: surest, in: maps).map {
            Double(cosine($0, features.likeness))
        }
        let long = Double(max(view.image.width, view.image.height))
        return SizeEvidence(finds, likeness: likeness, side: side, expected: features.share * long)
    }
}

extension SeekerModels {
    /// Returns the networks' features of the examples of a recipe, computed once.
    func features(of recipe: Recipe) throws(CountError) -> RecipeFeatures {
        try memory.features(of: recipe) { () throws(CountError) in
            try RecipeReader(networks: networks).features(of: recipe)
        }
    }
}

/// Computes the features of the examples of recipes.
private struct RecipeReader: Sendable {
    let networks: SeekerNetworks

    /// - Throws: ``CountError/unusableRecipe`` if a picture cannot be read, or cannot be used by the networks.
    func features(of recipe: Recipe) throws(CountError) -> RecipeFeatures {
        let like = try looks(at: recipe.examples)
        let unlike = try looks(at: recipe.counterexamples)
        let shares = recipe.examples.map(\.share).sorted()
        return RecipeFeatures(
            like: like.map(\.features), unlike: unlike.map(\.features),
            likeness: like.map(\.vector).mean,
            share: shares.isEmpty ? 0 : shares[shares.count / 2])
    }

    private func looks(at samples: [Recipe.Sample]) throws(CountError) -> [(features: ExampleFeatures, vector: [Float])]
    {
        var looks: [(features: ExampleFeatures, vector: [Float])] = []
        for sample in samples { looks.append(try look(at: sample)) }
        return looks
    }

    /// Computes the features of one example at the size that the networks expect.
    func look(at sample: Recipe.Sample) throws(CountError) -> (features: ExampleFeatures, vector: [Float]) {
        let image: RGBImage
        do throws(RecipeError) { image = try sample.image() } catch { throw .unusableRecipe }
        let scale = SeekerScale.normalSide / SeekerScale.side(of: sample.box)
        let width = max(Int((Double(image.width) * scale).rounded()), 1)
        let height = max(Int((Double(image.height) * scale).rounded()), 1)
        let maps = try FeatureExtractor(networks: networks).maps(
            of: image.resized(width: width, height: height), scaleX: Double(width) / Double(image.width),
            scaleY: Double(height) / Double(image.height))
        let features = try ExampleReader(networks: networks).features(of: sample.box, in: maps)
        let vectors = try BoxEmbedder(networks: networks).vectors(of: [sample.box], in: maps)
        return (features, vectors.first ?? features.likeness)
    }
}

extension Recipe.Sample {
    /// The margin to keep around a thing, in sides of it: it affects the features at the border.
    package static let surroundings = 1.6
    /// The longest side of a thing to keep; larger ones are shrunk. Twice what the current networks use.
    static let mostThing = 2 * SeekerScale.normalSide

    /// Cuts a thing out of a photo.
    ///
    /// - Parameters:
    ///   - box: in pixels of the photo.
    ///   - border: the margin to keep, in sides of the thing.
    /// - Throws: ``RecipeError/outsidePhoto(x:y:width:height:)``
    package init(_ box: Rect, in photo: RGBImage, surroundings border: Double = surroundings) throws(RecipeError) {
        let whole = Rect(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
        guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite), box.width > 0, box.height > 0,
            let inside = whole.intersection(box), inside.width >= 1, inside.height >= 1
        else { throw .outsidePhoto(x: box.x, y: box.y, width: box.width, height: box.height) }
        let side = SeekerScale.side(of: inside)
        let margin = border * side
        let left = max(0, (inside.x - margin).rounded(.down))
        let top = max(0, (inside.y - margin).rounded(.down))
        let right = min(whole.width, (inside.maxX + margin).rounded(.up))
        let bottom = min(whole.height, (inside.maxY + margin).rounded(.up))
        let crop = photo.cropped(to: Rect(x: left, y: top, width: right - left, height: bottom - top))
        let most = Double(Recipe.mostSide) / Double(max(crop.width, crop.height))
        let factor = min(1, Self.mostThing / side, most)
        let width = min(max(Int((Double(crop.width) * factor).rounded()), 1), Recipe.mostSide)
        let height = min(max(Int((Double(crop.height) * factor).rounded()), 1), Recipe.mostSide)
        let kept = factor < 1 ? crop.resized(width: width, height: height) : crop
        let (across, down) = (Double(kept.width) / Double(crop.width), Double(kept.height) / Double(crop.height))
        let thing = Rect(
            x: (inside.x - left) * across, y: (inside.y - top) * down, width: max(inside.width * across, 1),
            height: max(inside.height * down, 1))
        guard let bytes = try? ImageEncoder.png(kept) else { throw .unusableExample }
        self.init(
            picture: bytes, box: thing.held(within: kept), share: min(side / max(whole.width, whole.height), 1))
    }
}

extension Rect {
    /// Clips what rounding has moved beyond the border.
    fileprivate func held(within image: RGBImage) -> Rect {
        let (width, height) = (Double(image.width), Double(image.height))
        let (left, top) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
        return Rect(x: left, y: top, width: min(self.width, width - left), height: min(self.height, height - top))
    }
}
