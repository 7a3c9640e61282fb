public import EspyPixels

extension Count {
    /// Boxes that show best what was counted: the examples that a person gave, else the few that are surest and whole.
    public var surestExamples: [Rect] {
        let shown = parameters.shown
        if !shown.isEmpty { return Array(shown.prefix(Recipe.mostExamples)) }
        let area = CountArea(width: width, height: height, options: parameters)
        let whole = main.filter { !area.isCut($0.rect) }
        let candidates = whole.isEmpty ? main : whole
        let order = candidates.indices.sorted {
            (candidates[$0].doubt, -candidates[$0].confidence, $0)
                < (candidates[$1].doubt, -candidates[$1].confidence, $1)
        }
        return order.prefix(Self.fewExamples).map { candidates[$0].rect }
    }

    private static let fewExamples = 3
}
