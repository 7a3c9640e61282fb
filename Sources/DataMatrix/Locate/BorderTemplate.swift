/// Where the modules lie whose color every symbol of a size shares: solid finder, timing pattern, quiet zone.
struct BorderTemplate: Sendable {
    let size: SymbolSize
    /// Positions in the unit square of the symbol; the quiet zone lies outside it.
    let positions: [SIMD2<Float>]
    /// The first `darkCount` positions are dark, those up to `insideCount` light, the rest quiet zone (light).
    let darkCount: Int
    let insideCount: Int
    /// The corners of everything the template looks at, quiet zone included.
    private let reach: [SIMD2<Float>]
    private let lanes: [Lane]

    init(_ size: SymbolSize) {
        self.size = size
        let columns = Float(size.columns)
        let rows = Float(size.rows)
        var dark: [SIMD2<Float>] = []
        var light: [SIMD2<Float>] = []
        for (row, column, isDark) in Self.fixedModules(of: size) {
            let position = SIMD2((Float(column) + 0.5) / columns, (Float(row) + 0.5) / rows)
            if isDark { dark.append(position) } else { light.append(position) }
        }
        // Every second module of the quiet zone: it counts, but less, since print and caps often reach into it.
        var quiet: [SIMD2<Float>] = []
        for column in stride(from: 0, to: size.columns, by: 2) {
            quiet.append(SIMD2((Float(column) + 0.5) / columns, -0.8 / rows))
            quiet.append(SIMD2((Float(column) + 1.5) / columns, 1 + 0.8 / rows))
        }
        for row in stride(from: 0, to: size.rows, by: 2) {
            quiet.append(SIMD2(-0.8 / columns, (Float(row) + 0.5) / rows))
            quiet.append(SIMD2(1 + 0.8 / columns, (Float(row) + 1.5) / rows))
        }
        positions = dark + light + quiet
        darkCount = dark.count
        insideCount = dark.count + light.count
        lanes = Lane.lanes(of: positions, darkCount: darkCount)
        let x = 1 / columns
        let y = 1 / rows
        reach = [SIMD2(-x, -y), SIMD2(1 + x, -y), SIMD2(1 + x, 1 + y), SIMD2(-x, 1 + y)]
    }

    /// Row, column and darkness of finder and timing modules of all data regions.
    private static func fixedModules(of size: SymbolSize) -> [(Int, Int, Bool)] {
        let regionHeight = size.rows / size.regionRows
        let regionWidth = size.columns / size.regionColumns
        var modules: [(Int, Int, Bool)] = []
        for row in 0..<size.rows {
            let y = row % regionHeight
            for column in 0..<size.columns {
                let x = column % regionWidth
                if x == 0 || y == regionHeight - 1 {
                    modules.append((row, column, true))
                } else if y == 0 {
                    modules.append((row, column, x % 2 == 0))
                } else if x == regionWidth - 1 {
                    modules.append((row, column, y % 2 == 1))
                }
            }
        }
        return modules
    }

    /// Which modules, row by row, the given positions inside the symbol stand for.
    func insideIndices(_ range: Range<Int>) -> [Int] {
        positions[range].map { Int($0.y * Float(size.rows)) * size.columns + Int($0.x * Float(size.columns)) }
    }

    private static let table = SymbolSize.all.map(BorderTemplate.init)

    static func of(_ size: SymbolSize) -> BorderTemplate { table[size.index] }

    /// How well the picture agrees with the template at a place: the correlation between expected and seen
    /// brightness, −1 (all the other way round: light on dark) to 1.
    func agreement(_ raster: Raster, _ place: Outline) -> Float {
        let map = UnitMap(place)
        let isInside = reach.allSatisfy { raster.holds(map.apply($0.x, $0.y)) }
        let sums =
            if let bend = map.bend {
                sums {
                    map.applyBent($0, $1, bend)
                } sample: {
                    raster.sampleClamped($0, $1)
                }
            } else if isInside {
                sums {
                    map.applyStraight($0, $1)
                } sample: {
                    raster.sampleInside($0, $1)
                }
            } else {
                sums {
                    map.applyStraight($0, $1)
                } sample: {
                    raster.sampleClamped($0, $1)
                }
            }
        return Self.correlation(
            darkSum: sums.dark, lightSum: sums.light, squares: sums.squares, darkCount: darkCount,
            lightCount: positions.count - darkCount)
    }

    /// Sums of the samples: dark positions, light positions, squares of all.
    @inline(__always)
    private func sums(
        map: (SIMD4<Float>, SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>),
        sample: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> (dark: Float, light: Float, squares: Float) {
        var dark = SIMD4<Float>.zero
        var light = SIMD4<Float>.zero
        var squares = SIMD4<Float>.zero
        lanes.withUnsafeBufferPointer { lanes in
            for lane in lanes {
                let (x, y) = map(lane.u, lane.v)
                let value = sample(x, y)
                dark += value * lane.dark
                light += value * lane.light
                squares += value * value * (lane.dark + lane.light)
            }
        }
        return (dark.sum(), light.sum(), squares.sum())
    }

    /// Four positions at a time, for the vector unit. What fills up the last four weighs nothing.
    private struct Lane {
        var u = SIMD4<Float>.zero
        var v = SIMD4<Float>.zero
        var dark = SIMD4<Float>.zero
        var light = SIMD4<Float>.zero

        static func lanes(of positions: [SIMD2<Float>], darkCount: Int) -> [Lane] {
            stride(from: 0, to: positions.count, by: 4).map { first in
                var lane = Lane()
                for index in first..<min(first + 4, positions.count) {
                    lane.u[index - first] = positions[index].x
                    lane.v[index - first] = positions[index].y
                    lane.dark[index - first] = index < darkCount ? 1 : 0
                    lane.light[index - first] = index < darkCount ? 0 : 1
                }
                return lane
            }
        }
    }

    /// Pearson's correlation between a two-valued template and the samples.
    @inline(__always)
    static func correlation(
        darkSum: Float, lightSum: Float, squares: Float, darkCount: Int, lightCount: Int
    ) -> Float {
        let dark = Float(darkCount)
        let light = Float(lightCount)
        let count = dark + light
        let mean = (darkSum + lightSum) / count
        let variance = squares / count - mean * mean
        // A flat place: less than about two gray values of deviation.
        guard variance > 4 else { return 0 }
        return (lightSum / light - darkSum / dark) * (dark * light).squareRoot() / (count * variance.squareRoot())
    }
}
