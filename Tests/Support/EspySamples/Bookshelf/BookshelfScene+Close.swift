extension BookshelfScene {
    /// A few wide books, seen up close, on a shelf that is not full, with bookends, plants, frames and the wall beside
    /// them.
    public static func close(seed: UInt64) -> BookshelfScene {
        var random = SampleRandom(seed: seed &+ 0xC105E)
        let room = random.number(in: 27...34)
        let area = SIMD2(random.number(in: 1.1...1.6) * room, room + 3)
        let picture = random.pick([(960, 720), (1280, 960), (1280, 720), (1600, 1200)])
        let light = Float(random.number(in: 0.2...0.85))
        var scene = BookshelfScene(
            seed: seed, width: picture.0, height: picture.1, area: area,
            camera: SampleCamera(
                distance: area.max() * random.number(in: 1...1.8), tilt: abs(0.08 * random.bell()),
                azimuth: random.number(in: 0...6.28), roll: 0.015 * random.bell(), fill: random.number(in: 0.95...1.05)),
            optics: SampleOptics(
                blur: random.number(in: 0.4...1), gradient: SIMD2(random.bell(), random.bell()) * 0.2,
                vignette: random.number(in: 0...0.3), exposure: random.number(in: 0.75...1.1),
                noise: random.number(in: 1...4), quality: random.integer(in: 65...92)),
            wood: random.pick([
                SampleColor(0.55, 0.4, 0.26), SampleColor(0.85, 0.84, 0.8), SampleColor(0.25, 0.16, 0.1),
            ]),
            wall: SampleColor(light, light * 0.98, light * 0.93), depth: random.number(in: 20...30), boards: [room])
        scene.fill(&random, room)
        return scene
    }

    private mutating func fill(_ random: inout SampleRandom, _ room: Double) {
        let board = boards[0]
        var maker = BookshelfMaker(seed: random.next())
        let habit = BookshelfMaker.Habit(
            thickness: random.number(in: 3...4.5), height: random.number(in: 19...25),
            unevenness: random.number(in: 0...0.14), series: random.pick([0.1, 0.4]), leaning: random.pick([0, 0.08]),
            gaps: 0)
        let start = random.number(in: 0.08...0.3) * area.x
        let end = random.number(in: 0.6...0.85) * area.x
        books = Array(maker.row(0, board: board, from: start, to: end, room: room - 2, habit).prefix(12))
        let last = books.map { $0.foot.x + $0.thickness + max($0.lean, 0) * $0.length }.max() ?? start
        func color() -> SampleColor {
            SampleColor(
                Float(random.number(in: 0.1...0.9)), Float(random.number(in: 0.1...0.9)),
                Float(random.number(in: 0.1...0.9)))
        }
        if random.chance(0.5) {
            props.append(
                ShelfProp(
                    kind: .bookend, foot: SIMD2(last + 0.1, board), width: 9, height: random.number(in: 12...18),
                    recess: 3, color: SampleColor(gray: Float(random.number(in: 0.1...0.7))), seed: random.next()))
        }
        for (from, to) in [(0, start - 1), (last + 2, area.x)] where to - from > 5 && random.chance(0.65) {
            let kind = random.pick([ShelfProp.Kind.plant, .plant, .frame, .box])
            let width = min(to - from - 1, random.number(in: 6...13))
            props.append(
                ShelfProp(
                    kind: kind, foot: SIMD2(from + random.number(in: 0...max(to - from - width, 0.1)), board),
                    width: width, height: random.number(in: 9...20), recess: random.number(in: 4...14), color: color(),
                    seed: random.next()))
        }
    }
}
