import EspyPixels

/// The features of the area beside each line, strip by strip, summed from the top of the band.
struct LineFeatures: Sendable {
    /// Indices into the vector.
    enum Part {
        /// Sum of the differences in gray and both colors between the two sides.
        static let difference = 0
        /// Gray on the right minus gray on the left.
        static let step = 1
        /// How much darker the line is than the darker side, than the left side, and than the right side.
        static let shadow = 2
        static let shadowLeft = 3
        static let shadowRight = 4
        static let left = 5
        static let right = 6
        /// The share of the line covered by votes.
        static let coverage = 7
    }

    /// Number of columns of a side.
    private static let side = 4

    private let band: Range<Int>
    private let sums: [SIMD8<Float>]
    /// Mean colors to the left and right, by line and strip.
    private let lefts: [SIMD4<Float>]
    private let rights: [SIMD4<Float>]

    init(_ lines: [SeparatorLine], _ search: LineSearch, _ strips: StripFeatures) {
        band = search.band
        var sums: [SIMD8<Float>] = []
        var lefts: [SIMD4<Float>] = []
        var rights: [SIMD4<Float>] = []
        sums.reserveCapacity(lines.count * (band.count + 1))
        for line in lines {
            var sum = SIMD8<Float>.zero
            sums.append(sum)
            for strip in band {
                let column = search.column(of: line, strip: strip)
                let left = strips.mean(strip, column - Self.side, column)
                let right = strips.mean(strip, column + 1, column + 1 + Self.side)
                let cover = search.sums.coverage(
                    strip: strip, slope: Int((line.slope * Double(StripSums.rows)).rounded()), column: column)
                let dark = strips.darkest(strip, column - 3...column + 3)
                sum += Self.features(left, right, dark: dark, cover: max(cover * Float(line.sign), 0))
                sums.append(sum)
                lefts.append(left.lowHalf)
                rights.append(right.lowHalf)
            }
        }
        (self.sums, self.lefts, self.rights) = (sums, lefts, rights)
    }

    private static func features(
        _ left: SIMD8<Float>, _ right: SIMD8<Float>, dark: Float, cover: Float
    ) -> SIMD8<Float> {
        let (low, high) = (left[StripFeatures.Part.gray], right[StripFeatures.Part.gray])
        return SIMD8(
            distance(left.lowHalf, right.lowHalf), high - low, min(low, high) - dark, low - dark, high - dark, low,
            high, cover)
    }

    /// Returns the mean over the given strips of the band.
    func mean(_ line: Int, _ strips: Range<Int>) -> SIMD8<Float> {
        let start = line * (band.count + 1) - band.lowerBound
        return (sums[start + strips.upperBound] - sums[start + strips.lowerBound]) / Float(strips.count)
    }

    /// Returns how much a strip differs between the inside of a left line and the inside of a right line.
    @inline(__always)
    func difference(_ left: Int, _ right: Int, _ strip: Int) -> Float {
        let place = strip - band.lowerBound
        return Self.distance(rights[left * band.count + place], lefts[right * band.count + place])
    }

    @inline(__always)
    static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let gap = one - other
        return abs(gap.x) + abs(gap.y) + abs(gap.z)
    }
}

extension LineSearch {
    /// Returns the column of a line at the middle of a strip.
    @inline(__always)
    func column(of line: SeparatorLine, strip: Int) -> Int {
        let place = (Double(strip) + 0.5) * Double(StripSums.rows) - middle
        return Int((line.x + line.slope * place).rounded())
    }
}

/// Color and texture of the columns of each strip, summed from the left, so that the mean over any part of a strip
/// takes two lookups.
///
/// Gray is luma as in ITU-R BT.601, minus 128; the two color differences are red and blue minus gray.
package struct StripFeatures: Sendable {
    /// Indices into the vector.
    enum Part {
        static let gray = 0
        static let red = 1
        static let blue = 2
        /// Squared gray, for the variance across.
        static let graySquare = 3
        static let colorSquare = 4
        /// Standard deviation of gray down the column: high for letters, low for page edges.
        static let spread = 5
        /// Mean difference of gray down and across.
        static let down = 6
        static let across = 7
    }

    let width: Int
    let count: Int
    /// By strip and column, with one more column than the picture has.
    private let sums: [SIMD8<Float>]
    /// Mean gray by strip and column.
    private let grays: [Float]

    /// - Parameter gray: the gray version of `image`.
    init(_ image: RGBImage, gray: GrayImage) {
        let (width, count) = (image.width, image.height / StripSums.rows)
        (self.width, self.count) = (width, count)
        var sums = [SIMD8<Float>](repeating: .zero, count: count * (width + 1))
        var grays = [Float](repeating: 0, count: count * width)
        for strip in 0..<count {
            var columns = StripColumns(width: width)
            for row in strip * StripSums.rows..<(strip + 1) * StripSums.rows { columns.add(row, image, gray) }
            var sum = SIMD8<Float>.zero
            for column in 0..<width {
                let features = columns.features(column)
                grays[strip * width + column] = features[Part.gray]
                sum += features
                sums[strip * (width + 1) + column + 1] = sum
            }
        }
        (self.sums, self.grays) = (sums, grays)
    }

    /// Returns the mean of the columns `low..<high`, of at least one column inside the picture.
    @inline(__always)
    func mean(_ strip: Int, _ low: Int, _ high: Int) -> SIMD8<Float> {
        let low = min(max(low, 0), width - 1)
        let high = min(max(high, low + 1), width)
        let start = strip * (width + 1)
        return (sums[start + high] - sums[start + low]) / Float(high - low)
    }

    /// Returns the gray of the darkest of the columns.
    func darkest(_ strip: Int, _ columns: ClosedRange<Int>) -> Float {
        var least = Float.infinity
        for column in columns { least = min(least, grays[strip * width + min(max(column, 0), width - 1)]) }
        return least
    }
}

/// Sums down the columns of one strip.
private struct StripColumns {
    private let width: Int
    private var red: [UInt16]
    private var blue: [UInt16]
    private var gray: [UInt16]
    private var square: [UInt32]
    private var down: [UInt16]
    private var across: [UInt16]

    init(width: Int) {
        self.width = width
        red = [UInt16](repeating: 0, count: width)
        (blue, gray, down, across) = (red, red, red, red)
        square = [UInt32](repeating: 0, count: width)
    }

    mutating func add(_ row: Int, _ image: RGBImage, _ picture: GrayImage) {
        let above = max(row - 1, 0) * width
        let below = min(row + 1, picture.height - 1) * width
        let here = row * width
        image.pixels.withUnsafeBufferPointer { colors in
            picture.pixels.withUnsafeBufferPointer { grays in
                for column in 0..<width {
                    let value = grays[here + column]
                    red[column] &+= UInt16(colors[3 * (here + column)])
                    blue[column] &+= UInt16(colors[3 * (here + column) + 2])
                    gray[column] &+= UInt16(value)
                    square[column] &+= UInt32(value) &* UInt32(value)
                    down[column] &+= UInt16(
                        (Int16(grays[below + column]) &- Int16(grays[above + column])).magnitude)
                    let left = grays[here + max(column - 1, 0)]
                    let right = grays[here + min(column + 1, width - 1)]
                    across[column] &+= UInt16((Int16(right) &- Int16(left)).magnitude)
                }
            }
        }
    }

    func features(_ column: Int) -> SIMD8<Float> {
        let rows = Float(StripSums.rows)
        let mean = Float(gray[column]) / rows
        let variance = max(Float(square[column]) / rows - mean * mean, 0)
        let (red, blue) = (Float(red[column]) / rows - mean, Float(blue[column]) / rows - mean)
        let centered = mean - 128
        return SIMD8(
            centered, red, blue, centered * centered, red * red + blue * blue, variance.squareRoot(),
            Float(down[column]) / rows, Float(across[column]) / rows)
    }
}
