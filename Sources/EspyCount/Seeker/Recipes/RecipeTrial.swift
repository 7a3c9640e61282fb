package import EspyPixels

/// What a recipe goes by in a photo, for those who measure it.
package struct RecipeTrial: Sendable {
    private let models: SeekerModels

    package init(models: SeekerModels) { self.models = models }

    /// What speaks for each size that is tried, the expected one first.
    package func evidence(for recipe: Recipe, in image: RGBImage) throws(CountError) -> [SizeEvidence] {
        let features = try models.features(of: recipe)
        let view = SeekerView(models: models, image: image)
        let search = SizeSearch(models: models, view: view, features: features)
        defer { models.memory.tidy() }
        return try search.evidence(for: search.candidates(recipe.distance))
    }

    /// What is found, the best first, where that is cut, and how alike each is to the examples.
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
        let vectors = try Describer(networks: models.networks).vectors(of: boxes, in: maps)
        return (explanation, vectors.map { Double(cosine($0, wanted)) })
    }

    /// How alike a thing looks in its photo and cut out of it with so much around it: cosines of its keys, part by part,
    /// in the mean.
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
