import Foundation

/// Invents trays.
struct TrayMaker {
    var random: SampleRandom
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
        random = SampleRandom(seed: seed &* 31 &+ 5)
    }

    mutating func scene() -> TrayScene {
        let columns = random.integer(in: 3...13)
        let rows = max(2, Int((Double(columns) * random.number(in: 0.55...1)).rounded()))
        let isPortrait = random.chance(0.3)
        let area = isPortrait ? SIMD2(Double(rows), Double(columns)) : SIMD2(Double(columns), Double(rows))
        let long = random.integer(in: 720...1280)
        let short = Int(Double(long) * random.number(in: 0.7...0.85))
        var scene = TrayScene(
            seed: seed, width: isPortrait ? short : long, height: isPortrait ? long : short, area: area,
            ground: ground(), camera: camera(), optics: optics(), kinds: kinds())
        scene.light = light()
        scene.things = things(in: scene)
        return scene
    }

    private mutating func ground() -> TrayGround {
        let textures: [(TrayGround.Texture, SampleColor)] = [
            (.paper, SampleColor(gray: Float(random.number(in: 0.55...0.92)))), (.wood, SampleColor(0.62, 0.44, 0.28)),
            (.metal, SampleColor(gray: Float(random.number(in: 0.35...0.7)))), (.checks, color(lightness: 0.7)),
            (.paper, color(lightness: 0.45)),
        ]
        let (texture, color) = random.pick(textures)
        return TrayGround(texture, color: color, hasRim: random.chance(0.4))
    }

    private mutating func camera() -> SampleCamera {
        SampleCamera(
            distance: random.number(in: 12...30), tilt: random.chance(0.5) ? 0 : random.number(in: 0.1...0.65),
            azimuth: .pi / 2 + random.number(in: -0.5...0.5), roll: random.number(in: -0.12...0.12),
            fill: random.number(in: 0.82...0.94))
    }

    private mutating func optics() -> SampleOptics {
        let warmth = random.number(in: -0.07...0.07)
        return SampleOptics(
            blur: random.number(in: 0.4...1.1), gradient: SIMD2(random.bell(), random.bell()) * 0.14,
            exposure: random.number(in: 0.75...1.1), contrast: random.number(in: 0.85...1.05),
            tint: SIMD3(1 + warmth, 1, 1 - warmth), noise: random.number(in: 0.6...3),
            quality: random.integer(in: 72...90))
    }

    private mutating func light() -> SIMD3<Double> {
        let (angle, slope) = (random.number(in: 0...6.28), random.number(in: 0.3...0.9))
        return Vector(cos(angle) * slope, sin(angle) * slope, 1).normalized
    }

    /// One kind, or two that differ in shape or in color.
    private mutating func kinds() -> [TrayKind] {
        let first = kind(random.pick(TrayKind.Form.allCases))
        guard random.chance(0.35) else { return [first] }
        if random.chance(0.5) { return [first, kind(random.pick(TrayKind.Form.allCases.filter { $0 != first.form }))] }
        var second = first
        (second.color, second.second) = (color(lightness: 0.4), color(lightness: 0.7))
        second.radius = max(0.2, first.radius * random.number(in: 0.75...0.95))
        return [first, second]
    }

    mutating func kind(_ form: TrayKind.Form) -> TrayKind {
        let radius = random.number(in: form == .vial ? 0.2...0.28 : 0.28...0.46)
        switch form {
        case .tart:
            return TrayKind(form, radius: radius, color: SampleColor(0.75, 0.53, 0.3), second: color(lightness: 0.8))
        case .cookie:
            return TrayKind(
                form, radius: radius, color: SampleColor(0.8, 0.62, 0.4), second: SampleColor(0.24, 0.15, 0.1))
        case .coin:
            let metals = [SampleColor(0.75, 0.75, 0.76), SampleColor(0.76, 0.62, 0.32), SampleColor(0.68, 0.42, 0.28)]
            return TrayKind(form, radius: radius, color: random.pick(metals), second: SampleColor(gray: 0.5))
        case .vial:
            return TrayKind(form, radius: radius, color: SampleColor(0.72, 0.78, 0.8), second: color(lightness: 0.5))
        case .tablet, .capsule, .ball, .button:
            return TrayKind(
                form, radius: radius, color: color(lightness: random.number(in: 0.4...0.9)),
                second: color(lightness: 0.75))
        }
    }

    private mutating func color(lightness: Double) -> SampleColor {
        func channel(_ random: inout SampleRandom) -> Float {
            Float(min(max(lightness + random.number(in: -0.3...0.3), 0.05), 0.97))
        }
        return SampleColor(channel(&random), channel(&random), channel(&random))
    }
}
