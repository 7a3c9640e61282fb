/// Pairs the lines of one band to candidates for books.
struct CandidateSearch {
    /// A book is at least so many columns wide.
    private static let narrowest = 4.0
    /// The widest book, as a share of the height of the band.
    private static let widest = 0.35
    /// Sides of one book differ in slope by no more than perspective and a bad fit do.
    private static let slopes = 0.12

    let lines: [SeparatorLine]
    private let search: LineSearch
    private let looks: StripLooks
    private let sides: LineLooks
    private let peaks: RangeMaximum

    init(_ search: LineSearch, _ looks: StripLooks) {
        lines = search.lines()
        self.search = search
        self.looks = looks
        sides = LineLooks(lines, search, looks)
        peaks = RangeMaximum(lines.map { Float($0.score) / Float(search.band.count) })
    }

    /// By left line, then by right line.
    func candidates() -> [BookCandidate] {
        var candidates: [BookCandidate] = []
        let widest = Self.widest * height
        for left in lines.indices {
            for right in left + 1..<max(lines.count, left + 1) {
                let width = lines[right].x - lines[left].x
                if width > widest { break }
                guard width >= Self.narrowest, areSides(lines[left], lines[right]) else { continue }
                candidates.append(BookCandidate(left: left, right: right, features: features(left, right)))
            }
        }
        return candidates
    }

    private var height: Double { Double(search.band.count * StripSums.rows) }

    /// The lines do not cross within the band.
    private func areSides(_ left: SeparatorLine, _ right: SeparatorLine) -> Bool {
        let slope = right.slope - left.slope
        return abs(slope) < Self.slopes && right.x - left.x - abs(slope) * height / 2 > 1
    }

    private func features(_ left: Int, _ right: Int) -> BookFeatures {
        let (one, other) = (lines[left], lines[right])
        let strips =
            min(one.strips.lowerBound, other.strips.lowerBound)..<max(one.strips.upperBound, other.strips.upperBound)
        let beside = (sides.mean(left, strips), sides.mean(right, strips))
        var values: [Float] = []
        values.reserveCapacity(BookFeatures.count)
        values += shape(one, other, strips)
        values += edges(beside.0, beside.1)
        values += inside(left, right, strips)
        values += divisions(left, right)
        return BookFeatures(values: values)
    }

    private func shape(_ left: SeparatorLine, _ right: SeparatorLine, _ strips: Range<Int>) -> [Float] {
        let all = Float(search.band.count)
        let bottom = search.band.upperBound
        let (one, other) = (left.strips, right.strips)
        return [
            Float((right.x - left.x) / height), Float(abs(left.slope - right.slope)),
            Float(strips.count) / all, Float(bottom - strips.upperBound) / all,
            Float(bottom - min(one.upperBound, other.upperBound)) / all,
            Float(abs(one.lowerBound - other.lowerBound)) / all, Float(abs(one.upperBound - other.upperBound)) / all,
            Float(left.score) / all, Float(right.score) / all, Float(one.count) / all, Float(other.count) / all,
            Float(left.sign), Float(right.sign),
        ]
    }

    private func edges(_ left: SIMD8<Float>, _ right: SIMD8<Float>) -> [Float] {
        typealias Part = LineLooks.Part
        return [
            left[Part.coverage], right[Part.coverage], left[Part.difference], right[Part.difference], left[Part.step],
            right[Part.step], left[Part.shadow], right[Part.shadow], left[Part.shadowRight], right[Part.shadowLeft],
            left[Part.left], right[Part.right],
        ]
    }

    private func inside(_ left: Int, _ right: Int, _ strips: Range<Int>) -> [Float] {
        typealias Part = StripLooks.Part
        var sum = SIMD8<Float>.zero
        var difference: Float = 0
        for strip in strips {
            let low = search.column(of: lines[left], strip: strip)
            let high = search.column(of: lines[right], strip: strip)
            let margin = min(max((high - low) / 4, 1), 3)
            var look = looks.mean(strip, low + margin, high - margin + 1)
            let variance = look[Part.graySquare] - look[Part.gray] * look[Part.gray]
            let color =
                look[Part.colorSquare] - look[Part.red] * look[Part.red] - look[Part.blue] * look[Part.blue]
            look[Part.graySquare] = max(variance, 0).squareRoot()
            look[Part.colorSquare] = max(color, 0).squareRoot()
            sum += look
            difference += sides.difference(left, right, strip)
        }
        let mean = sum / Float(strips.count)
        return [
            mean[Part.gray], mean[Part.graySquare], mean[Part.colorSquare], mean[Part.spread], mean[Part.down],
            mean[Part.across], difference / Float(strips.count),
        ]
    }

    /// The best lines between the two, which would divide the book.
    private func divisions(_ left: Int, _ right: Int) -> [Float] {
        let margin = max(3, 0.12 * (lines[right].x - lines[left].x))
        var low = left + 1
        var high = right
        while low < high, lines[low].x < lines[left].x + margin { low += 1 }
        while low < high, lines[high - 1].x > lines[right].x - margin { high -= 1 }
        let (first, second) = peaks.two(low..<high)
        let scores = (peaks.values[left], peaks.values[right])
        return [first, second, first - min(scores.0, scores.1), first - max(scores.0, scores.1)]
    }
}
