import Espy
import EspyApp
import EspyPixels

/// A picture of the examples of a recipe: what is meant in green, what is not in red below.
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

    /// White, with pictures put on it.
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
