import EspyPixels

extension Canvas {
    /// The table all around, with grain and a few stains, and a lid beside the box.
    mutating func paintTable(_ scene: SampleScene) {
        let grain = Grain(seed: scene.seed)
        let table = scene.holder.table
        let reach = 60.0
        let (columns, rows) = (Double(scene.columns), Double(scene.rows))
        let patch = Patch.level(x: -reach...columns + reach, y: -reach...rows + reach, z: 0)
        fill(table)
        paint(patch, samples: 1) { place in
            let shadow = scene.holder.kind == .none ? 1 : Self.shadow(at: place, columns: columns, rows: rows)
            return table.lit(Self.light(of: scene.holder.ground, at: place, grain) * shadow)
        }
        if scene.holder.hasLid { paintLid(scene) }
    }

    private static func light(of ground: SampleHolder.Ground, at place: SIMD2<Double>, _ grain: Grain) -> Float {
        switch ground {
        case .grain: 0.84 + 0.2 * grain.smooth(place * 0.4) + 0.12 * grain.smooth(place * SIMD2(2.3, 11))
        case .even: 1
        case .clouds: 0.7 + 0.35 * grain.smooth(place * 0.9) + 0.25 * grain.smooth(place * 3.1)
        case .checks: checks(place * 0.71) * (0.95 + 0.1 * grain.smooth(place * 6))
        case .boards:
            (part(of: place.y * 0.37) < 0.02 ? 0.4 : 0.85) + 0.15 * grain.smooth(place * SIMD2(1.3, 9))
        }
    }

    private static func part(of value: Double) -> Double { value - value.rounded(.down) }

    private static func checks(_ place: SIMD2<Double>) -> Float {
        let (isRight, isLow) = (part(of: place.x) > 0.5, part(of: place.y) > 0.5)
        return isRight == isLow ? (isRight ? 1.1 : 0.6) : 0.85
    }

    private mutating func fill(_ color: SampleColor) {
        for index in pixels.indices {
            pixels[index] = color
        }
    }

    /// The box shades the table right beside it.
    @inline(__always)
    private static func shadow(at place: SIMD2<Double>, columns: Double, rows: Double) -> Float {
        let over = SIMD2(max(-place.x, place.x - columns, 0), max(-place.y, place.y - rows, 0))
        let distance = Float((over * over).sum().squareRoot())
        return 0.55 + 0.45 * smoothStep(0, 1.6, distance)
    }

    private mutating func paintLid(_ scene: SampleScene) {
        let (columns, rows) = (Double(scene.columns), Double(scene.rows))
        let color = scene.holder.color
        let right = -0.9
        let lid = Patch.level(x: right - columns...right, y: 0.4...rows + 0.6, z: 0.4)
        paint(lid) { place in
            let edge = Float(min(right - place.x, place.y - 0.4, rows + 0.6 - place.y))
            return color.lit(edge < 0.08 ? 1.05 : 0.8 + 0.08 * smoothStep(0, 3, edge))
        }
    }
}
