/// A rendered tray in the repository, with its scene.
public struct CommittedTray: Sendable {
    /// The name of the files, without extension: `NAME.jpg` and `NAME.json`.
    public let name: String
    public let scene: TrayScene

    /// All of them.
    public static let all = [
        CommittedTray(name: "tarts-5x7", scene: tarts), CommittedTray(name: "coins", scene: coins),
        CommittedTray(name: "vials-6x10", scene: vials), CommittedTray(name: "capsules", scene: capsules),
        CommittedTray(name: "one-orange", scene: ball), CommittedTray(name: "empty", scene: empty),
    ]

    /// A full baking tray, seen from its end: near tarts are twice as large as far ones.
    private static var tarts: TrayScene {
        var scene = TrayScene(
            seed: 301, width: 860, height: 700, area: SIMD2(7, 5),
            ground: .init(.metal, color: .init(gray: 0.5), hasRim: true),
            camera: SampleCamera(distance: 11, tilt: 0.5, roll: 0.03, fill: 0.9),
            optics: SampleOptics(noise: 0.8, quality: 76),
            kinds: [TrayKind(.tart, radius: 0.41, color: .init(0.76, 0.54, 0.3), second: .init(0.9, 0.84, 0.7))])
        scene.things = rows(7, 5, seed: 301)
        return scene
    }

    /// Coins scattered on wood, with a few buttons among them.
    private static var coins: TrayScene {
        var scene = TrayScene(
            seed: 302, width: 900, height: 680, area: SIMD2(8, 6), ground: .init(.wood, color: .init(0.5, 0.35, 0.22)),
            camera: SampleCamera(distance: 20, tilt: 0.1, fill: 0.92), optics: SampleOptics(noise: 0.8, quality: 72),
            kinds: [
                TrayKind(.coin, radius: 0.36, color: .init(0.76, 0.63, 0.34), second: .init(gray: 0.5)),
                TrayKind(.button, radius: 0.3, color: .init(0.2, 0.38, 0.66), second: .init(gray: 0.5)),
            ])
        scene.things = strewn(SIMD2(8, 6), count: 30, apart: 0.78, seed: 302)
        for index in scene.things.indices where index % 4 == 3 { scene.things[index].kind = 1 }
        return scene
    }

    /// Standing vials seen far from the side: bodies hide part of those behind.
    private static var vials: TrayScene {
        var scene = TrayScene(
            seed: 303, width: 900, height: 660, area: SIMD2(10, 6), ground: .init(.paper, color: .init(gray: 0.74)),
            camera: SampleCamera(distance: 26, tilt: 0.42, azimuth: 1.3, fill: 0.88),
            optics: SampleOptics(noise: 1, quality: 76),
            kinds: [TrayKind(.vial, radius: 0.27, color: .init(0.7, 0.77, 0.8), second: .init(0.24, 0.42, 0.66))])
        scene.things = rows(10, 6, seed: 303)
        return scene
    }

    /// Many small things at all angles.
    private static var capsules: TrayScene {
        var scene = TrayScene(
            seed: 304, width: 960, height: 720, area: SIMD2(14, 10.5),
            ground: .init(.paper, color: .init(0.35, 0.42, 0.5)),
            camera: SampleCamera(distance: 40, roll: 0.05, fill: 0.96), optics: SampleOptics(noise: 0.8, quality: 74),
            kinds: [TrayKind(.capsule, radius: 0.42, color: .init(0.9, 0.86, 0.76), second: .init(0.74, 0.2, 0.18))])
        scene.things = strewn(SIMD2(14, 10.5), count: 104, apart: 0.86, seed: 304)
        return scene
    }

    private static var ball: TrayScene {
        var scene = TrayScene(
            seed: 305, width: 480, height: 360, area: SIMD2(3, 2.25),
            ground: .init(.checks, color: .init(0.7, 0.75, 0.72)),
            kinds: [TrayKind(.ball, radius: 0.5, color: .init(0.93, 0.52, 0.12), second: .init(gray: 0.5))])
        scene.things = [TrayThing(kind: 0, place: SIMD2(1.4, 1.2), turn: 0.4, seed: 9)]
        return scene
    }

    private static var empty: TrayScene {
        TrayScene(
            seed: 306, width: 480, height: 360, area: SIMD2(4, 3), ground: .init(.wood, color: .init(0.6, 0.45, 0.3)),
            kinds: [TrayKind(.ball, color: .init(gray: 0.5), second: .init(gray: 0.5))])
    }

    private static func rows(_ columns: Int, _ rows: Int, seed: UInt64) -> [TrayThing] {
        var random = SampleRandom(seed: seed)
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let place = SIMD2(Double(column) + 0.5, Double(row) + 0.5) + SIMD2(random.bell(), random.bell()) * 0.03
                return TrayThing(
                    kind: 0, place: place, turn: random.number(in: 0...6), size: 1 + 0.02 * random.bell(),
                    seed: random.next())
            }
        }
    }

    private static func strewn(_ area: SIMD2<Double>, count: Int, apart: Double, seed: UInt64) -> [TrayThing] {
        var maker = TrayMaker(seed: seed)
        return maker.strewn(in: area, apart: apart, wanted: count).map { place in
            TrayThing(
                kind: 0, place: place, turn: maker.random.number(in: 0...6), size: 1 + 0.02 * maker.random.bell(),
                seed: maker.random.next())
        }
    }
}
