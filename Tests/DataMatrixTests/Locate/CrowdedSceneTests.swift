import DataMatrix
import Testing

/// Many small symbols in one picture, some of them hard to see.
@Suite struct CrowdedSceneTests {
    private static func text(_ index: Int) -> String { "A00\(100 + index)" }

    /// 36 rotated labels, 100 pixels apart.
    private static func box(seed: UInt64, spoil: (inout Scene, Int, SIMD2<Double>) -> Void) throws -> Scene {
        var random = SplitMix(seed: seed)
        var scene = Scene(width: 640, height: 640, ground: 190, seed: seed)
        for index in 0..<36 {
            let center = SIMD2(
                70 + 100 * Double(index % 6) + Double.random(in: -12...12, using: &random),
                70 + 100 * Double(index / 6) + Double.random(in: -12...12, using: &random))
            let matrix = try SymbolEncoder().encode(Array(text(index).utf8)).matrix
            let angle = Double.random(in: 0..<6.28, using: &random)
            scene.draw(matrix, .init(center: center, module: 3.2, angle: angle, tilt: 0.05, dark: 50, light: 195))
            spoil(&scene, index, center)
        }
        scene.blur(radius: 1)
        scene.addNoise(deviation: 3)
        return scene
    }

    private func outcome(_ scene: Scene) async -> (hits: Int, wrong: Int) {
        let truth = Set((0..<36).map(Self.text))
        let values = await SymbolReader().read(scene.view).readings.map {
            String(decoding: $0.message.bytes, as: UTF8.self)
        }
        let hits = values.filter(truth.contains)
        return (Set(hits).count, values.count - Set(hits).count)
    }

    @Test func readsAllOfACleanBox() async throws {
        let outcome = await outcome(try Self.box(seed: 1) { _, _, _ in })
        #expect(outcome.hits == 36)
        #expect(outcome.wrong == 0)
    }

    @Test func oneThreadReadsTheSame() async throws {
        for seed in [1, 5] as [UInt64] {
            let scene = try Self.box(seed: seed) { scene, index, center in
                if index % 4 == 0 { scene.addGlare(at: center + 9, radius: 12, strength: 160) }
            }
            let together = await SymbolReader().read(scene.view)
            #expect(SymbolReader().readAlone(scene.view) == together)
        }
        let empty = GrayView(width: 8, height: 8, pixels: [UInt8](repeating: 0, count: 64))
        #expect(SymbolReader().readAlone(empty).readings.isEmpty)
    }

    @Test func readsThroughHighlights() async throws {
        let outcome = await outcome(
            try Self.box(seed: 2) { scene, index, center in
                if index % 3 == 0 { scene.addGlare(at: center + 9, radius: 14, strength: 110) }
            })
        #expect(outcome.hits >= 34)
        #expect(outcome.wrong == 0)
    }

    @Test func readsThroughPenStrokes() async throws {
        let outcome = await outcome(
            try Self.box(seed: 3) { scene, index, center in
                if index % 2 == 0 { scene.addStroke(from: center - 30, to: center + 30, width: 4, ink: 130) }
            })
        #expect(outcome.hits >= 34)
        #expect(outcome.wrong == 0)
    }

    @Test func readsFinderCutByBlackInk() async throws {
        let outcome = await outcome(
            try Self.box(seed: 4) { scene, index, center in
                guard index % 4 == 0 else { return }
                scene.addStroke(from: center + SIMD2(-26, 22), to: center + SIMD2(26, 26), width: 3, ink: 30)
            })
        #expect(outcome.hits >= 34)
        #expect(outcome.wrong == 0)
    }

    @Test func findsNothingInNoise() async {
        for seed in 1...4 as ClosedRange<UInt64> {
            var scene = Scene(width: 400, height: 400, ground: 128, seed: seed)
            scene.addNoise(deviation: 60)
            if seed % 2 == 0 { scene.blur(radius: 1) }
            #expect(await SymbolReader().read(scene.view).readings.isEmpty)
        }
    }

    @Test func acceptsViewsTooSmallForAnything() async {
        for side in [0, 1, 7, 15, 17] {
            let view = GrayView(width: side, height: side, pixels: [UInt8](repeating: 9, count: side * side))
            #expect(await SymbolReader().read(view).readings.isEmpty)
        }
    }

    @Test func secondLookReadsAtAGivenPlace() async throws {
        let scene = try Self.box(seed: 5) { scene, index, center in
            if index == 14 { scene.addGlare(at: center, radius: 16, strength: 120) }
        }
        let reader = SymbolReader()
        let model = try #require(await reader.read(scene.view).readings.first)
        let there = reader.read(scene.view, near: SIMD2(275, 275), radius: 30, like: model)
        #expect(there.map { String(decoding: $0.message.bytes, as: UTF8.self) } == Self.text(14))
        // Far outside, and a picture much smaller than the wanted symbol.
        #expect(reader.read(scene.view, near: SIMD2(9000, -50), radius: 30, like: model) == nil)
        #expect(reader.read(scene.view, near: SIMD2(.nan, 1e300), radius: .infinity, like: model) == nil)
        let speck = GrayView(width: 20, height: 20, pixels: [UInt8](repeating: 9, count: 400))
        #expect(reader.read(speck, near: SIMD2(10, 10), radius: 500, like: model) == nil)
        let nothing = reader.read(scene.view, near: SIMD2(320, 320), radius: 8, like: model)
        #expect(nothing == nil)
    }
}
