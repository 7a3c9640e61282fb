import EspyPixels
import EspySamples
import Testing

@Suite struct RandomSceneTests {
    private let all = SampleScene.Difficulty.allCases.flatMap { difficulty in
        (0..<40).map { SampleScene.random(seed: $0, difficulty: difficulty) }
    }

    @Test func sameSeedSameScene() {
        for difficulty in SampleScene.Difficulty.allCases {
            let scene = SampleScene.random(seed: 7, difficulty: difficulty)
            #expect(scene == SampleScene.random(seed: 7, difficulty: difficulty))
            #expect(scene != SampleScene.random(seed: 8, difficulty: difficulty))
        }
    }

    @Test func samePicturesFromTheSameScene() throws {
        let scene = SampleScene.random(seed: 3, difficulty: .hard)
        #expect(try scene.rendered() == scene.rendered())
    }

    @Test func tubesStandInCellsOfTheirOwn() {
        for scene in all {
            let cells = scene.tubes.map { $0.row * scene.columns + $0.column }
            #expect(Set(cells).count == cells.count)
            #expect(scene.tubes.allSatisfy { (0..<scene.rows).contains($0.row) })
            #expect(scene.tubes.allSatisfy { (0..<scene.columns).contains($0.column) })
        }
    }

    @Test func capsDoNotStandInEachOther() {
        for scene in all {
            for (index, first) in scene.tubes.enumerated() {
                for second in scene.tubes.dropFirst(index + 1) {
                    let x = Double(first.column - second.column) + first.lean.x - second.lean.x
                    let y = Double(first.row - second.row) + first.lean.y - second.lean.y
                    #expect(
                        x * x + y * y > 0.95 * (first.capRadius + second.capRadius)
                            * (first.capRadius + second.capRadius))
                }
            }
        }
    }

    @Test func valuesOfOneBoxDiffer() throws {
        for scene in all {
            let values = try SampleTruth(of: scene).vials.map(\.code.value)
            #expect(Set(values).count == values.count)
        }
    }

    @Test func codesLieInsideThePicture() throws {
        for scene in all {
            let corners = try SampleTruth(of: scene).vials.flatMap(\.code.corners)
            let inside = corners.filter {
                $0.x > 0 && $0.y > 0 && $0.x < Double(scene.width) && $0.y < Double(scene.height)
            }
            #expect(inside.count == corners.count)
        }
    }

    @Test func difficultyShowsInTheScenes() throws {
        func mean(_ difficulty: SampleScene.Difficulty, _ number: (SampleScene) throws -> Double) rethrows -> Double {
            let scenes = (0..<40).map { SampleScene.random(seed: $0, difficulty: difficulty) }
            return try scenes.map(number).reduce(0, +) / 40
        }
        let lean = { (scene: SampleScene) in
            let lengths = scene.tubes.map { ($0.lean * $0.lean).sum().squareRoot() }
            return lengths.reduce(0, +) / Double(max(lengths.count, 1))
        }
        let module = { (scene: SampleScene) in
            let modules = try SampleTruth(of: scene).vials.map(\.code.module)
            return modules.reduce(0, +) / Double(max(modules.count, 1))
        }
        #expect(mean(.easy, lean) < mean(.ordinary, lean))
        #expect(mean(.ordinary, lean) < mean(.hard, lean))
        #expect(try mean(.easy, module) > mean(.ordinary, module))
        #expect(try mean(.ordinary, module) > mean(.hard, module))
        #expect(mean(.hard) { $0.camera.tilt } > 0.2)
    }

    @Test func kindsOfPrintAllOccur() throws {
        let codes = try (0..<150).flatMap { seed in
            try SampleTruth(of: .random(seed: seed, difficulty: .ordinary)).vials.map(\.code)
        }
        #expect(codes.contains { $0.inverted })
        #expect(codes.contains { $0.mirrored })
        #expect(codes.contains { $0.dotted })
        #expect(Set(codes.map(\.size)).count >= 4)
    }
}
