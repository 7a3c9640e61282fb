import Espy
import EspyApp

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
        if let sizes { lines.append("sizes       \(sizes.description)") }
        if let cuts, !cuts.isEmpty {
            let photos = cuts.count == 1 ? "1 photo that was" : "\(cuts.count) photos that were"
            lines.append("cuts        of \(photos) checked")
        }
        for (number, sample) in examples.enumerated() { lines.append("example \(number + 1)   \(sample.description)") }
        for (number, sample) in counterexamples.enumerated() {
            lines.append("not \(number + 1)       \(sample.description)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Recipe.Sizes {
    /// `12.3 px/mm in photos of 1920 pixels, 4 mm to 30 mm`
    fileprivate var description: String {
        let unit = measuring.unit?.rawValue ?? "px"
        let photo = longSide.map { " in photos of \($0) pixels" } ?? ""
        let scale = measuring.scale.map { "\($0.pixelsPerUnit.short) px/\(unit)" } ?? "pixels"
        let limits: String? =
            switch (measuring.smallest, measuring.largest) {
            case (let low?, let high?): "\(low.short) \(unit) to \(high.short) \(unit)"
            case (let low?, nil): "from \(low.short) \(unit) on"
            case (nil, let high?): "up to \(high.short) \(unit)"
            case (nil, nil): nil
            }
        return ([scale + photo] + (limits.map { [$0] } ?? [])).joined(separator: ", ")
    }
}

extension Double {
    /// `2.5`, `4`: to a hundredth.
    fileprivate var short: String {
        let text = "\((self * 100).rounded() / 100)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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
