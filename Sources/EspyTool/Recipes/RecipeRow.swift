import Espy
import EspyApp
import EspyPixels

extension Recipe {
    /// `tray B: 2 examples, 1 that is not meant; counts tarts`
    var summary: String {
        let shown = examples.count == 1 ? "1 example" : "\(examples.count) examples"
        let not =
            counterexamples.isEmpty
            ? "" : ", \(counterexamples.count == 1 ? "1 counterexample" : "\(counterexamples.count) counterexamples")"
        return "\(printable(name)): \(shown)\(not); counts \(printable(things.several))"
    }

    /// A description in several lines.
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
    /// `2.5`, `4`: rounded to a hundredth.
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
    /// `64 x 60 pixels, 3.2% of the photo's long side`
    fileprivate var description: String {
        let share = (share * 1000).rounded() / 10
        return "\(Int(box.width.rounded())) x \(Int(box.height.rounded())) pixels, \(share)% of the photo's long side"
    }
}

/// A picture of a recipe's examples: the examples in green, the counterexamples in red below.
struct RecipeSheet {
    private static let cell = 240
    private static let gap = 12
    private static let columns = 4

    static func picture(of recipe: Recipe) throws(Problem) -> RGBImage {
        let samples = recipe.examples.map { ($0, true) } + recipe.counterexamples.map { ($0, false) }
        let count = min(max(samples.count, 1), columns)
        let rows = (samples.count + columns - 1) / columns
        let (width, height) = (count * (cell + gap) + gap, max(rows, 1) * (cell + gap) + gap)
        var sheet = Sheet(width: width, height: height)
        for (place, (sample, isMeant)) in samples.enumerated() {
            sheet.put(
                try tile(sample, isMeant), left: gap + place % columns * (cell + gap),
                top: gap + place / columns * (cell + gap))
        }
        return sheet.image
    }

    private static func tile(_ sample: Recipe.Sample, _ isMeant: Bool) throws(Problem) -> RGBImage {
        let picture: RGBImage
        do throws(RecipeError) { picture = try sample.image() } catch { throw Problem(error) }
        let factor = Double(cell) / Double(max(picture.width, picture.height, 1))
        let width = min(max(Int((Double(picture.width) * factor).rounded()), 1), cell)
        let height = min(max(Int((Double(picture.height) * factor).rounded()), 1), cell)
        var canvas = Canvas(picture.resized(width: width, height: height))
        let box = sample.box.scaled(x: factor, y: factor)
        canvas.outline(Quad(box), Stroke(color: Color(hex: isMeant ? 0x34C759 : 0xFF3B30), thickness: 3))
        return canvas.image
    }

    /// A white image on which pictures are drawn.
    private struct Sheet {
        private let width: Int
        private let height: Int
        private var pixels: [UInt8]

        init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
            pixels = [UInt8](repeating: 255, count: 3 * width * height)
        }

        var image: RGBImage { RGBImage(width: width, height: height, pixels: pixels) }

        mutating func put(_ image: RGBImage, left: Int, top: Int) {
            for row in 0..<image.height {
                let start = 3 * ((top + row) * width + left)
                pixels.replaceSubrange(
                    start..<(start + 3 * image.width),
                    with: image.pixels[(3 * row * image.width)..<(3 * (row + 1) * image.width)])
            }
        }
    }
}
