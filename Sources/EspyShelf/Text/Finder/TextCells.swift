import EspyBarcode
import EspyPixels

/// Which squares of a picture look like text, and which way it runs there. Squares are 8 pixels wide and high.
struct TextCells {
    static let side = 8.0

    private(set) var width = 0
    private(set) var height = 0
    /// 0 where there is no text.
    private(set) var score: [Float] = []
    /// Above 0 where strokes stand across the rows, as those of words that run along them do.
    private(set) var lean: [Float] = []

    /// Below this it is grain, or the pattern of a cover.
    private static let least: Float = 2.6

    init(_ image: GrayImage) {
        let half = image.halved
        let fine = StrokeMap(half)
        // Letters of titles are too wide for a square; they are found at half the size.
        let coarse = StrokeMap(half.halved)
        (width, height) = (fine.width, fine.height)
        score = [Float](repeating: 0, count: width * height)
        lean = score
        for row in 0..<height {
            for column in 0..<width {
                let place = row * width + column
                var (along, down) = (fine.along[place], fine.down[place])
                if row / 2 < coarse.height, column / 2 < coarse.width {
                    let wide = row / 2 * coarse.width + column / 2
                    let (other, otherDown) = (coarse.along[wide], coarse.down[wide])
                    if other * otherDown > along * down { (along, down) = (other, otherDown) }
                }
                let value = (along * down).squareRoot()
                if value >= Self.least { (score[place], lean[place]) = (value, along - down) }
            }
        }
    }

    /// Forgets the text of some squares.
    mutating func remove(_ isGone: [Bool]) {
        for index in score.indices where isGone[index] { (score[index], lean[index]) = (0, 0) }
    }
}
