import Foundation

extension TrayMaker {
    /// Places things in rows, in staggered rows, or scattered; never one inside another.
    mutating func things(in scene: TrayScene) -> [TrayThing] {
        let places = places(in: scene)
        let share = random.number(in: 0.1...0.35)
        return places.map { place in
            let kind = scene.kinds.count > 1 && random.chance(share) ? 1 : 0
            let isRound = ![.capsule, .tablet, .button].contains(scene.kinds[kind].form)
            return TrayThing(
                kind: kind, place: place, turn: isRound ? random.number(in: -0.2...0.2) : random.number(in: 0...3.14),
                size: 1 + 0.03 * random.bell(), seed: random.next())
        }
    }

    private mutating func places(in scene: TrayScene) -> [SIMD2<Double>] {
        let radius = scene.kinds.map(\.radius).max() ?? 0.4
        let isFull = random.chance(0.5)
        let isShifted = random.chance(0.35)
        if random.chance(0.35) {
            let wanted = Int(scene.area.x * scene.area.y * random.number(in: 0.35...0.75))
            return strewn(in: scene.area, apart: 2.1 * radius, wanted: wanted)
        }
        let free = max(0, 0.5 - radius - 0.02)
        var result: [SIMD2<Double>] = []
        for row in 0..<Int(scene.area.y) {
            let isOdd = isShifted && !row.isMultiple(of: 2)
            for column in 0..<Int(scene.area.x) - (isOdd ? 1 : 0) where isFull || random.chance(0.85) {
                let place = SIMD2(Double(column) + (isOdd ? 1 : 0.5), Double(row) + 0.5)
                result.append(place + SIMD2(random.bell(), random.bell()) * free * 0.28)
            }
        }
        return result
    }

    /// Places as many things as fit within a number of tries.
    mutating func strewn(in area: SIMD2<Double>, apart: Double, wanted: Int) -> [SIMD2<Double>] {
        var result: [SIMD2<Double>] = []
        for _ in 0..<40 * wanted where result.count < wanted {
            let place = SIMD2(
                random.number(in: apart / 2...area.x - apart / 2), random.number(in: apart / 2...area.y - apart / 2))
            let isFree = result.allSatisfy { other in ((place - other) * (place - other)).sum() > apart * apart }
            if isFree { result.append(place) }
        }
        return result
    }
}

extension TrayScene {
    /// A random tray: the same for the same seed, on every machine.
    public static func random(seed: UInt64) -> TrayScene {
        var maker = TrayMaker(seed: seed)
        return maker.scene()
    }
}
