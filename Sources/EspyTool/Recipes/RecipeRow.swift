import Espy

/// A recipe as JSON tells it, without its pictures.
struct RecipeRow: Encodable {
    let name: String
    let things: Recipe.Words
    let examples: Int
    let counterexamples: Int
    let similarity: Double?
    let border: CountOptions.BorderPolicy
    let distance: Recipe.Distance

    init(_ recipe: Recipe) {
        (name, things) = (recipe.name, recipe.things)
        (examples, counterexamples) = (recipe.examples.count, recipe.counterexamples.count)
        (similarity, border, distance) = (recipe.similarity, recipe.border, recipe.distance)
    }
}

extension Recipe {
    /// `tray B: 2 examples, 1 that is not meant; counts tarts`
    var summary: String {
        let shown = examples.count == 1 ? "1 example" : "\(examples.count) examples"
        let not = counterexamples.isEmpty ? "" : ", \(counterexamples.count) of what is not meant"
        return "\(printable(name)): \(shown)\(not); counts \(printable(things.several))"
    }

    /// Several lines.
    var description: String {
        let words = things.one == things.several ? things.several : "\(things.one), \(things.several)"
        var lines = [
            "name        \(printable(name))", "things      \(printable(words))",
            "similarity  \(similarity.map { "\($0)" } ?? "auto")", "border      \(border.rawValue)",
            "distance    \(distance.rawValue)",
        ]
        for (number, sample) in examples.enumerated() { lines.append("example \(number + 1)   \(sample.description)") }
        for (number, sample) in counterexamples.enumerated() {
            lines.append("not \(number + 1)       \(sample.description)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Recipe.Sample {
    /// `64 x 60 pixels, 3.2 % of the photo's long side`
    fileprivate var description: String {
        let share = (share * 1000).rounded() / 10
        return "\(Int(box.width.rounded())) x \(Int(box.height.rounded())) pixels, \(share) % of the photo's long side"
    }
}
