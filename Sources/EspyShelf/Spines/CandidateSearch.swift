/// Pairs the lines of one band into candidates for books.
package struct CandidateSearch: Sendable {
    /// Minimum width of a book, in columns.
    private static let narrowest = 4.0
    /// Maximum width of a book, as a share of the height of the band.
    private static let widest = 0.35
    /// Maximum difference in slope between the sides of a book, due to perspective and inexact fits.
    private static let slopes = 0.12

    package let lines: [SeparatorLine]
    private let search: LineSearch
    private let inside: StripFeatures
    private let sides: LineFeatures
    private let peaks: RangeMaximum

    package init(_ search: LineSearch, _ inside: StripFeatures) {
        lines = search.lines()
        self.search = search
        self.inside = inside
        sides = LineFeatures(lines, search, inside)
        peaks = RangeMaximum(lines.map { Float($0.score) / Float(search.band.count) })
    }

    /// Returns the candidates, sorted by left line, then by right line.
    ///
    /// - Parameter lefts: the lines that may be left sides; nil for all.
    package func candidates(_ lefts: Range<Int>? = nil) -> BookCandidates {
        var candidates = BookCandidates()
        let widest = Self.widest * height
        for left in lefts ?? lines.indices {
            for right in left + 1..<max(lines.count, left + 1) {
                let width = lines[right].x - lines[left].x
                if width > widest { break }
                guard width >= Self.narrowest, areSides(lines[left], lines[right]) else { continue }
                candidates.pairs.append((left, right))
                add(left, right, to: &candidates.features)
            }
        }
        return candidates
    }

    private var height: Double { Double(search.band.count * StripSums.rows) }

    /// Whether the lines do not cross within the band.
    private func areSides(_ left: SeparatorLine, _ right: SeparatorLine) -> Bool {
        let slope = right.slope - left.slope
        return abs(slope) < Self.slopes && right.x - left.x - abs(slope) * height / 2 > 1
    }

    var band: Range<Int> { search.band }

    /// Returns the distance of two lines, in columns.
    func width(_ left: Int, _ right: Int) -> Double { lines[right].x - lines[left].x }

    /// Returns the mean color and texture between two lines; of the squares, the deviations.
    func look(_ left: Int, _ right: Int) -> SIMD8<Float> {
        let strips = strips(left, right)
        return strips.reduce(into: SIMD8<Float>.zero) { $0 += look(left, right, $1) } / Float(strips.count)
    }

    /// The strips that either line runs through.
    private func strips(_ left: Int, _ right: Int) -> Range<Int> {
        let (one, other) = (lines[left].strips, lines[right].strips)
        return min(one.lowerBound, other.lowerBound)..<max(one.upperBound, other.upperBound)
    }

    /// Appends the values of ``BookCandidates/names`` for one pair.
    func add(_ left: Int, _ right: Int, to values: inout [Float]) {
        let strips = strips(left, right)
        addShape(lines[left], lines[right], strips, to: &values)
        addEdges(sides.mean(left, strips), sides.mean(right, strips), to: &values)
        addInside(left, right, strips, to: &values)
        addDivisions(left, right, to: &values)
    }

    private func addShape(
        _ left: SeparatorLine, _ right: SeparatorLine, _ strips: Range<Int>, to values: inout [Float]
    ) {
        let all = Float(search.band.count)
        let bottom = search.band.upperBound
        let (one, other) = (left.strips, right.strips)
        values.append(Float((right.x - left.x) / height))
        values.append(Float(abs(left.slope - right.slope)))
        values.append(Float(strips.count) / all)
        values.append(Float(bottom - strips.upperBound) / all)
        values.append(Float(bottom - min(one.upperBound, other.upperBound)) / all)
        values.append(Float(abs(one.lowerBound - other.lowerBound)) / all)
        values.append(Float(abs(one.upperBound - other.upperBound)) / all)
        values.append(Float(left.score) / all)
        values.append(Float(right.score) / all)
        values.append(Float(one.count) / all)
        values.append(Float(other.count) / all)
        values.append(Float(left.sign))
        values.append(Float(right.sign))
    }

    private func addEdges(_ left: SIMD8<Float>, _ right: SIMD8<Float>, to values: inout [Float]) {
        typealias Part = LineFeatures.Part
        values.append(left[Part.coverage])
        values.append(right[Part.coverage])
        values.append(left[Part.difference])
        values.append(right[Part.difference])
        values.append(left[Part.step])
        values.append(right[Part.step])
        values.append(left[Part.shadow])
        values.append(right[Part.shadow])
        values.append(left[Part.shadowRight])
        values.append(right[Part.shadowLeft])
        values.append(left[Part.left])
        values.append(right[Part.right])
    }

    private func addInside(_ left: Int, _ right: Int, _ strips: Range<Int>, to values: inout [Float]) {
        typealias Part = StripFeatures.Part
        var sum = SIMD8<Float>.zero
        var difference: Float = 0
        for strip in strips {
            sum += look(left, right, strip)
            difference += sides.difference(left, right, strip)
        }
        let mean = sum / Float(strips.count)
        values.append(mean[Part.gray])
        values.append(mean[Part.graySquare])
        values.append(mean[Part.colorSquare])
        values.append(mean[Part.spread])
        values.append(mean[Part.down])
        values.append(mean[Part.across])
        values.append(difference / Float(strips.count))
    }

    @inline(__always)
    private func look(_ left: Int, _ right: Int, _ strip: Int) -> SIMD8<Float> {
        typealias Part = StripFeatures.Part
        let low = search.column(of: lines[left], strip: strip)
        let high = search.column(of: lines[right], strip: strip)
        let margin = min(max((high - low) / 4, 1), 3)
        var features = inside.mean(strip, low + margin, high - margin + 1)
        let variance = features[Part.graySquare] - features[Part.gray] * features[Part.gray]
        let color =
            features[Part.colorSquare] - features[Part.red] * features[Part.red]
            - features[Part.blue] * features[Part.blue]
        features[Part.graySquare] = max(variance, 0).squareRoot()
        features[Part.colorSquare] = max(color, 0).squareRoot()
        return features
    }

    /// Appends the best lines between the two, which would divide the book.
    private func addDivisions(_ left: Int, _ right: Int, to values: inout [Float]) {
        let margin = max(3, 0.12 * (lines[right].x - lines[left].x))
        var low = left + 1
        var high = right
        while low < high, lines[low].x < lines[left].x + margin { low += 1 }
        while low < high, lines[high - 1].x > lines[right].x - margin { high -= 1 }
        let (first, second) = peaks.two(low..<high)
        let scores = (peaks.values[left], peaks.values[right])
        values.append(first)
        values.append(second)
        values.append(first - min(scores.0, scores.1))
        values.append(first - max(scores.0, scores.1))
    }
}

/// Pairs of lines of one band that may be the sides of a book, with their features.
package struct BookCandidates {
    /// Indices of the lines, sorted by left line, then by right line.
    package var pairs: [(left: Int, right: Int)] = []
    /// The values of ``names`` for each pair, one pair after the other.
    package var features: [Float] = []

    /// The features of the area between two lines, over all strips that either line runs through.
    ///
    /// The order is that of the weights of ``BoostedTrees``; the training program reads it from here.
    package static let names = [
        "width", "slopeGap", "height", "bottomGap", "bottomGapShorter", "startGap", "endGap",
        "scoreLeft", "scoreRight", "lengthLeft", "lengthRight", "signLeft", "signRight",
        "coverLeft", "coverRight", "differenceLeft", "differenceRight", "stepLeft", "stepRight",
        "shadowLeft", "shadowRight", "shadowInsideLeft", "shadowInsideRight", "outsideLeft", "outsideRight",
        "gray", "grayDeviation", "colorDeviation", "spread", "down", "across", "sideDifference",
        "inner", "innerSecond", "innerExcess", "innerMargin",
    ]
}

/// Finds the maximum of any range of numbers in constant time (a sparse table).
package struct RangeMaximum: Sendable {
    package let values: [Float]
    /// At level n, the index of the maximum of the 2ⁿ numbers from each index on.
    private let levels: [[Int]]

    package init(_ values: [Float]) {
        self.values = values
        var levels = [Array(values.indices)]
        var span = 1
        while 2 * span <= values.count {
            let last = levels[levels.count - 1]
            levels.append((0...values.count - 2 * span).map { Self.larger(values, last[$0], last[$0 + span]) })
            span *= 2
        }
        self.levels = levels
    }

    /// Returns the largest and second largest value, or 0 if there is none.
    package func two(_ range: Range<Int>) -> (Float, Float) {
        guard let top = place(range) else { return (0, 0) }
        let rest = [place(range.lowerBound..<top), place(top + 1..<range.upperBound)].compactMap { $0 }
        return (values[top], rest.map { values[$0] }.max() ?? 0)
    }

    private func place(_ range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        let level = Int.bitWidth - 1 - range.count.leadingZeroBitCount
        return Self.larger(values, levels[level][range.lowerBound], levels[level][range.upperBound - 1 << level])
    }

    private static func larger(_ values: [Float], _ one: Int, _ other: Int) -> Int {
        values[other] > values[one] ? other : one
    }
}
