/// What lies beside each line, strip by strip, summed from the top of the band.
struct LineFeatures {
    /// By place in the vector.
    enum Part {
        /// Sum of the differences of gray and both colors between the two sides.
        static let difference = 0
        /// Gray on the right less gray on the left.
        static let step = 1
        /// How much darker the line is than the darker side, than the left, and than the right side.
        static let shadow = 2
        static let shadowLeft = 3
        static let shadowRight = 4
        static let left = 5
        static let right = 6
        /// The share that votes cover.
        static let coverage = 7
    }

    /// Columns of a side.
    private static let side = 4

    private let band: Range<Int>
    private let sums: [SIMD8<Float>]
    /// Mean colors to the left and to the right, by line and strip.
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

    /// The mean over some strips of the band.
    func mean(_ line: Int, _ strips: Range<Int>) -> SIMD8<Float> {
        let start = line * (band.count + 1) - band.lowerBound
        return (sums[start + strips.upperBound] - sums[start + strips.lowerBound]) / Float(strips.count)
    }

    /// How different a strip is inside a left and inside a right line.
    @inline(__always)
    func difference(_ left: Int, _ right: Int, _ strip: Int) -> Float {
        let place = strip - band.lowerBound
        return Self.distance(rights[left * band.count + place], lefts[right * band.count + place])
    }

    @inline(__always)
    private static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let gap = one - other
        return abs(gap.x) + abs(gap.y) + abs(gap.z)
    }
}

extension LineSearch {
    /// The column of a line at the middle of a strip.
    @inline(__always)
    func column(of line: SeparatorLine, strip: Int) -> Int {
        let place = (Double(strip) + 0.5) * Double(StripSums.rows) - middle
        return Int((line.x + line.slope * place).rounded())
    }
}
