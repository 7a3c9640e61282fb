/// A threshold for each block of 8 × 8 pixels: halfway between the darkest and the lightest pixel around it.
///
/// Using the middle of the range, not the mean, keeps mid-gray ink beside a symbol on the light side.
struct LocalThreshold {
    static let block = 8
    /// The number of blocks on each side that count as "around": 5 × 5 blocks, 40 pixels.
    static let reach = 2

    let columns: Int
    let rows: Int
    /// The threshold of each block, row by row; 0 if the surroundings are flat.
    let values: [UInt8]
    /// The side of the threshold on which each block's pixels lie.
    let sides: [Side]

    enum Side: UInt8 {
        case flat, below, above, mixed
    }

    /// - Parameters:
    ///   - fraction: position of the threshold, from 0 for the darkest to 1 for the lightest pixel around.
    ///   - contrast: smaller ranges count as flat.
    init(_ raster: Raster, fraction: Float, contrast: Int) {
        columns = (raster.width + Self.block - 1) / Self.block
        rows = (raster.height + Self.block - 1) / Self.block
        var low = [UInt8](repeating: 255, count: columns * rows)
        var high = [UInt8](repeating: 0, count: columns * rows)
        Self.extremes(raster, columns: columns, low: &low, high: &high)
        let darkest = low
        let lightest = high
        Self.spread(&low, columns: columns, rows: rows) { min($0, $1) }
        Self.spread(&high, columns: columns, rows: rows) { max($0, $1) }
        var values = [UInt8](repeating: 0, count: low.count)
        var sides = [Side](repeating: .flat, count: low.count)
        for index in low.indices where Int(high[index]) - Int(low[index]) >= contrast {
            let limit = UInt8(Float(low[index]) + Float(high[index] - low[index]) * fraction + 0.5)
            values[index] = limit
            sides[index] = lightest[index] < limit ? .below : darkest[index] >= limit ? .above : .mixed
        }
        self.values = values
        self.sides = sides
    }

    /// The threshold at a pixel.
    @inline(__always)
    func at(_ x: Int, _ y: Int) -> UInt8 { values[(y / Self.block) * columns + x / Self.block] }

    /// The darkest and lightest pixel of every block: first down the columns, in loops that the compiler vectorizes,
    /// then across.
    private static func extremes(_ raster: Raster, columns: Int, low: inout [UInt8], high: inout [UInt8]) {
        let width = raster.width
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width) { lines in
            let darkest = lines.baseAddress!
            let lightest = darkest + width
            for top in stride(from: 0, to: raster.height, by: block) {
                let first = raster.base + top * width
                darkest.update(from: first, count: width)
                lightest.update(from: first, count: width)
                for line in 1..<max(1, min(block, raster.height - top)) {
                    let row = first + line * width
                    for x in 0..<width {
                        darkest[x] = min(darkest[x], row[x])
                        lightest[x] = max(lightest[x], row[x])
                    }
                }
                let start = (top / block) * columns
                for column in 0..<columns {
                    var dark = darkest[column * block]
                    var light = lightest[column * block]
                    for x in (column * block)..<min((column + 1) * block, width) {
                        dark = min(dark, darkest[x])
                        light = max(light, lightest[x])
                    }
                    low[start + column] = dark
                    high[start + column] = light
                }
            }
        }
    }

    /// Replaces each value by the extreme of the (2 × `reach` + 1)² values around it.
    private static func spread(
        _ values: inout [UInt8], columns: Int, rows: Int, _ pick: (UInt8, UInt8) -> UInt8
    ) {
        var wide = values
        for y in 0..<rows {
            for x in 0..<columns {
                var best = values[y * columns + x]
                for other in max(0, x - reach)...min(columns - 1, x + reach) {
                    best = pick(best, values[y * columns + other])
                }
                wide[y * columns + x] = best
            }
        }
        for y in 0..<rows {
            for x in 0..<columns {
                var best = wide[y * columns + x]
                for other in max(0, y - reach)...min(rows - 1, y + reach) {
                    best = pick(best, wide[other * columns + x])
                }
                values[y * columns + x] = best
            }
        }
    }
}
