import Espy
import EspyInference
import EspyPixels
import Foundation

extension ThingOutliner {
    /// A network without a file, which takes everything brighter than half for the thing.
    ///
    /// - Parameter missing: how many numbers are missing from each output.
    static func bright(missing: Int = 0) -> ThingOutliner {
        ThingOutliner(id: "bright") {
            { windows throws(CountError) in
                let plane = ThingWindow.cells * ThingWindow.cells
                let count = windows.shape[0]
                var values: [Float] = []
                for window in 0..<count {
                    // Green of each cell, from black to white.
                    let start = (4 * window + 1) * plane
                    values += windows.values[start..<(start + plane)].map { $0 / 255 }
                }
                return Tensor(
                    shape: [count, ThingWindow.cells, ThingWindow.cells], values: values.dropLast(missing))
            }
        }
    }
}

extension RGBImage {
    /// White ellipses on black, with soft edges as from a camera.
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
    /// The fraction of a pixel that its ellipse covers.
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
