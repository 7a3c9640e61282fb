import Foundation

/// The color of a thing, place by place.
struct TrayPaint {
    private let kind: TrayKind
    private let grain: Grain
    /// A slight deviation in brightness from others of its kind.
    private let shade: Float

    init(_ kind: TrayKind, seed: UInt64) {
        self.kind = kind
        grain = Grain(seed: seed)
        var random = SampleRandom(seed: seed)
        shade = Float(1 + 0.06 * random.bell())
    }

    /// - Parameters:
    ///   - place: in the space of the thing, in units of its radius.
    /// - Returns: the color in full light, and the strength of the gloss.
    func look(_ part: TrayPart, at place: Vector) -> (color: SampleColor, gloss: Float) {
        let flat = SIMD2(place.x, place.y)
        let distance = (flat * flat).sum().squareRoot()
        switch part {
        case .crust:
            let flutes = Float(sin(atan2(place.y, place.x) * 22))
            return (kind.color.lit(shade * (0.86 + 0.08 * flutes + 0.16 * speckle(flat * 9))), 0.05)
        case .filling: return (kind.second.lit(shade * (0.92 + 0.14 * speckle(flat * 5))), 0.35)
        case .berry: return (SampleColor(0.2, 0.16, 0.36).lit(0.8 + 0.4 * speckle(flat * 12)), 0.6)
        case .dough:
            let isChip = grain.smooth(flat * 4.2 + 40) > 0.7
            return isChip ? (kind.second, 0.3) : (kind.color.lit(shade * (0.82 + 0.3 * speckle(flat * 8))), 0.04)
        case .metal: return (kind.color.lit(shade * relief(flat, distance)), 0.7)
        case .glass: return (kind.color.lit(0.8 + 0.2 * Float(abs(place.x))), 0.9)
        case .cap: return (kind.second.lit(distance < 0.72 ? shade : shade * 0.86), 0.25)
        case .shell:
            let isScore = kind.form == .tablet && abs(place.x) < 0.05
            let color = kind.form == .capsule && place.x > 0.02 ? kind.second : kind.color
            return (color.lit(isScore ? 0.72 : shade), kind.form == .capsule ? 0.8 : 0.2)
        case .skin: return (kind.color.lit(shade * (0.9 + 0.16 * speckle(flat * 16))), 0.35)
        case .plastic: return (hole(flat) ? SampleColor(gray: 0.12) : kind.color.lit(rim(distance)), 0.45)
        }
    }

    private func speckle(_ place: SIMD2<Double>) -> Float { grain.smooth(place) }

    /// A rim, a ring of letters and a head, as differences in brightness.
    private func relief(_ flat: SIMD2<Double>, _ distance: Double) -> Float {
        if distance > 0.9 { return 1.1 }
        if distance > 0.68 { return grain.smooth(SIMD2(atan2(flat.y, flat.x) * 7, 0)) > 0.5 ? 0.8 : 0.98 }
        return 0.78 + 0.36 * grain.smooth(flat * 3.4)
    }

    private func rim(_ distance: Double) -> Float { shade * (distance > 0.8 ? 1.12 : 0.95) }

    private func hole(_ flat: SIMD2<Double>) -> Bool {
        let near = SIMD2(abs(flat.x) - 0.24, abs(flat.y) - 0.24)
        return (near * near).sum() < 0.012
    }
}
