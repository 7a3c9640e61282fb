/// A rendered photo in the repository, with its scene.
public struct CommittedSample: Sendable {
    /// The name of the files, without extension: `NAME.jpg` and `NAME.json`.
    public let name: String
    public let scene: SampleScene

    /// All of them.
    public static let all = [
        CommittedSample(name: "box-9x9", scene: fullBox),
        CommittedSample(name: "box-9x9-hard", scene: hardBox),
        CommittedSample(name: "rack-8x12-flatbed", scene: flatbedRack),
        CommittedSample(name: "box-10x10-tilted", scene: tiltedBox),
        CommittedSample(name: "box-5x5-mixed", scene: mixedBox),
    ]

    /// Every cell filled, photographed from above in good light.
    private static var fullBox: SampleScene {
        var scene = SampleScene(seed: 81, width: 1240, height: 1240, rows: 9, columns: 9)
        scene.holder.table = SampleColor(0.55, 0.42, 0.3)
        scene.camera = SampleCamera(distance: 22, tilt: 0.03, roll: 0.02, fill: 0.93)
        scene.optics = SampleOptics(blur: 0.5, gradient: SIMD2(0.08, -0.05), noise: 1, quality: 77)
        var maker = TubeMaker(seed: 81, span: .easy, prefix: "E", modules: 12)
        scene.tubes = maker.tubes(in: cells(rows: 0..<9, columns: 0..<9), rows: 9, columns: 9)
        return scene
    }

    /// Rows 3 and 8 and the last column are empty; tubes lean, some codes are under pen or glare, some caps are bare.
    private static var hardBox: SampleScene {
        var scene = SampleScene(seed: 82, width: 1240, height: 1400, rows: 9, columns: 9)
        scene.holder.hasLid = true
        scene.camera = SampleCamera(
            distance: 18, tilt: 0.16, azimuth: 1.9, roll: -0.09, fill: 0.9, shift: SIMD2(0, 0.03))
        scene.optics = SampleOptics(
            blur: 0.7, gradient: SIMD2(-0.3, 0.35), contrast: 0.8, tint: SIMD3(1.02, 1, 0.93), noise: 1.6, quality: 76)
        var maker = TubeMaker(seed: 82, span: .ordinary, prefix: "A", modules: 12)
        maker.span.lean = 0.38
        maker.span.penChance = 0.35
        maker.span.glareChance = 0.15
        maker.span.uncodedChance = 0.08
        let taken = cells(rows: 0..<9, columns: 0..<8).filter { ![3, 8].contains($0.row) && $0.row + $0.column != 9 }
        scene.tubes = maker.tubes(in: taken, rows: 9, columns: 9)
        return scene
    }

    /// Seen from below through the glass of a scanner: white print on black, with the rack's code beside the grid.
    private static var flatbedRack: SampleScene {
        var scene = SampleScene(seed: 83, width: 1500, height: 1060, rows: 8, columns: 12)
        scene.holder = SampleHolder(
            kind: .plate, color: SampleColor(gray: 0.42), table: SampleColor(gray: 0.06), margin: 0.62)
        scene.camera = SampleCamera(distance: 400, roll: 0.012, fill: 0.96)
        scene.optics = SampleOptics(blur: 0.55, vignette: 0, noise: 1, quality: 80)
        scene.rackCode = SampleCode(value: "RACK000417", side: 0.4)
        var maker = TubeMaker(seed: 83, span: .easy, prefix: "T", modules: 14, isPlate: true)
        maker.code.isInverted = true
        let taken = cells(rows: 0..<8, columns: 0..<12).filter { $0.row < 5 || ($0.row == 5 && $0.column % 3 == 0) }
        scene.tubes = maker.tubes(in: taken, rows: 8, columns: 12)
        return scene
    }

    /// Photographed far from the side, so that the near caps are much larger than the far ones.
    private static var tiltedBox: SampleScene {
        var scene = SampleScene(seed: 84, width: 1560, height: 1500, rows: 10, columns: 10)
        scene.holder.color = SampleColor(0.5, 0.6, 0.75)
        scene.holder.table = SampleColor(0.6, 0.62, 0.64)
        scene.holder.wallHeight = 2.1
        scene.camera = SampleCamera(
            distance: 19, tilt: 0.5, azimuth: 1.2, roll: 0.5, fill: 0.94, shift: SIMD2(-0.03, -0.04))
        scene.optics = SampleOptics(blur: 0.5, gradient: SIMD2(0.2, 0.1), noise: 1, quality: 76)
        var maker = TubeMaker(seed: 84, span: .ordinary, prefix: "K", modules: 10)
        maker.span.lean = 0.12
        let taken = cells(rows: 0..<10, columns: 0..<10).filter { $0.column != 4 && ($0.row + $0.column) % 7 != 3 }
        scene.tubes = maker.tubes(in: taken, rows: 10, columns: 10)
        return scene
    }

    /// All kinds of print side by side: sizes, rectangles, dots, mirrored, light on dark, one value twice.
    private static var mixedBox: SampleScene {
        var scene = SampleScene(seed: 85, width: 1100, height: 1100, rows: 5, columns: 5)
        scene.camera = SampleCamera(distance: 15, tilt: 0.1, azimuth: 0.4, roll: -0.2, fill: 0.95)
        scene.optics = SampleOptics(blur: 0.6, gradient: SIMD2(0.15, 0.2), noise: 1.2, quality: 80)
        var maker = TubeMaker(seed: 85, span: .ordinary, prefix: "M", modules: 14)
        scene.tubes = maker.tubes(in: cells(rows: 0..<5, columns: 0..<5), rows: 5, columns: 5)
        for index in scene.tubes.indices { vary(&scene.tubes[index].label, index: index) }
        scene.tubes[24].label?.code?.value = "M00000002"
        return scene
    }

    private static func vary(_ label: inout SampleLabel?, index: Int) {
        guard var code = label?.code else { return }
        let sizes = [(10, 10), (12, 12), (14, 14), (16, 16), (18, 18), (8, 18), (8, 32), (12, 26), (16, 36)]
        let size = sizes[index % sizes.count]
        (code.rows, code.columns) = size
        code.side = size.0 == size.1 ? 0.36 : 0.44
        if size == (10, 10) { code.value = "M\(1000 + index)" }
        code.isMirrored = index % 5 == 2
        code.dot = index % 4 == 3 ? 0.85 : nil
        label?.code = code
        guard index % 6 == 4, let paper = label?.paper else { return }
        label?.paper = code.ink
        label?.code?.ink = paper
    }

    private static func cells(rows: Range<Int>, columns: Range<Int>) -> [(row: Int, column: Int)] {
        rows.flatMap { row in columns.map { (row, $0) } }
    }
}

extension TubeMaker {
    /// A plain style of tubes, numbered from 1.
    fileprivate init(seed: UInt64, span: SampleSpan, prefix: String, modules: Int, isPlate: Bool = false) {
        var random = SampleRandom(seed: seed)
        let caps = CapStyle(random: &random, isPlate: isPlate)
        let code = CodeStyle(
            modules: modules, side: 0.36, isInverted: false, isMirrored: false, dot: nil, prefix: prefix, first: 1)
        self.init(random: random, span: span, code: code, caps: caps, isPlate: isPlate)
    }
}
