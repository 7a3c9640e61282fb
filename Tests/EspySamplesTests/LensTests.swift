import EspyPixels
import EspySamples
import Foundation
import Testing

@Suite struct LensTests {
    private func rendered(_ edit: (inout SampleOptics) -> Void) throws -> RGBImage {
        try plainScene(code: SampleCode(value: "A00177")) { edit(&$0.optics) }.rendered()
    }

    /// The sum of the squared differences of neighbors: sharp pictures have more.
    private func detail(_ image: RGBImage, down: Bool) -> Double {
        let gray = image.gray
        let step = down ? gray.width : 1
        return zip(gray.pixels, gray.pixels.dropFirst(step)).reduce(0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }
    }

    @Test func blurTakesDetailAndKeepsBrightness() throws {
        let sharp = try rendered { _ in }
        let soft = try rendered { $0.blur = 2 }
        #expect(detail(soft, down: false) < 0.5 * detail(sharp, down: false))
        #expect(abs(sharp.gray.mean - soft.gray.mean) < 0.6)
    }

    @Test func blurSpreadsAnEdgeAsAGaussianDoes() throws {
        // A wide dark bar on white paper instead of a symbol: the label's stroke.
        let scene = plainScene(code: SampleCode(value: "A00177")) { scene in
            scene.optics.blur = 3
            scene.tubes[0].label = SampleLabel(
                code: nil, paper: SampleColor(gray: 0.9), radius: 0.3,
                strokes: [SampleStroke(points: [SIMD2(0.15, -1), SIMD2(0.15, 1)], width: 0.3, darkness: 0.9)])
        }
        let gray = try scene.rendered().gray
        let line = (280..<322).map { gray.value(at: Point(x: Double($0), y: 300)) }
        let (low, high) = (line.min()!, line.max()!)
        let rising = line.filter { ($0 - low) / (high - low) > 0.1 && ($0 - low) / (high - low) < 0.9 }
        // From 10% to 90%, a Gaussian edge spans 2.56 deviations; the stroke's own edge adds a little.
        #expect(abs(Double(rising.count) - 2.56 * 3) < 2.5)
    }

    @Test func motionBlursAlongItsDirectionOnly() throws {
        let sharp = try rendered { _ in }
        let moved = try rendered { $0.motion = SIMD2(6, 0) }
        let across = detail(moved, down: false) / detail(sharp, down: false)
        let down = detail(moved, down: true) / detail(sharp, down: true)
        #expect(across < 0.6 * down)
    }

    @Test func noiseHasTheDeviationAskedFor() throws {
        let clean = try rendered { _ in }
        let noisy = try rendered { $0.noise = 4 }
        let differences = zip(clean.pixels, noisy.pixels).map { Double($0.1) - Double($0.0) }
        let deviation = (differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)).squareRoot()
        #expect(deviation > 2.8)
        #expect(deviation < 5.2)
        #expect(abs(differences.reduce(0, +) / Double(differences.count)) < 0.1)
    }

    @Test func lightRisesAlongItsGradient() throws {
        let flat = try rendered { _ in }.gray
        let lit = try rendered { $0.gradient = SIMD2(0.4, 0) }.gray
        func ratio(_ x: Double) -> Double {
            lit.value(at: Point(x: x, y: 20)) / max(flat.value(at: Point(x: x, y: 20)), 1)
        }
        #expect(ratio(30) < 0.87)
        #expect(ratio(570) > 1.13)
    }

    @Test func contrastAndExposureScaleTheShades() throws {
        let plain = try rendered { _ in }.gray
        let flat = try rendered { $0.contrast = 0.4 }.gray
        let range = { (image: GrayImage) in Double(image.pixels.max()!) - Double(image.pixels.min()!) }
        #expect(abs(range(flat) / range(plain) - 0.4) < 0.05)
        #expect(try rendered { $0.exposure = 0.5 }.gray.mean / plain.mean < 0.55)
    }

    @Test func jpegKeepsSizeAndLook() throws {
        let scene = plainScene(code: SampleCode(value: "A00177"))
        let photo = try scene.photographed()
        let drawn = try scene.rendered()
        #expect(photo.width == 600)
        #expect(photo.height == 600)
        let distance = photo.distance(to: drawn)
        #expect(distance > 0)
        #expect(distance < 3)
    }
}
