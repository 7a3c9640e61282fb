import Espy
import EspyInference
import EspyPixels
import Foundation

extension OpenModel {
    /// Takes what is brighter than half for the thing: a network that needs no file.
    ///
    /// - Parameter missing: numbers to leave out of each answer.
    static func brightOutliner(missing: Int = 0) -> OpenModel {
        let entry = ModelEntry(
            id: "bright", task: .outliner, file: "bright.onnx", license: "", description: "", input: .tensors,
            output: ModelOutput(kind: .outlines, columns: ThingWindow.cells))
        return OpenModel(entry: entry) { (shapes, fill, take) throws(InferenceError) in
            var windows = [Float](repeating: 0, count: shapes[0].reduce(1, *))
            windows.withUnsafeMutableBufferPointer { fill(0, $0) }
            let plane = ThingWindow.cells * ThingWindow.cells
            var masks: [Float] = []
            for window in 0..<shapes[0][0] {
                // Green of each cell, from black to white.
                let start = (4 * window + 1) * plane
                for value in windows[start..<start + plane] { masks.append(value / 255) }
            }
            masks.dropLast(missing).withUnsafeBufferPointer {
                take([[shapes[0][0], ThingWindow.cells, ThingWindow.cells]], [$0])
            }
            return true
        }
    }
}

extension RGBImage {
    /// White ellipses on black, with soft borders as a camera has them.
    static func ellipses(_ boxes: [Rect], width: Int = 600, height: Int = 400) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 0)
        for row in 0..<height {
            for column in 0..<width {
                let share = boxes.map { $0.share(ofPixel: column, row) }.max() ?? 0
                for channel in 0..<3 { image.pixels[3 * (row * width + column) + channel] = UInt8(255 * share) }
            }
        }
        return image
    }
}

extension Rect {
    /// How much of a pixel the ellipse in it covers.
    fileprivate func share(ofPixel column: Int, _ row: Int) -> Double {
        guard Double(column) < maxX + 1, Double(column) > x - 2, Double(row) < maxY + 1, Double(row) > y - 2 else {
            return 0
        }
        var inside = 0
        for sample in 0..<16 {
            let point = Point(
                x: Double(column) + (Double(sample % 4) + 0.5) / 4, y: Double(row) + (Double(sample / 4) + 0.5) / 4)
            let (across, down) = ((point.x - center.x) / (width / 2), (point.y - center.y) / (height / 2))
            if across * across + down * down <= 1 { inside += 1 }
        }
        return Double(inside) / 16
    }
}
