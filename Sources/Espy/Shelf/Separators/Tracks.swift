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

    /// Adds one strip to the runs that are under way, or begins new ones where those are worth nothing.
    mutating func extend(_ runs: inout [Int16], _ starts: inout [Int16], by gains: [Int16], strip: Int16) {
        let code = strip &<< 7
        scores.withUnsafeMutableBufferPointer { scores in
            codes.withUnsafeMutableBufferPointer { codes in
                runs.withUnsafeMutableBufferPointer { runs in
                    starts.withUnsafeMutableBufferPointer { starts in
                        gains.withUnsafeBufferPointer { gains in
                            for index in 0..<scores.count {
                                let fresh = runs[index] <= 0
                                let run = (fresh ? 0 : runs[index]) &+ gains[index]
                                let start = fresh ? code : starts[index]
                                let isBetter = run > scores[index]
                                runs[index] = run
                                starts[index] = start
                                scores[index] = isBetter ? run : scores[index]
                                codes[index] = isBetter ? start | (strip &+ 1) : codes[index]
                            }
                        }
                    }
                }
            }
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
