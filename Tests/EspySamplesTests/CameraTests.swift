import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct CameraTests {
    private func truth(_ edit: (inout SampleScene) -> Void) throws -> SampleTruth {
        try SampleTruth(of: plainScene(code: SampleCode(value: "A00177"), edit: edit))
    }

    @Test func middleOfTheBoxIsTheMiddleOfThePicture() throws {
        let code = try truth { $0.camera.distance = 20 }.vials[0].code
        #expect(hypot(code.x - 300, code.y - 300) < 0.1)
    }

    @Test func rollTurnsTheBoxClockwise() throws {
        let outline = try truth { $0.camera.roll = 0.3 }.outline
        let angle = atan2(outline.topRight.y - outline.topLeft.y, outline.topRight.x - outline.topLeft.x)
        #expect(abs(angle - 0.3) < 1e-3)
    }

    @Test func turnedBoxesStayInThePicture() throws {
        for roll in stride(from: -3.0, through: 3.0, by: 0.5) {
            let bounds = try truth { $0.camera.roll = roll }.outline.bounds
            #expect(bounds.x > 0)
            #expect(bounds.y > 0)
            #expect(bounds.x + bounds.width < 600)
            #expect(bounds.y + bounds.height < 600)
        }
    }

    @Test func nearSideOfATiltedBoxIsLarger() throws {
        // The camera is at the front: below the picture of the box.
        let outline = try truth {
            $0.camera.tilt = 0.5
            $0.camera.distance = 12
        }.outline
        let front = outline.bottomRight.x - outline.bottomLeft.x
        let back = outline.topRight.x - outline.topLeft.x
        #expect(front > back * 1.1)
    }

    @Test func capsAreShownOutsideTheirCells() throws {
        // Caps are closer to the lens than the floor, so those at the sides move away from the middle.
        func across(distance: Double) throws -> Double {
            let truth = try truth { scene in
                scene.camera.distance = distance
                scene.tubes[0].column = 2
                scene.tubes[0].height = 4
            }
            return truth.vials[0].code.x - 300
        }
        #expect(try across(distance: 8) > across(distance: 500) * 1.1)
    }

    @Test func leanMovesTheCapAndTiltsIt() throws {
        let upright = try truth { _ in }.vials[0].code
        let leaning = try truth { $0.tubes[0].lean = SIMD2(0.4, 0) }.vials[0].code
        let pitch = 0.86 * 600 / 3.24
        #expect(abs(leaning.x - upright.x - 0.4 * pitch) < 1)
        #expect(leaning.topRight.x - leaning.topLeft.x < upright.topRight.x - upright.topLeft.x)
    }
}
