import DataMatrix
import Testing

/// Reads single rendered symbols, varying one property of photos at a time.
@Suite struct SymbolReaderTests {
    private func read(_ scene: Scene) async -> [String] {
        await SymbolReader().read(scene.view).readings.map { String(decoding: $0.message.bytes, as: UTF8.self) }
    }

    private func symbol(_ text: String, rows: Int? = nil, columns: Int? = nil) throws -> BitMatrix {
        let size = rows.flatMap { SymbolSize(rows: $0, columns: columns ?? $0) }
        return try SymbolEncoder(shape: size.map { .exact($0) } ?? .square).encode(Array(text.utf8)).matrix
    }

    @Test(arguments: [2.0, 2.5, 3.3, 5, 8, 12])
    func readsModulesOfTwoToTwelvePixels(module: Double) async throws {
        var scene = Scene(width: 300, height: 300)
        scene.draw(try symbol("A00177"), .init(center: SIMD2(151.3, 149.2), module: module, angle: 0.2))
        scene.addNoise(deviation: 3)
        #expect(await read(scene) == ["A00177"])
    }

    @Test(arguments: Array(stride(from: 0, to: 360, by: 15)))
    func readsAtEveryRotation(degrees: Int) async throws {
        var scene = Scene(width: 120, height: 120)
        scene.draw(
            try symbol("A00177"), .init(center: SIMD2(60, 60), module: 3.2, angle: Double(degrees) * .pi / 180))
        scene.blur(radius: 1)
        #expect(await read(scene) == ["A00177"])
    }

    @Test(arguments: [false, true], [false, true])
    func readsEitherPolarityAndMirrored(inverted: Bool, mirrored: Bool) async throws {
        var scene = Scene(width: 160, height: 160, ground: inverted ? 40 : 200)
        var pose = Scene.Pose(center: SIMD2(80, 80), module: 4, angle: 0.4)
        pose.mirrored = mirrored
        if inverted { swap(&pose.dark, &pose.light) }
        scene.draw(try symbol("A00177"), pose)
        let readings = await SymbolReader().read(scene.view).readings
        #expect(readings.map(\.message.bytes) == [Array("A00177".utf8)])
        #expect(readings.first?.isInverted == inverted)
        #expect(readings.first?.isMirrored == mirrored)
    }

    @Test(arguments: SymbolSize.all)
    func readsEverySize(size: SymbolSize) async throws {
        let module = size.rows > 60 ? 4.0 : 5.0
        let side = Int(module * Double(max(size.rows, size.columns))) + 60
        var scene = Scene(width: side, height: side)
        let matrix = try SymbolEncoder(shape: .exact(size)).encode([65, 66]).matrix
        scene.draw(matrix, .init(center: SIMD2(Double(side) / 2, Double(side) / 2), module: module, angle: 0.02))
        #expect(await read(scene) == ["AB"])
    }

    @Test(arguments: [-0.3, -0.15, 0.15, 0.3])
    func readsUnderPerspective(tilt: Double) async throws {
        var scene = Scene(width: 200, height: 200)
        scene.draw(
            try symbol("A00177"), .init(center: SIMD2(100, 100), module: 5, angle: 0.7, tilt: tilt))
        #expect(await read(scene) == ["A00177"])
    }

    @Test(arguments: [0.6, 0.75, 0.9])
    func readsDottedModules(dot: Double) async throws {
        var scene = Scene(width: 200, height: 200)
        scene.draw(try symbol("A00177"), .init(center: SIMD2(100, 100), module: 6, angle: 0.3, dot: dot))
        #expect(await read(scene) == ["A00177"])
    }

    @Test(arguments: [15.0, 30, 60])
    func readsFaintSymbols(contrast: Double) async throws {
        var scene = Scene(width: 120, height: 120, ground: 120)
        scene.draw(
            try symbol("A00177"),
            .init(center: SIMD2(60, 60), module: 4, angle: 0.3, dark: 120 - contrast, light: 120))
        scene.addNoise(deviation: contrast / 15)
        #expect(await read(scene) == ["A00177"])
    }

    /// Corners are those of the symbol itself, clockwise from its upper left one.
    @Test func givesCornersInOrder() async throws {
        var scene = Scene(width: 120, height: 120)
        scene.draw(try symbol("A00177"), .init(center: SIMD2(60, 60), module: 4, angle: .pi / 2))
        let reading = try #require(await SymbolReader().read(scene.view).readings.first)
        let expected: [SIMD2<Double>] = [SIMD2(84, 36), SIMD2(84, 84), SIMD2(36, 84), SIMD2(36, 36)]
        for (corner, truth) in zip(reading.corners, expected) {
            let distance = corner - truth
            #expect((distance * distance).sum().squareRoot() < 1.5)
        }
    }
}
