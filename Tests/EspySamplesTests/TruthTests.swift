import DataMatrix
import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct TruthTests {
    /// The fraction of modules that the picture shows where the truth says they are.
    private func agreement(_ scene: SampleScene) throws -> Double {
        let gray = try scene.rendered().gray
        let truth = try SampleTruth(of: scene)
        var right = 0
        var all = 0
        for (vial, tube) in zip(truth.vials, scene.tubes.filter { $0.label?.code != nil }) {
            let matrix = try #require(tube.label?.code).symbol()
            let modules = (0..<matrix.rows).flatMap { row in (0..<matrix.columns).map { (row, $0) } }
            let values = modules.map { gray.value(at: place(row: $0.0, column: $0.1, of: vial.code)) }
            let threshold = (values.min()! + values.max()!) / 2
            for (module, value) in zip(modules, values) {
                let isInk = vial.code.inverted ? value > threshold : value < threshold
                right += isInk == matrix[module.0, module.1] ? 1 : 0
            }
            all += modules.count
        }
        return Double(right) / Double(all)
    }

    @Test(arguments: [0.0, 0.4, 1.9, -2.6])
    func modulesLieWhereTheTruthSays(angle: Double) throws {
        let scene = plainScene(code: SampleCode(value: "A00177", side: 0.36, angle: angle))
        #expect(try agreement(scene) == 1)
    }

    @Test func mirroredAndInvertedAndDottedModulesToo() throws {
        var code = SampleCode(value: "A00177", side: 0.36, angle: 0.7, isMirrored: true)
        #expect(try agreement(plainScene(code: code)) == 1)
        code.dot = 0.8
        #expect(try agreement(plainScene(code: code)) == 1)
        code.ink = SampleColor(gray: 0.9)
        let inverted = plainScene(code: code) { $0.tubes[0].label?.paper = SampleColor(gray: 0.1) }
        #expect(try SampleTruth(of: inverted).vials[0].code.inverted)
        #expect(try agreement(inverted) == 1)
    }

    @Test func rectanglesKeepTheirShape() throws {
        let scene = plainScene(code: SampleCode(value: "AB12", rows: 8, columns: 18, side: 0.45, angle: 0.3))
        let code = try SampleTruth(of: scene).vials[0].code
        #expect(code.size == "8x18")
        let across = hypot(code.topRight.x - code.topLeft.x, code.topRight.y - code.topLeft.y)
        let down = hypot(code.bottomLeft.x - code.topLeft.x, code.bottomLeft.y - code.topLeft.y)
        #expect(abs(across / down - 18.0 / 8) < 0.02)
        #expect(try agreement(scene) == 1)
    }

    @Test(arguments: CommittedSample.all.map(\.name))
    func samplesAgreeWithTheirTruth(name: String) throws {
        var scene = try #require(CommittedSample.all.first { $0.name == name }).scene
        scene.optics.noise = 0
        // Pen, glare and overlapping leaning caps cost a few modules.
        #expect(try agreement(scene) > 0.985)
    }

    @Test func cornersRunClockwiseUnlessMirrored() throws {
        func area(_ code: SampleTruth.Code) -> Double {
            let points = code.corners
            return (0..<4).reduce(0) { sum, index in
                let (a, b) = (points[index], points[(index + 1) % 4])
                return sum + a.x * b.y - b.x * a.y
            }
        }
        var code = SampleCode(value: "A00177", angle: 0.5)
        #expect(try area(SampleTruth(of: plainScene(code: code)).vials[0].code) > 0)
        code.isMirrored = true
        #expect(try area(SampleTruth(of: plainScene(code: code)).vials[0].code) < 0)
    }

    @Test func moduleSizeFollowsFromTheGeometry() throws {
        let scene = plainScene(code: SampleCode(value: "A00177", side: 0.36))
        // 86% of 600 pixels hold 3 pitches and two margins of 0.12.
        let pitch = 0.86 * 600 / 3.24
        #expect(abs(try SampleTruth(of: scene).vials[0].code.module - pitch * 0.36 / 12) < 0.02)
    }

    @Test func everyCellHasItsStatus() throws {
        let scene = plainScene(code: SampleCode(value: "A00177")) { scene in
            scene.tubes.append(SampleTube(row: 0, column: 2))
            scene.tubes.append(SampleTube(row: 2, column: 0, label: SampleLabel(code: nil)))
        }
        let cells = try SampleTruth(of: scene).cells
        #expect(cells.map(\.status) == [.empty, .empty, .uncoded, .empty, .read, .empty, .uncoded, .empty, .empty])
        #expect(cells.map(\.row) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        #expect(cells.map(\.col) == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    }

    @Test func rackCodeLiesOutsideTheGrid() throws {
        let sample = try #require(CommittedSample.all.first { $0.scene.rackCode != nil })
        let truth = try SampleTruth(of: sample.scene)
        let code = try #require(truth.rackCode)
        let lowest = truth.vials.map(\.code.y).max()!
        #expect(code.y > lowest + 50)
        #expect(code.y < truth.outline.bottomLeft.y + 20)
        #expect(!truth.vials.contains { $0.code.value == code.value })
    }

    @Test func jsonComesBackTheSame() throws {
        for sample in CommittedSample.all {
            let truth = try SampleTruth(of: sample.scene)
            #expect(try SampleTruth(json: truth.json()) == truth)
        }
    }

    @Test func valuesThatDoNotFitAreAnError() {
        let scene = plainScene(code: SampleCode(value: "far too long for this", rows: 10, columns: 10))
        #expect(throws: (any Error).self) { try scene.rendered() }
        #expect(throws: (any Error).self) { try SampleTruth(of: scene) }
    }
}
