import Foundation

extension TrayScene {
    /// The color of the table at a place, in full light.
    func groundColor(at place: SIMD2<Double>) -> SampleColor {
        let grain = Grain(seed: seed &+ 77)
        let fine = grain.smooth(place * 9)
        let color = ground.color
        if ground.hasRim, let rim = rimColor(at: place) { return rim }
        switch ground.texture {
        case .paper: return color.lit(0.95 + 0.06 * fine + 0.05 * grain.smooth(place * 0.7))
        case .wood:
            let rings = Float(sin(place.y * 9 + Double(grain.smooth(place * SIMD2(0.35, 1.3))) * 9))
            return color.lit(0.9 + 0.07 * rings + 0.12 * grain.smooth(place * SIMD2(1.6, 30)))
        case .metal: return color.lit(0.88 + 0.14 * grain.smooth(place * SIMD2(40, 1.2)) + 0.05 * fine)
        case .checks:
            let cell = Int((place.x * 0.8).rounded(.down)) + Int((place.y * 0.8).rounded(.down))
            return color.lit((cell.isMultiple(of: 2) ? 1 : 0.8) * (0.94 + 0.1 * fine))
        }
    }

    /// A band around the area, light on the side that faces the light.
    private func rimColor(at place: SIMD2<Double>) -> SampleColor? {
        let over = max(-place.x, -place.y, place.x - area.x, place.y - area.y)
        guard over > 0 else { return nil }
        guard over < 0.3 else { return SampleColor(0.3, 0.27, 0.25).lit(0.9 + 0.15 * Grain(seed: seed).smooth(place)) }
        let isFacing = max(place.x - area.x, place.y - area.y) == over
        return ground.color.lit(isFacing ? 1.12 : 0.7)
    }
}
