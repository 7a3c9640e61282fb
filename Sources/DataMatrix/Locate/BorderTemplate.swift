/// The modules whose color all symbols of a size share: solid finder, timing pattern, quiet zone.
struct BorderTemplate: Sendable {
    let size: SymbolSize
    /// Positions in the unit square of the symbol; the quiet zone is outside it.
    let positions: [SIMD2<Float>]
    /// The first `darkCount` positions are dark, those up to `insideCount` light, the rest quiet zone (light).
    let darkCount: Int
    let insideCount: Int
    /// Indices of the timing pattern's modules, row by row, by their color.
    private let timing: (dark: [Int], light: [Int])
    /// The corners of everything that the template samples, including the quiet zone.
    private let reach: (u: SIMD4<Float>, v: SIMD4<Float>)
    private let lanes: [Lane]

    init(_ size: SymbolSize) {
        self.size = size
        let columns = Float(size.columns)
        let rows = Float(size.rows)
        var dark: [SIMD2<Float>] = []
        var light: [SIMD2<Float>] = []
        var timing: (dark: [Int], light: [Int]) = ([], [])
        for (row, column, kind) in Self.fixedModules(of: size) {
            let position = SIMD2((Float(column) + 0.5) / columns, (Float(row) + 0.5) / rows)
            if kind == .timingLight { light.append(position) } else { dark.append(position) }
            switch kind {
            case .finder: break
            case .timingDark: timing.dark.append(row * size.columns + column)
            case .timingLight: timing.light.append(row * size.columns + column)
            }
        }
        self.timing = timing
        // Every second module of the quiet zone: it counts less, because print and caps often reach into it.
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
        reach = (SIMD4(0, 1, 1, 0) + SIMD4(-1, 1, 1, -1) / columns, SIMD4(0, 0, 1, 1) + SIMD4(-1, -1, 1, 1) / rows)
    }

    private enum FixedModule {
        case finder
        case timingDark
        case timingLight
    }

    /// Row, column and kind of the finder and timing modules of all data regions.
    private static func fixedModules(of size: SymbolSize) -> [(Int, Int, FixedModule)] {
        let regionHeight = size.rows / size.regionRows
        let regionWidth = size.columns / size.regionColumns
        var modules: [(Int, Int, FixedModule)] = []
        for row in 0..<size.rows {
            let y = row % regionHeight
            for column in 0..<size.columns {
                let x = column % regionWidth
                if x == 0 || y == regionHeight - 1 {
                    modules.append((row, column, .finder))
                } else if y == 0 {
                    modules.append((row, column, x % 2 == 0 ? .timingDark : .timingLight))
                } else if x == regionWidth - 1 {
                    modules.append((row, column, y % 2 == 1 ? .timingDark : .timingLight))
                }
            }
        }
        return modules
    }

    /// Returns the share of the timing pattern in these modules, 0 to 1: one half by chance, or for another size.
    ///
    /// - Parameters:
    ///   - values: the brightness of each module, row by row.
    ///   - limit: lower values are dark.
    func timingShare(of values: [Float], limit: Float) -> Float {
        let dark = timing.dark.count { values[$0] < limit }
        let light = timing.light.count { values[$0] >= limit }
        return Float(dark + light) / Float(timing.dark.count + timing.light.count)
    }

    /// Row-by-row module indices for these positions inside the symbol.
    func insideIndices(_ range: Range<Int>) -> [Int] {
        positions[range].map { Int($0.y * Float(size.rows)) * size.columns + Int($0.x * Float(size.columns)) }
    }

    private static let table = SymbolSize.all.map(BorderTemplate.init)

    static func of(_ size: SymbolSize) -> BorderTemplate { table[size.index] }

    /// A place with less variance is flat: a deviation of about two gray levels.
    static let leastVariance: Float = 4

    /// Returns how well the picture matches the template at a place: Pearson's correlation between expected and actual
    /// brightness, from −1 (inverted: light on dark) to 1.
    func agreement(_ raster: Raster, _ place: Outline) -> Float {
        let map = UnitMap(place)
        let sums = map.bend.map { self.sums(raster, map, bend: $0) } ?? self.sums(raster, map)
        let count = Float(positions.count)
        let dark = Float(darkCount)
        let light = count - dark
        let mean = (sums.dark + sums.light) / count
        let variance = sums.squares / count - mean * mean
        guard variance > Self.leastVariance else { return 0 }
        return (sums.light / light - sums.dark / dark) * (dark * light).squareRoot() / (count * variance.squareRoot())
    }

    /// Sums of the samples: dark positions, light positions, squares of all.
    private typealias Sums = (dark: Float, light: Float, squares: Float)

    private func sums(_ raster: Raster, _ map: UnitMap) -> Sums {
        let corners = map.applyStraight(reach.u, reach.v)
        guard map.isWhole(reach.u, reach.v), raster.holds(corners.x, corners.y, margin: 0) else {
            return sums({ map.applyStraight($0, $1) }, sample: { raster.samples($0, $1) })
        }
        return sums({ map.applyStraight($0, $1) }, sample: { raster.samplesInside($0, $1) })
    }

    private func sums(_ raster: Raster, _ map: UnitMap, bend: Bend) -> Sums {
        let corners = map.applyStraight(reach.u, reach.v)
        guard map.isWhole(reach.u, reach.v), raster.holds(corners.x, corners.y, margin: bend.most) else {
            return sums({ map.applyBent($0, $1, bend) }, sample: { raster.samples($0, $1) })
        }
        return sums({ map.applyBent($0, $1, bend) }, sample: { raster.samplesInside($0, $1) })
    }

    @inline(__always)
    private func sums(
        _ map: (SIMD4<Float>, SIMD4<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>),
        sample: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> Sums {
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

    /// Four positions at a time, for the vector unit. Padding has no weight.
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
}
