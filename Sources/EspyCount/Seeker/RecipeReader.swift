import EspyCodecs
package import EspyPixels
import Foundation

extension SeekerModels {
    /// What the networks see in the examples of a recipe, worked out once.
    func features(of recipe: Recipe) throws(CountError) -> RecipeFeatures {
        try memory.features(of: recipe) { () throws(CountError) in
            try RecipeReader(networks: networks).features(of: recipe)
        }
    }
}

/// Looks at the examples of recipes.
struct RecipeReader: Sendable {
    let networks: SeekerNetworks

    /// - Throws: ``CountError/unusableRecipe`` for a picture that cannot be read, or as the networks do.
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

    /// Shows the networks one example at the size that they know.
    func look(at sample: Recipe.Sample) throws(CountError) -> (features: ExampleFeatures, vector: [Float]) {
        let image: RGBImage
        do throws(RecipeError) { image = try sample.image() } catch { throw .unusableRecipe }
        let scale = SeekerScale.normalSide / SeekerScale.side(of: sample.box)
        let width = max(Int((Double(image.width) * scale).rounded()), 1)
        let height = max(Int((Double(image.height) * scale).rounded()), 1)
        let maps = try MapMaker(networks: networks).maps(
            of: image.resized(width: width, height: height), scaleX: Double(width) / Double(image.width),
            scaleY: Double(height) / Double(image.height))
        let features = try ExampleReader(networks: networks).features(of: sample.box, in: maps)
        let vectors = try Describer(networks: networks).vectors(of: [sample.box], in: maps)
        return (features, vectors.first ?? features.likeness)
    }
}

/// What the examples of a recipe look like to the networks.
struct RecipeFeatures: Sendable {
    let like: [ExampleFeatures]
    let unlike: [ExampleFeatures]
    /// What the examples have in common, at length 1.
    let likeness: [Float]
    /// Side of the things over the long side of their photos: the middle of all examples.
    let share: Double
}

extension Recipe.Sample {
    /// Around a thing so many of its sides are kept: what lies there decides what the networks see at its border.
    package static let surroundings = 1.6
    /// Side of a thing that is kept; larger ones are shrunk. Twice what the networks of today look at.
    static let mostThing = 2 * SeekerScale.normalSide

    /// Cuts a thing out of a photo.
    ///
    /// - Parameters:
    ///   - box: in pixels of the photo.
    ///   - border: of the side of the thing, kept around it.
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
            picture: Data(bytes), box: thing.held(within: kept), share: min(side / max(whole.width, whole.height), 1))
    }
}

extension Rect {
    /// Without what rounding has put beyond the border.
    fileprivate func held(within image: RGBImage) -> Rect {
        let (width, height) = (Double(image.width), Double(image.height))
        let (left, top) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
        return Rect(x: left, y: top, width: min(self.width, width - left), height: min(self.height, height - top))
    }
}
