import EspyBarcode
import EspyPixels

/// The 8 × 8 pixel squares of a picture that look like text, and the direction in which it runs.
struct TextCells {
    static let side = 8.0

    private(set) var width = 0
    private(set) var height = 0
    /// 0 where there is no text.
    private(set) var score: [Float] = []
    /// Above 0 if strokes are upright, as in words that run along the rows.
    private(set) var lean: [Float] = []

    /// Minimum score; below it is grain, or the pattern of a cover.
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

    /// Removes the text of some squares.
    mutating func remove(_ isGone: [Bool]) {
        for index in score.indices where isGone[index] { (score[index], lean[index]) = (0, 0) }
    }
}

extension TextCells {
    /// ``lean`` averaged over the squares around each: a single letter may be ambiguous.
    var smoothedLean: [Float] {
        Self.blurred(
            Self.blurred(lean, count: width, lines: height, step: 1, next: width),
            count: height, lines: width, step: width, next: 1)
    }

    /// Returns sums of five squares in a row or column.
    private static func blurred(
        _ values: [Float], count: Int, lines: Int, step: Int, next: Int
    )
        -> [Float]
    {
        var result = values
        for line in 0..<lines {
            let start = line * next
            var sum = Float(0)
            for position in 0..<min(2, count) { sum += values[start + position * step] }
            for position in 0..<count {
                if position + 2 < count { sum += values[start + (position + 2) * step] }
                if position >= 3 { sum -= values[start + (position - 3) * step] }
                result[start + position * step] = sum
            }
        }
        return result
    }
}

/// The density of strokes in the 4 × 4 pixel cells of a picture: brightness that rises and falls again within a few
/// pixels, both along rows and along columns. The edge of a book goes one way, and a line only across itself; letters
/// do both.
private struct StrokeMap {
    /// Size in cells, not pixels.
    let width: Int
    let height: Int
    /// Steps of brightness per pixel, for the square of 2 × 2 cells that starts at each cell.
    private(set) var along: [Float]
    private(set) var down: [Float]

    /// Steps below this are noise.
    private static let noise: Int16 = 12

    init(_ image: GrayImage) {
        width = image.width / 4
        height = image.height / 4
        along = [Float](repeating: 0, count: width * height)
        down = along
        guard width > 1, height > 2 else { return }
        var sums = [SIMD4<Float>](repeating: .zero, count: width * height)
        var columns = StepColumns(count: image.width)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<height {
                columns.reset()
                for line in 4 * row..<4 * row + 4 where line > 0 && line < image.height - 1 {
                    columns.add(pixels, line: line, width: image.width, noise: Self.noise)
                }
                for cell in 0..<width { sums[row * width + cell] = columns.sum(4 * cell..<4 * cell + 4) }
            }
        }
        gather(sums)
    }

    private mutating func gather(_ sums: [SIMD4<Float>]) {
        for row in 0..<height - 1 {
            for cell in 0..<width - 1 {
                let place = row * width + cell
                let sum = (sums[place] + sums[place + 1] + sums[place + width] + sums[place + width + 1]) / 64
                along[place] = min(sum[0], sum[1])
                down[place] = min(sum[2], sum[3])
            }
        }
    }
}

/// The steps up and down in a few lines, for each column of pixels.
private struct StepColumns {
    private var right: [Int16]
    private var left: [Int16]
    private var up: [Int16]
    private var below: [Int16]

    init(count: Int) {
        right = [Int16](repeating: 0, count: count)
        (left, up, below) = (right, right, right)
    }

    mutating func reset() {
        for index in right.indices { right[index] = 0 }
        (left, up, below) = (right, right, right)
    }

    mutating func add(_ pixels: UnsafeBufferPointer<UInt8>, line: Int, width: Int, noise: Int16) {
        let start = line * width
        let (here, over, under) = (
            UnsafeBufferPointer(rebasing: pixels[start..<start + width]),
            UnsafeBufferPointer(rebasing: pixels[start - width..<start]),
            UnsafeBufferPointer(rebasing: pixels[start + width..<start + 2 * width])
        )
        // A separate loop for each array, so that each can be vectorized.
        Self.add(&right, &left, ahead: here, behind: here, offset: 1, noise: noise)
        Self.add(&below, &up, ahead: under, behind: over, offset: 0, noise: noise)
    }

    /// - Parameter offset: distance in pixels of `ahead` and, in the other direction, of `behind`.
    private static func add(
        _ rising: inout [Int16], _ falling: inout [Int16], ahead: UnsafeBufferPointer<UInt8>,
        behind: UnsafeBufferPointer<UInt8>, offset: Int, noise: Int16
    ) {
        let count = rising.count
        rising.withUnsafeMutableBufferPointer { rising in
            falling.withUnsafeMutableBufferPointer { falling in
                for column in 1..<count - 1 {
                    let step = Int16(ahead[column + offset]) &- Int16(behind[column - offset])
                    rising[column] &+= max(step &- noise, 0)
                    falling[column] &+= max(0 &- step &- noise, 0)
                }
            }
        }
    }

    func sum(_ columns: Range<Int>) -> SIMD4<Float> {
        var sum = SIMD4<Int32>()
        for column in columns {
            sum &+= SIMD4(Int32(right[column]), Int32(left[column]), Int32(up[column]), Int32(below[column]))
        }
        return SIMD4<Float>(sum)
    }
}
