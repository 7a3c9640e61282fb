import EspyBase

/// Finds the best lines through one band of strips: for each column at the middle of the band, the slope and the run of
/// strips along which votes are densest.
///
/// The run is the part of the line with the largest sum (Kadane's algorithm), where each strip counts by how much its
/// coverage exceeds ``threshold``. So a side of a book may begin anywhere, and a gap costs only the coverage that it
/// lacks.
package struct LineSearch: Sendable {
    static let threshold = Int16(0.33 * Double(StripSums.full) / 2)
    /// Maximum value of a strip.
    static let ceiling = Int16(0.35 * Double(StripSums.full) / 2)
    private static let stepsPerRow = 120
    private static let steepest = 41
    /// Minimum score: coverage above the threshold × strips.
    private static let least = Int16(0.7 * Double(StripSums.full) / 2)

    let sums: StripSums
    let band: Range<Int>
    /// The middle of the band, in rows of the picture.
    let middle: Double

    package init(_ sums: StripSums, band: Range<Int>) {
        self.sums = sums
        self.band = band
        middle = Double((band.lowerBound + band.upperBound) * StripSums.rows) / 2
    }

    /// Returns the lines from left to right.
    package func lines() -> [SeparatorLine] {
        let (brighter, darker) = both({ lines(sign: 1) }, { lines(sign: -1) })
        return (brighter + darker).sorted { ($0.x, $0.sign) < ($1.x, $1.sign) }
    }

    private func lines(sign: Int16) -> [SeparatorLine] {
        var best = Tracks(count: sums.width)
        for step in -Self.steepest...Self.steepest {
            best.improve(with: tracks(step: step, sign: sign), step: Int16(step))
        }
        return best.peaks(above: Self.least).map { column in
            let (first, end) = Tracks.strips(best.codes[column])
            return SeparatorLine(
                x: Double(column), slope: Double(best.steps[column]) / Double(Self.stepsPerRow),
                score: Double(best.scores[column]) * 2 / Double(StripSums.full), strips: first..<end, sign: sign)
        }
    }

    /// Returns the best run of each line with one slope.
    private func tracks(step: Int, sign: Int16) -> Tracks {
        let slope = Double(step) / Double(Self.stepsPerRow)
        let nearest = Int((slope * Double(StripSums.rows)).rounded(.toNearestOrEven))
        var tracks = Tracks(count: sums.width)
        var runs = Tracks.Runs(count: sums.width)
        sums.sums.withUnsafeBufferPointer { votes in
            for strip in band {
                let place = (Double(strip) + 0.5) * Double(StripSums.rows) - middle
                let shift = Int((place * slope).rounded(.toNearestOrEven))
                let start = votes.baseAddress! + sums.offset(strip: strip, slope: nearest)
                tracks.extend(&runs, by: start, shift: shift, sign: sign, strip: Int16(strip))
            }
        }
        return tracks
    }
}

/// A straight upright edge within one shelf: a candidate for a side of a book.
package struct SeparatorLine: Sendable, Equatable {
    /// Column at the middle of the band.
    package var x: Double
    /// Columns to the right per row down.
    package var slope: Double
    /// Sum of the coverage above the threshold, in strips: a line without a gap over five strips has between 1 and 2.
    package var score: Double
    /// The strips that it crosses.
    package var strips: Range<Int>
    /// 1 if it is brighter on the right, -1 if it is darker.
    package var sign: Int16

    package init(x: Double, slope: Double, score: Double, strips: Range<Int>, sign: Int16) {
        self.x = x
        self.slope = slope
        self.score = score
        self.strips = strips
        self.sign = sign
    }
}

/// The best run of strips found so far for each column.
private struct Tracks {
    private(set) var scores: [Int16]
    /// First strip and end of the run, packed into one number.
    private(set) var codes: [Int16]
    /// The slope of the run.
    private(set) var steps: [Int16]

    init(count: Int) {
        scores = [Int16](repeating: .min, count: count)
        codes = [Int16](repeating: 0, count: count)
        steps = [Int16](repeating: 0, count: count)
    }

    /// - Returns: the first strip, and the one after the last.
    static func strips(_ code: Int16) -> (first: Int, end: Int) { (Int(code >> 7), Int(code & 127)) }

    /// The current runs of the lines with one slope.
    struct Runs {
        fileprivate var sums: [Int16]
        fileprivate var starts: [Int16]

        init(count: Int) {
            sums = [Int16](repeating: 0, count: count)
            starts = sums
        }
    }

    /// Adds one strip to the current runs, or begins new ones if those have no value.
    ///
    /// - Parameters:
    ///   - votes: sums of the strip, by column.
    ///   - shift: how far to the right of its column each line is in this strip; it has no votes outside the picture.
    mutating func extend(
        _ runs: inout Runs, by votes: UnsafePointer<Int16>, shift: Int, sign: Int16, strip: Int16
    ) {
        let count = scores.count
        let (low, high) = (min(max(0, -shift), count), max(0, count - max(0, shift)))
        scores.withUnsafeMutableBufferPointer { scores in
            codes.withUnsafeMutableBufferPointer { codes in
                runs.sums.withUnsafeMutableBufferPointer { sums in
                    runs.starts.withUnsafeMutableBufferPointer { starts in
                        let step = Step(
                            scores: scores.baseAddress!, codes: codes.baseAddress!, sums: sums.baseAddress!,
                            starts: starts.baseAddress!, strip: strip)
                        for index in 0..<low { step.add(-LineSearch.threshold, index) }
                        for index in max(low, high)..<count { step.add(-LineSearch.threshold, index) }
                        guard low < high else { return }
                        let votes = votes + shift
                        for index in low..<high {
                            let half = max(sign &* votes[index], 0) &>> 1
                            step.add(min(half &- LineSearch.threshold, LineSearch.ceiling), index)
                        }
                    }
                }
            }
        }
    }

    /// Branch-free, so that the compiler can vectorize it.
    private struct Step {
        let scores: UnsafeMutablePointer<Int16>
        let codes: UnsafeMutablePointer<Int16>
        let sums: UnsafeMutablePointer<Int16>
        let starts: UnsafeMutablePointer<Int16>
        let strip: Int16

        @inline(__always)
        func add(_ gain: Int16, _ index: Int) {
            let isFresh = sums[index] <= 0
            let sum = (isFresh ? 0 : sums[index]) &+ gain
            let start = isFresh ? strip &<< 7 : starts[index]
            let isBetter = sum > scores[index]
            sums[index] = sum
            starts[index] = start
            scores[index] = isBetter ? sum : scores[index]
            codes[index] = isBetter ? start | (strip &+ 1) : codes[index]
        }
    }

    /// Adopts the runs of another slope where they are better.
    mutating func improve(with other: Tracks, step: Int16) {
        scores.withUnsafeMutableBufferPointer { scores in
            codes.withUnsafeMutableBufferPointer { codes in
                steps.withUnsafeMutableBufferPointer { steps in
                    for index in 0..<scores.count {
                        let isBetter = other.scores[index] > scores[index]
                        scores[index] = isBetter ? other.scores[index] : scores[index]
                        codes[index] = isBetter ? other.codes[index] : codes[index]
                        steps[index] = isBetter ? step : steps[index]
                    }
                }
            }
        }
    }

    /// Returns the columns that no column within two of them exceeds; of equal neighbors, the first.
    func peaks(above least: Int16) -> [Int] {
        var peaks: [Int] = []
        for column in scores.indices where scores[column] > least {
            let near = scores[max(0, column - 2)...min(scores.count - 1, column + 2)]
            guard scores[column] >= near.max()!, peaks.last != column - 1 else { continue }
            peaks.append(column)
        }
        return peaks
    }
}
