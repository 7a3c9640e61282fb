import EspyPixels
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
            likeness: Explainer.mean(like.map(\.vector)[...], or: []),
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
