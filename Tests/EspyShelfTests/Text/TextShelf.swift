import EspyPixels
import EspySamples

/// A rendered shelf of books with legible titles, and the text on each, from the left.
struct TextShelf {
    let image: RGBImage
    let quads: [Quad]
    let titles: [String]

    static let titles = ["Small Worlds", "Perfect Graphs", "Black Hole", "White Teeth", "Winter Garden"]

    /// - Parameters:
    ///   - setting: the direction of the words; the head of a lying book is to the right.
    ///   - isLight: whether light words are printed on dark covers.
    init(_ setting: BookCover.Line.Setting = .down, isLight: Bool = false, isLying: Bool = false) {
        var scene = BookshelfScene(
            seed: 7, width: 960, height: 720, area: SIMD2(28, 21), camera: SampleCamera(distance: 500, fill: 1),
            optics: SampleOptics(blur: 0.4, vignette: 0.1, noise: 1), boards: [20])
        let (paper, ink) = (SampleColor(gray: isLight ? 0.06 : 0.8), SampleColor(gray: isLight ? 0.85 : 0.05))
        for (index, title) in Self.titles.enumerated() {
            let cover = BookCover(
                color: paper,
                lines: [.init(title, from: 0.1, to: 0.95, size: 0.5, color: ink, setting: setting)], roundness: 0.1,
                seed: UInt64(index), grain: 0.01)
            // Standing side by side, or lying in a stack.
            let foot = isLying ? SIMD2(6, 20 - 3.2 * Double(index)) : SIMD2(3 + 4 * Double(index), 20)
            scene.books.append(
                SampleBook(row: 0, foot: foot, thickness: 3, length: 17, isLying: isLying, cover: cover))
        }
        let (image, truth) = scene.rendered()
        self.image = image
        let spines = isLying ? truth.spines.sorted { $0.quad.center.y > $1.quad.center.y } : truth.spines
        quads = spines.map(\.quad)
        titles = spines.map { $0.text.joined(separator: " ") }
    }
}
