/// How densely brightness changes in both directions, block by block: symbols are the densest places of most photos.
struct TextureMap {
    static let block = 4

    let columns: Int
    let rows: Int
    /// Running sums over blocks of density, brightness and squared brightness, with a leading row and column of zeros.
    private let sums: [SIMD4<Double>]

    init(_ raster: Raster) {
        columns = raster.width / Self.block
        rows = raster.height / Self.block
        var sums = [SIMD4<Double>](repeating: .zero, count: (columns + 1) * (rows + 1))
        for row in 0..<rows {
            var line = SIMD4<Double>.zero
            for column in 0..<columns {
                line += Self.measure(raster, column, row)
                sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + line
            }
        }
        self.sums = sums
    }

    /// Density of a block (the weaker of the horizontal and the vertical change: stripes and edges have only one of
    /// them), mean brightness and mean squared brightness.
    private static func measure(_ raster: Raster, _ column: Int, _ row: Int) -> SIMD4<Double> {
        guard (row + 1) * block < raster.height, (column + 1) * block < raster.width else { return .zero }
        var across: Int32 = 0
        var down: Int32 = 0
        var sum: Int32 = 0
        var squares: Int32 = 0
        for y in (row * block)..<((row + 1) * block) {
            let line = raster.base + y * raster.width + column * block
            for x in 0..<block {
                let value = Int32(line[x])
                sum &+= value
                squares &+= value &* value
                across &+= abs(Int32(line[x + 1]) &- value)
                down &+= abs(Int32(line[x + raster.width]) &- value)
            }
        }
        return SIMD4(Double(min(across, down)), Double(sum), Double(squares), 0) / Double(block * block)
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

    /// Places where a window of about `side` pixels is denser than its surroundings and than its neighbors.
    ///
    /// - Parameter examples: centers of symbols already read. With them, the places most like them come first;
    ///   without, the densest.
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
        // Per gray value of deviation, so that a faint symbol counts as much as a strong one.
        let density = Float(inside.x - 0.25 * around.x) / (deviation + 8)
        let center = SIMD2(Float(left) + Float(window) / 2, Float(top) + Float(window) / 2) * Float(Self.block)
        return Spot(center: center, density: inside.x > 2 ? density : 0, deviation: deviation)
    }
}

/// One window and what it holds.
struct Spot {
    let center: SIMD2<Float>
    /// Change per pixel, relative to the deviation, less half of that around it.
    let density: Float
    /// Standard deviation of the brightness.
    let deviation: Float

    /// How unlike another window this one is; a factor of e in density counts 1, in deviation half as much.
    func difference(from other: Spot) -> Float {
        abs(Self.logarithm(density / other.density)) + 0.3 * abs(Self.logarithm(deviation / other.deviation))
    }

    /// The natural logarithm, good to a few per cent between 1/20 and 20: enough to rank by.
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
            center: .zero, density: valid.map(\.density).sorted()[middle],
            deviation: valid.map(\.deviation).sorted()[middle])
    }
}

/// Windows at regular steps over the picture.
private struct WindowGrid {
    let spots: [Spot]
    let columns: Int
    let rows: Int
    let reach: Int

    init(_ map: TextureMap, window: Int) {
        let step = max(1, window / 6)
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
