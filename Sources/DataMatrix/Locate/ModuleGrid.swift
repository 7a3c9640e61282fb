/// The brightness of every module of a located symbol, and the levels of dark and light in it.
struct ModuleGrid {
    let size: SymbolSize
    /// Row by row; already inverted for light symbols on a dark background, so that dark is low.
    let values: [Float]
    /// The median brightness of the finder's dark modules and of the light modules of the timing pattern.
    let dark: Float
    let light: Float

    init(_ raster: Raster, _ place: Outline, size: SymbolSize, inverted: Bool) {
        let columns = (0..<size.columns).map { (Float($0) + 0.5) / Float(size.columns) }
        let rows = (0..<size.rows).map { (Float($0) + 0.5) / Float(size.rows) }
        self.init(raster, UnitMap(place), size: size, inverted: inverted, columns: columns, rows: rows)
    }

    /// Samples modules between the visible edges.
    init(edges raster: Raster, _ place: Outline, size: SymbolSize, inverted: Bool) {
        let map = UnitMap(place)
        self.init(
            raster, map, size: size, inverted: inverted,
            columns: EdgeGrid(raster, map, size: size, direction: .columns).centers,
            rows: EdgeGrid(raster, map, size: size, direction: .rows).centers)
    }

    /// - Parameter columns: centers as shares of the width; `rows` are shares of the height.
    private init(
        _ raster: Raster, _ map: UnitMap, size: SymbolSize, inverted: Bool, columns: [Float], rows: [Float]
    ) {
        self.size = size
        let values = raster.samples(map, count: size.rows * size.columns, inverted: inverted) { index in
            SIMD2(columns[index % size.columns], rows[index / size.columns])
        }
        self.values = values
        let template = BorderTemplate.of(size)
        dark = Self.median(template.insideIndices(0..<template.darkCount).map { values[$0] })
        light = Self.median(template.insideIndices(template.darkCount..<template.insideCount).map { values[$0] })
    }

    private init(size: SymbolSize, values: [Float], dark: Float, light: Float) {
        self.size = size
        self.values = values
        self.dark = dark
        self.light = light
    }

    /// Removes some of the blur by subtracting what each module gained from its neighbors.
    func sharpened(by amount: Float) -> ModuleGrid {
        var sharp = values
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let here = row * size.columns + column
                let left = column > 0 ? values[here - 1] : light
                let right = column < size.columns - 1 ? values[here + 1] : light
                let above = row > 0 ? values[here - size.columns] : light
                let below = row < size.rows - 1 ? values[here + size.columns] : light
                sharp[here] += amount * (values[here] - (left + right + above + below) / 4)
            }
        }
        return ModuleGrid(size: size, values: sharp, dark: dark, light: light)
    }

    /// Removes slow changes across the symbol, such as a highlight: every value becomes relative to the middle between
    /// the darkest and lightest of the 5 × 5 modules around it.
    func flattened() -> ModuleGrid {
        var flat = values
        let middle = (dark + light) / 2
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                var low = Float.infinity
                var high = -Float.infinity
                for y in max(0, row - 2)...min(size.rows - 1, row + 2) {
                    for x in max(0, column - 2)...min(size.columns - 1, column + 2) {
                        low = min(low, values[y * size.columns + x])
                        high = max(high, values[y * size.columns + x])
                    }
                }
                let here = row * size.columns + column
                flat[here] = values[here] - (low + high) / 2 + middle
            }
        }
        return ModuleGrid(size: size, values: flat, dark: dark, light: light)
    }

    /// Dark modules as 1, by a threshold `fraction` of the way from dark to light.
    func modules(at fraction: Float) -> [UInt8] {
        let limit = limit(at: fraction)
        return values.map { $0 < limit ? 1 : 0 }
    }

    /// The share of the timing pattern visible at this threshold, 0 to 1.
    func timingShare(at fraction: Float) -> Float {
        BorderTemplate.of(size).timingShare(of: values, limit: limit(at: fraction))
    }

    private func limit(at fraction: Float) -> Float { dark + (light - dark) * fraction }

    /// The uncertainty of each module: from 0 for a clear one to 100 for one right at the threshold. Overexposed
    /// modules, much lighter than a light one, are also doubtful.
    func doubts(at fraction: Float) -> [UInt8] {
        let range = max(light - dark, 1)
        return values.map { value in
            let level = (value - dark) / range
            if level > 1.5 { return 60 }
            let distance = abs(level - fraction)
            return distance < 0.15 ? UInt8(100 * (1 - distance / 0.15)) : 0
        }
    }

    private static func median(_ values: [Float]) -> Float {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

/// Finds where the columns or rows of a symbol end, from all of its edges together.
///
/// About half of the modules change color between two columns, so the brightness changes summed along the symbol peak
/// at every boundary. Dynamic programming picks the right number of boundaries, on peaks and nearly evenly spaced.
/// Stretched or shrunk print and rolling shutters distort an even grid only so far.
private struct EdgeGrid {
    /// Places per module of an even grid.
    private static let steps = 8
    /// The edge strength that a boundary half a module off its even distance must gain, in mean strengths.
    private static let stiffness: Float = 0.6

    /// The largest distance of a boundary from its place in an even grid, in places: two modules.
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

    /// The places of `count + 1` boundaries; the outer ones are fixed.
    private static func bounds(_ strength: [Float], count: Int) -> [Int] {
        let length = strength.count - 1
        let gaps = (steps / 2)...(steps * 7 / 4)
        let penalty = gaps.map { gap in
            let shift = Float(gap - steps) / Float(steps / 2)
            return stiffness * shift * shift
        }
        var best = [Float](repeating: -.infinity, count: length + 1)
        best[0] = 0
        // The gap that leads to each boundary and place.
        var choices: [[UInt8]] = []
        for number in 1...count {
            // Only places that are reachable from the start, and from which the end is reachable.
            let even = number * steps
            let first = max(
                number * gaps.lowerBound, length - (count - number) * gaps.upperBound, even - mostShift)
            let last = min(
                number * gaps.upperBound, length - (count - number) * gaps.lowerBound, even + mostShift)
            var next = [Float](repeating: -.infinity, count: length + 1)
            var choice = [UInt8](repeating: 0, count: length + 1)
            // Gaps in the outer loop, places in the inner one, which the compiler vectorizes.
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

    /// Uses the step of one gap wherever it gives a higher sum than before.
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
