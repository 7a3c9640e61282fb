import EspyPixels
import EspySamples
import Foundation
import Testing

/// One tube with one code in a small box, straight from above, without blur and noise.
func plainScene(code: SampleCode, edit: (inout SampleScene) -> Void = { _ in }) -> SampleScene {
    var scene = SampleScene(seed: 1, width: 600, height: 600, rows: 3, columns: 3)
    scene.camera.distance = 200
    scene.optics = SampleOptics(blur: 0, vignette: 0, noise: 0, quality: 95)
    scene.tubes = [SampleTube(row: 1, column: 1, label: SampleLabel(code: code))]
    edit(&scene)
    return scene
}

/// Where the middle of a module is, from the four corners of a symbol (no lens distortion, little tilt).
func place(row: Int, column: Int, of code: SampleTruth.Code) -> Point {
    let size = code.size.split(separator: "x").compactMap { Double($0) }
    let (u, v) = ((Double(column) + 0.5) / size[1], (Double(row) + 0.5) / size[0])
    func mix(_ path: KeyPath<Point, Double>) -> Double {
        let top = code.topLeft[keyPath: path] * (1 - u) + code.topRight[keyPath: path] * u
        let bottom = code.bottomLeft[keyPath: path] * (1 - u) + code.bottomRight[keyPath: path] * u
        return top * (1 - v) + bottom * v
    }
    return Point(x: mix(\.x), y: mix(\.y))
}

extension GrayImage {
    /// The value of the pixel that holds a point.
    func value(at point: Point) -> Double {
        Double(pixels[Int(point.y) * width + Int(point.x)])
    }

    var mean: Double { pixels.reduce(0) { $0 + Double($1) } / Double(pixels.count) }
}

extension RGBImage {
    /// The mean difference of two pictures of the same size, in steps of 255.
    func distance(to other: RGBImage) -> Double {
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(pixels.count)
    }
}

/// The folder of the committed samples.
let samplesFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples/rack")
