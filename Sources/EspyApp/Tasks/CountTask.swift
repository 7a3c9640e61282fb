package import Espy

/// Counts the things in a photo: of one kind, or of several that become one result.
package struct CountTask: Sendable {
    /// One kind of things, and how it is counted.
    package struct Kind: Sendable {
        /// Nil for what the photo or an example in it shows.
        package let recipe: Recipe?
        /// In pixels of the photo, but for regions and limits of sizes, which depend on how large it is.
        package let options: CountOptions
    }

    package let kinds: [Kind]
    /// Parts of the photo that are counted each by itself.
    package let layout: RegionLayout?
    /// Groups to count in place of the main one; empty for that.
    package let groups: [Int]
    package let models: Count.Models

    /// A recipe goes before the settings, and what was asked for before the recipe.
    ///
    /// - Parameters:
    ///   - settings: how to count where nothing else is said.
    ///   - recipes: each counts its own kind; none for what the photo shows.
    ///   - layout: nil for that of the recipes.
    ///   - ask: changes the options to what was asked for.
    package init(
        settings: CountOptions, models: Count.Models, recipes: [Recipe] = [], layout: RegionLayout? = nil,
        groups: [Int] = [], ask: (inout CountOptions) -> Void
    ) throws(Problem) {
        kinds = (recipes.isEmpty ? [nil] : recipes.map(Optional.some)).map { recipe in
            var options = settings.following(recipe)
            ask(&options)
            return Kind(recipe: recipe, options: options)
        }
        self.layout = layout ?? recipes.lazy.compactMap(\.layout).first
        (self.groups, self.models) = (groups, models)
        try check(recipes)
    }

    /// Each takes as long as a count.
    private static let mostKinds = 12

    private func check(_ recipes: [Recipe]) throws(Problem) {
        func fail(_ text: String) throws(Problem) -> Never { throw Problem("recipes", .unprocessable, text) }
        if recipes.isEmpty { return }
        if !groups.isEmpty { try fail("a recipe says what to count; leave out groups") }
        if recipes.count > Self.mostKinds { try fail("more than \(Self.mostKinds) recipes are too many for one photo") }
        if Set(recipes.map { Recipe.key(of: $0.name) }).count < recipes.count { try fail("one recipe is named twice") }
        if recipes.count > 1, kinds.contains(where: { $0.options.like != nil }) {
            try fail("an example shows things of one kind; leave it out, or all recipes but one")
        }
    }

    /// How one kind is counted in a photo of this size.
    ///
    /// - Throws: why it cannot be.
    package func options(of kind: Kind, width: Int, height: Int) throws(CountError) -> CountOptions {
        var options = kind.options
        if let layout { options.regions = try layout.regions(width: width, height: height) }
        options.measuring = options.measuring ?? kind.recipe?.sizes?.measuring(width: width, height: height)
        try options.check(width: width, height: height)
        return options
    }

    /// - Parameter progress: over all kinds; called on no particular thread.
    /// - Throws: ``CountError``; a ``Problem`` where there is no such group; `CancellationError`.
    package func run(
        _ photo: CountPhoto, with counter: CountService, progress: @escaping @Sendable (CountProgress) -> Void
    ) async throws -> Count {
        var counts: [Count] = []
        for kind in kinds {
            try Task.checkCancellation()
            let options = try options(of: kind, width: photo.width, height: photo.height)
            let (done, all) = (Double(counts.count), Double(kinds.count))
            counts.append(
                try await counter.count(photo, options: options, recipe: kind.recipe, models: models) {
                    progress(CountProgress(stage: $0.stage, fraction: (done + $0.fraction) / all))
                })
        }
        return try chosen(Count.together(counts) ?? counts[0])
    }

    private func chosen(_ count: Count) throws(Problem) -> Count {
        if groups.isEmpty || count.detections.isEmpty { return count }
        guard let other = count.counting(clusters: groups) else {
            throw Problem(
                "unknownGroup", .unprocessable, "there is no such group in it; the groups are \(count.groupList)")
        }
        return other
    }
}

extension Count {
    /// `0 (56 things), 2 (14)`
    package var groupList: String {
        let shown = clusters.prefix(12).map { "\($0.id) (\($0.count))" }.joined(separator: ", ")
        return clusters.count > 12 ? "\(shown) and \(clusters.count - 12) more" : shown
    }
}
