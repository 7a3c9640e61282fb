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
            let values = (-1...(length + 1)).map { place in
                let along = Float(place) / Float(length)
                let point = direction == .columns ? map.apply(along, across) : map.apply(across, along)
                return raster.sample(point.x, point.y)
            }
            for place in 0...length { sums[place] += abs(values[place + 2] - values[place]) }
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
        var origins: [[Int]] = []
        for _ in 0..<count {
            var next = [Float](repeating: -.infinity, count: length + 1)
            var origin = [Int](repeating: 0, count: length + 1)
            for place in gaps.lowerBound...length {
                for (index, gap) in gaps.enumerated() where gap <= place {
                    let score = best[place - gap] + strength[place] - penalty[index]
                    if score > next[place] {
                        next[place] = score
                        origin[place] = place - gap
                    }
                }
            }
            best = next
            origins.append(origin)
        }
        var bounds = [length]
        for origin in origins.reversed() { bounds.append(origin[bounds[bounds.count - 1]]) }
        return bounds.reversed()
    }
}
