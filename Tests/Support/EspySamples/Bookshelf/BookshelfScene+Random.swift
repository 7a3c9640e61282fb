extension BookshelfScene {
    /// A random bookshelf, as people have and photograph them.
    public static func random(seed: UInt64) -> BookshelfScene {
        var random = SampleRandom(seed: seed)
        let rows = random.pick([1, 1, 1, 2, 2, 3])
        let room = random.number(in: 25...33)
        let width = random.number(in: 0.9...1.6) * room * Double(rows)
        let area = SIMD2(max(width, 30), room * Double(rows) + random.number(in: 2...6))
        let picture = random.pick([(960, 720), (960, 720), (1280, 720), (1920, 1080), (720, 960)])
        var scene = BookshelfScene(
            seed: seed, width: picture.0, height: picture.1, area: area, camera: camera(&random, area),
            optics: optics(&random), wood: wood(&random), wall: SampleColor(gray: Float(random.number(in: 0.05...0.6))),
            boards: (0..<rows).map { room * Double($0 + 1) + random.number(in: -0.5...0.5) })
        var maker = BookshelfMaker(seed: random.next())
        let isLibrary = random.chance(0.4)
        for (row, board) in scene.boards.enumerated() {
            let habit = BookshelfMaker.Habit(
                thickness: random.number(in: 1.4...3.2), height: random.number(in: 17...25),
                unevenness: random.number(in: 0...0.16), series: random.number(in: 0.05...0.5),
                leaning: random.pick([0, 0.02, 0.1]), gaps: random.pick([0, 0.03, 0.1]),
                stacks: isLibrary ? 0 : random.pick([0, 0, 0.04]), stickers: isLibrary ? 0.95 : 0.02)
            let start = random.chance(0.4) ? -4 : random.number(in: 0...0.15) * area.x
            let end = random.chance(0.5) ? area.x + 4 : random.number(in: 0.7...1) * area.x
            scene.books += maker.row(row, board: board, from: start, to: end, room: room - 2, habit)
        }
        return scene
    }

    static func camera(_ random: inout SampleRandom, _ area: SIMD2<Double>) -> SampleCamera {
        SampleCamera(
            distance: area.max() * random.number(in: 1...2.2), tilt: abs(0.1 * random.bell()),
            azimuth: random.number(in: 0...6.28), roll: 0.02 * random.bell(), fill: random.number(in: 0.95...1.15))
    }

    static func optics(_ random: inout SampleRandom) -> SampleOptics {
        SampleOptics(
            blur: random.number(in: 0.3...1.2),
            motion: random.chance(0.15) ? SIMD2(random.bell(), random.bell()) * 1.5 : .zero,
            gradient: SIMD2(random.bell(), random.bell()) * 0.25, vignette: random.number(in: 0...0.35),
            exposure: random.number(in: 0.6...1.15), contrast: random.number(in: 0.75...1),
            tint: SIMD3(1 + 0.06 * random.bell(), 1, 1 + 0.08 * random.bell()),
            noise: random.number(in: 0.5...5), quality: random.integer(in: 55...92))
    }

    static func wood(_ random: inout SampleRandom) -> SampleColor {
        random.pick([
            SampleColor(0.55, 0.4, 0.26), SampleColor(0.85, 0.84, 0.8), SampleColor(0.25, 0.16, 0.1),
            SampleColor(0.4, 0.62, 0.6), SampleColor(gray: 0.5),
        ])
    }
}
