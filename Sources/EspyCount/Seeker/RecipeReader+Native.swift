// Not in the browser: it decodes no pictures of recipes.

import EspyCodecs
package import EspyPixels
import Foundation

extension SeekerModels {
    /// Returns the networks' features of the examples of a recipe, computed once.
    func features(of recipe: Recipe) throws(CountError) -> RecipeFeatures {
        try memory.features(of: recipe) { () throws(CountError) in
            try RecipeReader(networks: networks).features(of: recipe)
        }
    }
}

/// Computes the features of the examples of recipes.
struct RecipeReader: Sendable {
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
