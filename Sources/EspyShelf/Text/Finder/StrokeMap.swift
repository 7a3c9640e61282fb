import EspyPixels

/// How much of a picture's cells of 4 × 4 pixels is strokes: brightness that goes up and comes down again within few
/// pixels, both along the rows and along the columns. The edge of a book goes one way, a line only across itself; letters
/// do both.
struct StrokeMap {
    /// Cells, not pixels.
    let width: Int
    let height: Int
    /// In steps of brightness for a pixel, for the square of 2 × 2 cells from each cell on.
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

/// Steps up and down of a few lines, for each column of pixels.
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
        // One loop for each array, so that each is done in vectors.
        Self.add(&right, &left, ahead: here, behind: here, offset: 1, noise: noise)
        Self.add(&below, &up, ahead: under, behind: over, offset: 0, noise: noise)
    }

    /// - Parameter offset: how many pixels further on `ahead` is looked at, and `behind` as many further back.
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
