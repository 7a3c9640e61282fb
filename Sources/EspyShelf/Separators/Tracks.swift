/// The best run of strips for each column, so far.
struct Tracks {
    private(set) var scores: [Int16]
    /// First strip and end of the run in one number.
    private(set) var codes: [Int16]
    /// The slope that the run has.
    private(set) var steps: [Int16]

    init(count: Int) {
        scores = [Int16](repeating: .min, count: count)
        codes = [Int16](repeating: 0, count: count)
        steps = [Int16](repeating: 0, count: count)
    }

    /// - Returns: first strip, and the one after the last.
    static func strips(_ code: Int16) -> (first: Int, end: Int) { (Int(code >> 7), Int(code & 127)) }

    /// The runs that are under way for the lines of one slope.
    struct Runs {
        fileprivate var sums: [Int16]
        fileprivate var starts: [Int16]

        init(count: Int) {
            sums = [Int16](repeating: 0, count: count)
            starts = sums
        }
    }

    /// Adds one strip to the runs that are under way, or begins new ones where those are worth nothing.
    ///
    /// - Parameters:
    ///   - votes: sums of the strip, by column.
    ///   - shift: how far to the right of its column each line is in this strip; outside the picture it has no votes.
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

    /// Without a branch, so that the compiler works on several columns at once.
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

    /// Takes over what another slope does better.
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

    /// Columns that no column within two of them beats; of equal neighbors, the first.
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
