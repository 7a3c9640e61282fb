import EspyPixels
import EspySamples
import Testing

@Suite struct LabelTests {
    private func darkness(_ edit: (inout SampleLabel) -> Void) throws -> Double {
        let scene = plainScene(code: SampleCode(value: "A00177")) { scene in
            var label = SampleLabel(code: nil, paper: SampleColor(gray: 0.8))
            edit(&label)
            scene.tubes[0].label = label
        }
        return try scene.rendered().gray.value(at: Point(x: 300, y: 300))
    }

    @Test func strokesDarkenThePaperTheyCross() throws {
        let bare = try darkness { _ in }
        let crossed = try darkness {
            $0.strokes = [SampleStroke(points: [SIMD2(-0.2, 0), SIMD2(0.2, 0)], width: 0.05, darkness: 0.4)]
        }
        let beside = try darkness {
            $0.strokes = [SampleStroke(points: [SIMD2(-0.2, 0.1), SIMD2(0.2, 0.1)], width: 0.05, darkness: 0.4)]
        }
        #expect(abs(crossed / bare - 0.6) < 0.02)
        #expect(beside == bare)
    }

    @Test func glareWashesOutItsMiddleOnly() throws {
        let washed = try darkness { $0.glare = [SampleGlare(center: .zero, radii: SIMD2(0.1, 0.05))] }
        let beside = try darkness { $0.glare = [SampleGlare(center: SIMD2(0, 0.2), radii: SIMD2(0.1, 0.05))] }
        #expect(washed > 250)
        #expect(abs(beside - 204) < 2)
    }

    @Test func disturbedCodesAreMarkedInTheTruth() throws {
        var scene = plainScene(code: SampleCode(value: "A00177"))
        #expect(try !SampleTruth(of: scene).vials[0].disturbed)
        scene.tubes[0].label?.glare = [SampleGlare(center: .zero, radii: SIMD2(0.1, 0.05))]
        #expect(try SampleTruth(of: scene).vials[0].disturbed)
    }

    @Test func labelsCoverTheCapUnderThem() throws {
        let scene = plainScene(code: SampleCode(value: "A00177")) { scene in
            scene.tubes[0].cap = SampleColor(1, 0, 0)
            scene.tubes[0].label = SampleLabel(code: nil, radius: 0.15, offset: SIMD2(0.1, 0))
        }
        let image = try scene.rendered()
        func color(_ x: Int) -> [UInt8] { Array(image.pixels[(300 * 600 + x) * 3..<(300 * 600 + x) * 3 + 3]) }
        #expect(color(275)[0] > 240)
        #expect(color(275)[1] < 20)
        #expect(color(316)[1] > 200)
    }
}
