/// The density of brightness changes in both directions, block by block: symbols are the densest places of most photos.
struct TextureMap {
    static let block = 4

    let columns: Int
    let rows: Int
    /// Running sums over blocks of density, brightness and squared brightness, with a leading row and column of zeros.
    private let sums: [SIMD4<Double>]

    init(_ raster: Raster) {
        let columns = max(0, raster.width - 1) / Self.block
        let rows = max(0, raster.height - 1) / Self.block
        var sums = [SIMD4<Double>](repeating: .zero, count: (columns + 1) * (rows + 1))
        let stride = columns + 1
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 4 * max(1, raster.width)) { lanes in
            for row in 0..<rows {
                Self.measure(raster, row, lanes)
                var line = SIMD4<Double>.zero
                for column in 0..<columns {
                    line += Self.block(column, of: raster.width, lanes)
                    sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + line
                }
            }
        }
        self.columns = columns
        self.rows = rows
        self.sums = sums
    }

    /// Sums the lines of one row of blocks, pixel column by pixel column, in loops that the compiler vectorizes: change
    /// across, change down, brightness, squared brightness.
    private static func measure(_ raster: Raster, _ row: Int, _ lanes: UnsafeMutableBufferPointer<UInt32>) {
        let width = raster.width
        let across = lanes.baseAddress!
        let down = across + width
        let sum = down + width
        let squares = sum + width
        lanes.update(repeating: 0)
        for y in (row * block)..<((row + 1) * block) {
            let line = raster.base + y * width
            let below = line + width
            for x in 0..<(width - 1) {
                let value = Int32(line[x])
                across[x] &+= UInt32(truncatingIfNeeded: abs(Int32(line[x + 1]) &- value))
                down[x] &+= UInt32(truncatingIfNeeded: abs(Int32(below[x]) &- value))
                sum[x] &+= UInt32(truncatingIfNeeded: value)
                squares[x] &+= UInt32(truncatingIfNeeded: value &* value)
            }
        }
    }

    /// Density of a block (the weaker of the horizontal and vertical change: stripes and edges have only one of them),
    /// mean brightness and mean squared brightness.
    @inline(__always)
    private static func block(
        _ column: Int, of width: Int, _ lanes: UnsafeMutableBufferPointer<UInt32>
    ) -> SIMD4<Double> {
        var totals = SIMD4<UInt32>.zero
        for x in (column * block)..<((column + 1) * block) {
            totals &+= SIMD4(lanes[x], lanes[width + x], lanes[2 * width + x], lanes[3 * width + x])
        }
        let density = Double(min(totals[0], totals[1]))
        return SIMD4(density, Double(totals[2]), Double(totals[3]), 0) / Double(block * block)
    }

    /// The means over a window of blocks, clipped to the picture.
    private func mean(_ left: Int, _ top: Int, _ side: Int) -> SIMD4<Double> {
        let x0 = max(left, 0)
        let y0 = max(top, 0)
        let x1 = min(left + side, columns)
        let y1 = min(top + side, rows)
        guard x1 > x0, y1 > y0 else { return .zero }
        let width = columns + 1
        let total = sums[y1 * width + x1] - sums[y0 * width + x1] - sums[y1 * width + x0] + sums[y0 * width + x0]
        return total / Double((x1 - x0) * (y1 - y0))
    }

    /// Returns places where a window of about `side` pixels is denser than its surroundings and its neighbors.
    ///
    /// - Parameter examples: centers of symbols already read. With them, the most similar places come first; without,
    ///   the densest.
    func spots(side: Float, like examples: [SIMD2<Float>]) -> [Spot] {
        let window = max(2, Int(side / Float(Self.block) + 0.5))
        guard columns >= window, rows >= window else { return [] }
        let grid = WindowGrid(self, window: window)
        var spots = grid.peaks
        if let model = Spot.median(of: examples.map { spot(at: $0, window: window) }) {
            spots = spots.filter { $0.difference(from: model) < 2.5 }
            spots.sort { $0.difference(from: model) < $1.difference(from: model) }
        } else {
            spots.sort { $0.density > $1.density }
        }
        return spots
    }

    private func spot(at center: SIMD2<Float>, window: Int) -> Spot {
        let block = Float(Self.block)
        return spot(
            left: Int(center.x / block - Float(window) / 2 + 0.5), top: Int(center.y / block - Float(window) / 2 + 0.5),
            window: window)
    }

    /// Measures one window.
    fileprivate func spot(left: Int, top: Int, window: Int) -> Spot {
        let margin = max(1, window / 3)
        let inside = mean(left, top, window)
        let around = mean(left - margin, top - margin, window + 2 * margin)
        let deviation = Float(max(0, inside.z - inside.y * inside.y).squareRoot())
        // Per gray level of deviation, so that a faint symbol counts as much as a strong one.
        let density = Float(inside.x - 0.25 * around.x) / (deviation + 8)
        let center = SIMD2(Float(left) + Float(window) / 2, Float(top) + Float(window) / 2) * Float(Self.block)
        return Spot(center: center, density: inside.x > 2 ? density : 0, deviation: deviation)
    }
}

/// One window and its content.
struct Spot {
    let center: SIMD2<Float>
    /// Change per pixel, relative to the deviation, minus half of that around it.
    let density: Float
    /// Standard deviation of the brightness.
    let deviation: Float

    /// The difference from another window; a factor of e in density counts 1, in deviation half as much.
    func difference(from other: Spot) -> Float {
        abs(Self.logarithm(density / other.density)) + 0.3 * abs(Self.logarithm(deviation / other.deviation))
    }

    /// The natural logarithm, accurate to a few percent between 1/20 and 20: enough to rank by.
    private static func logarithm(_ value: Float) -> Float {
        guard value > 0.01 else { return -5 }
        // ln x = n (x^(1/n) − 1) for large n; three square roots make n = 8.
        return 8 * (value.squareRoot().squareRoot().squareRoot() - 1)
    }

    static func median(of spots: [Spot]) -> Spot? {
        let valid = spots.filter { $0.density > 0 && $0.deviation > 0 }
        guard !valid.isEmpty else { return nil }
        let middle = valid.count / 2
        return Spot(
            center: .zero, density: valid.map { $0.density }.sorted()[middle],
            deviation: valid.map { $0.deviation }.sorted()[middle])
    }
}

/// Windows at regular steps over the picture.
private struct WindowGrid {
    let spots: [Spot]
    let columns: Int
    let rows: Int
    let reach: Int

    init(_ map: TextureMap, window: Int) {
        let step = max(1, window / 4)
        columns = (map.columns - window) / step + 1
        rows = (map.rows - window) / step + 1
        reach = max(1, window * 45 / 100 / step)
        var spots: [Spot] = []
        spots.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns { spots.append(map.spot(left: column * step, top: row * step, window: window)) }
        }
        self.spots = spots
    }

    /// The windows denser than all others up to half a window away.
    var peaks: [Spot] {
        var peaks: [Spot] = []
        for row in 0..<rows {
            for column in 0..<columns where isPeak(row, column) { peaks.append(spots[row * columns + column]) }
        }
        return peaks
    }

    private func isPeak(_ row: Int, _ column: Int) -> Bool {
        let index = row * columns + column
        let density = spots[index].density
        guard density > 0.04 else { return false }
        for y in max(0, row - reach)...min(rows - 1, row + reach) {
            for x in max(0, column - reach)...min(columns - 1, column + reach) {
                let other = spots[y * columns + x].density
                if other > density || (other == density && y * columns + x < index) { return false }
            }
        }
        return true
    }
}
