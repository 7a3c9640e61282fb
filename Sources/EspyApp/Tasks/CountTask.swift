package import Espy

/// Counts the things in a photo: one kind, or several kinds in one result.
package struct CountTask: Sendable {
    /// One kind of things, and how to count it.
    package struct Kind: Sendable {
        /// Nil counts by the photo alone, or by an example in it.
        package let recipe: Recipe?
        /// In pixels of the photo, except regions and size limits, which depend on its size.
        package let options: CountOptions
    }

    package let kinds: [Kind]
    /// Regions of the photo that are counted separately.
    package let layout: RegionLayout?
    /// Groups to count instead of the main one; empty for the main one.
    package let groups: [Int]
    package let models: Count.Models

    /// The request takes precedence over the recipe, and the recipe over the settings.
    ///
    /// - Parameters:
    ///   - settings: The default options.
    ///   - recipes: Each counts its own kind; empty to count without one.
    ///   - layout: Nil uses the layout of the recipes.
    ///   - ask: Applies the request to the options.
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

    /// Limited, because each takes as long as a count.
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

    /// The options for one kind in a photo of this size.
    ///
    /// - Throws: Why it cannot be counted.
    package func options(of kind: Kind, width: Int, height: Int) throws(CountError) -> CountOptions {
        var options = kind.options
        if let layout { options.regions = try layout.regions(width: width, height: height) }
        options.measuring = options.measuring ?? kind.recipe?.sizes?.measuring(width: width, height: height)
        try options.check(width: width, height: height)
        return options
    }

    /// - Parameter progress: Covers all kinds; called on any thread.
    /// - Throws: ``CountError``; a ``Problem`` if a group does not exist; `CancellationError`.
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
                "unknownGroup", .unprocessable, "no such group; the groups are \(count.groupList)")
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
