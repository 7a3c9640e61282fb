/// Picks random values for everything in a scene.
struct SceneMaker {
    var random: SampleRandom
    let seed: UInt64
    let difficulty: SampleScene.Difficulty
    let span: SampleSpan

    init(seed: UInt64, difficulty: SampleScene.Difficulty) {
        random = SampleRandom(seed: seed ^ 0x0B0C_5EED)
        self.seed = seed
        self.difficulty = difficulty
        span = SampleSpan(difficulty)
    }

    mutating func scene() -> SampleScene {
        let grid = random.pick([(9, 9), (9, 9), (10, 10), (8, 12), (5, 5), (6, 8)])
        let isPlate = grid == (8, 12) && random.chance(0.5)
        let code = codeStyle()
        let caps = TubeMaker.CapStyle(random: &random, isPlate: isPlate)
        // The pitch follows from the module size, which decides whether a code can be read.
        let pitch = random.number(in: span.module) * Double(code.modules) / code.side
        var scene = SampleScene(seed: seed, width: 0, height: 0, rows: grid.0, columns: grid.1)
        scene.holder = isPlate ? .rack(random: &random) : .box(random: &random)
        scene.camera = camera(isPlate: isPlate)
        scene.optics = optics()
        let cells = occupied(rows: grid.0, columns: grid.1)
        var tubes = TubeMaker(random: random, span: span, code: code, caps: caps, isPlate: isPlate)
        scene.tubes = tubes.tubes(in: cells, rows: grid.0, columns: grid.1)
        random = tubes.random
        let across = (Double(grid.1) + 2 * scene.holder.margin) * pitch
        let down = (Double(grid.0) + 2 * scene.holder.margin) * pitch
        // A rotated box needs a larger picture, or its caps would shrink.
        let turn = scene.camera.turned(SIMD2(across, down))
        scene.width = Int((turn.x / scene.camera.fill).rounded())
        scene.height = Int((turn.y / scene.camera.fill).rounded())
        return scene
    }

    private mutating func codeStyle() -> TubeMaker.CodeStyle {
        let sizes = difficulty == .easy ? [12, 14] : [10, 12, 12, 14, 14, 16, 18]
        let modules = random.pick(sizes)
        let isPlain = difficulty == .easy
        return TubeMaker.CodeStyle(
            modules: modules, side: random.number(in: 0.32...0.38), isInverted: !isPlain && random.chance(0.15),
            isMirrored: !isPlain && random.chance(0.06), dot: !isPlain && random.chance(0.12) ? 0.85 : nil,
            prefix: String(UnicodeScalar(UInt8(65 + random.integer(in: 0...25)))), first: random.integer(in: 1...9000))
    }

    private mutating func camera(isPlate: Bool) -> SampleCamera {
        if isPlate { return SampleCamera(distance: 400, roll: random.number(in: -0.03...0.03), fill: 0.9) }
        return SampleCamera(
            distance: random.number(in: 16...26), tilt: random.number(in: span.tilt),
            azimuth: random.number(in: 0...(2 * .pi)), roll: random.number(in: span.roll),
            fill: random.number(in: 0.72...0.88))
    }

    private mutating func optics() -> SampleOptics {
        SampleOptics(
            blur: random.number(in: span.blur),
            motion: random.chance(span.motionChance)
                ? SIMD2(random.number(in: -1.6...1.6), random.number(in: -1...1))
                : .zero,
            gradient: SIMD2(random.number(in: -span.light...span.light), random.number(in: -span.light...span.light)),
            vignette: random.number(in: 0...0.2), exposure: random.number(in: 0.85...1.08),
            contrast: random.number(in: span.contrast),
            tint: SIMD3(random.number(in: 0.96...1.04), 1, random.number(in: 0.9...1.05)),
            noise: random.number(in: span.noise), quality: random.integer(in: span.quality))
    }

    /// The cells with a tube: some rows and columns stay completely empty.
    private mutating func occupied(rows: Int, columns: Int) -> [(row: Int, column: Int)] {
        var fullRows = Array(0..<rows)
        var fullColumns = Array(0..<columns)
        for _ in 0..<random.integer(in: 0...span.emptyLines) {
            fullRows.remove(at: random.integer(in: 0...fullRows.count - 1))
        }
        if random.chance(0.5) {
            for _ in 0..<random.integer(in: 0...span.emptyLines) {
                fullColumns.remove(at: random.integer(in: 0...fullColumns.count - 1))
            }
        }
        let density = random.number(in: span.density)
        var cells: [(row: Int, column: Int)] = []
        for row in fullRows {
            for column in fullColumns where random.chance(density) { cells.append((row, column)) }
        }
        return cells
    }
}

extension SampleHolder {
    fileprivate static func box(random: inout SampleRandom) -> SampleHolder {
        SampleHolder(
            color: random.pick([
                SampleColor(0.87, 0.85, 0.79), SampleColor(0.9, 0.9, 0.9), SampleColor(0.75, 0.72, 0.66),
                SampleColor(0.5, 0.6, 0.75),
            ]), table: tableColor(random: &random), margin: random.number(in: 0.05...0.3),
            wallHeight: random.number(in: 2...2.4), dividerHeight: random.number(in: 1.4...2),
            hasLid: random.chance(0.5))
    }

    fileprivate static func rack(random: inout SampleRandom) -> SampleHolder {
        SampleHolder(
            kind: .plate, color: SampleColor(gray: Float(random.number(in: 0.2...0.75))),
            table: SampleColor(gray: Float(random.number(in: 0.02...0.9))), margin: random.number(in: 0.4...0.9))
    }

    private static func tableColor(random: inout SampleRandom) -> SampleColor {
        random.pick([
            SampleColor(0.34, 0.31, 0.28), SampleColor(0.12, 0.12, 0.13), SampleColor(0.75, 0.72, 0.66),
            SampleColor(0.55, 0.42, 0.3), SampleColor(0.6, 0.62, 0.64),
        ])
    }
}
