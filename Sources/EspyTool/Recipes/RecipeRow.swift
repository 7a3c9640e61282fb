import Espy

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
        if let layout { lines.append("regions     \(layout.description)") }
        for (number, sample) in examples.enumerated() { lines.append("example \(number + 1)   \(sample.description)") }
        for (number, sample) in counterexamples.enumerated() {
            lines.append("not \(number + 1)       \(sample.description)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension RegionLayout {
    /// `4 x 6`, `near, far`
    fileprivate var description: String {
        let names =
            regions.prefix(6).map { printable($0.name) } + (regions.count > 6 ? ["\(regions.count - 6) more"] : [])
        return ((grid.map { ["\($0.rows) x \($0.columns)"] } ?? []) + names).joined(separator: ", ")
    }
}

extension Recipe.Sample {
    /// `64 x 60 pixels, 3.2 % of the photo's long side`
    fileprivate var description: String {
        let share = (share * 1000).rounded() / 10
        return "\(Int(box.width.rounded())) x \(Int(box.height.rounded())) pixels, \(share) % of the photo's long side"
    }
}
