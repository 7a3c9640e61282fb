/// Where the columns or rows of a symbol end, from all of its edges together.
///
/// Between two columns about half of the modules change color, so the brightness changes summed along the symbol peak
/// at every boundary. Dynamic programming picks the right number of boundaries, on peaks and nearly evenly spaced: what
/// stretched or shrunk print and rolling shutters leave of an even grid.
struct EdgeGrid {
    /// Places per module of an even grid.
    private static let steps = 8
    /// How much a boundary half a module off its even distance must gain in edge strength, in mean strengths.
    private static let stiffness: Float = 0.6

    /// How far a boundary may lie from where an even grid has it, in places: two modules.
    private static let mostShift = 2 * steps

    /// Centers of the columns (or rows), as shares of the width (or height).
    let centers: [Float]

    enum Direction {
        case columns
        case rows
    }

    init(_ raster: Raster, _ map: UnitMap, size: SymbolSize, direction: Direction) {
        let count = direction == .columns ? size.columns : size.rows
        let strength = Self.strength(raster, map, size: size, direction: direction, count: count)
        let bounds = Self.bounds(strength, count: count)
        centers = (0..<count).map { Float(bounds[$0] + bounds[$0 + 1]) / 2 / Float(count * Self.steps) }
    }

    /// Mean change of brightness across each place, in units of the mean over all places.
    private static func strength(
        _ raster: Raster, _ map: UnitMap, size: SymbolSize, direction: Direction, count: Int
    ) -> [Float] {
        let length = count * steps
        let lines = 2 * (direction == .columns ? size.rows : size.columns)
        var sums = [Float](repeating: 0, count: length + 1)
        for line in 0..<lines {
            let across = (Float(line) + 0.5) / Float(lines)
            let values = raster.samples(map, count: length + 3) { index in
                let along = Float(index - 1) / Float(length)
                return direction == .columns ? SIMD2(along, across) : SIMD2(across, along)
            }
            values.withUnsafeBufferPointer { values in
                for place in sums.indices { sums[place] += abs(values[place + 2] - values[place]) }
            }
        }
        let mean = sums.reduce(0, +) / Float(length + 1)
        return mean > 0 ? sums.map { $0 / mean } : sums
    }

    /// The places of `count + 1` boundaries, the outer ones fixed.
    private static func bounds(_ strength: [Float], count: Int) -> [Int] {
        let length = strength.count - 1
        let gaps = (steps / 2)...(steps * 7 / 4)
        let penalty = gaps.map { gap in
            let shift = Float(gap - steps) / Float(steps / 2)
            return stiffness * shift * shift
        }
        var best = [Float](repeating: -.infinity, count: length + 1)
        best[0] = 0
        // For each boundary and place, which gap leads there.
        var choices: [[UInt8]] = []
        for number in 1...count {
            // Only where the boundaries before can lead, and from where those behind can still reach the end.
            let even = number * steps
            let first = max(
                number * gaps.lowerBound, length - (count - number) * gaps.upperBound, even - mostShift)
            let last = min(
                number * gaps.upperBound, length - (count - number) * gaps.lowerBound, even + mostShift)
            var next = [Float](repeating: -.infinity, count: length + 1)
            var choice = [UInt8](repeating: 0, count: length + 1)
            // Gaps outside, places inside: a loop that the compiler turns into vector instructions.
            for (index, gap) in gaps.enumerated() {
                extend(best, by: gap, strength, penalty: penalty[index], over: first...last, to: &next, &choice)
            }
            best = next
            choices.append(choice)
        }
        var bounds = [length]
        for choice in choices.reversed() {
            let place = bounds[bounds.count - 1]
            bounds.append(place - Int(choice[place]))
        }
        return bounds.reversed()
    }

    /// Takes the step of one gap wherever it leads to more than was found before.
    private static func extend(
        _ best: [Float], by gap: Int, _ strength: [Float], penalty: Float, over places: ClosedRange<Int>,
        to next: inout [Float], _ choice: inout [UInt8]
    ) {
        guard places.upperBound >= gap else { return }
        for place in max(gap, places.lowerBound)...places.upperBound {
            let score = best[place - gap] + strength[place] - penalty
            let isBetter = score > next[place]
            next[place] = isBetter ? score : next[place]
            choice[place] = isBetter ? UInt8(truncatingIfNeeded: gap) : choice[place]
        }
    }
}
