package import EspyPixels

/// The square around a thing that the outliner looks at.
///
/// `training/outliner/window.py` cuts the windows that the network learns from, and has to say the same.
package struct ThingWindow {
    /// Across and down.
    package static let cells = 64
    /// Its side over the longer side of the box.
    private static let context = 1.5

    package let box: Rect
    /// Pixels of a cell.
    package let cell: Double
    /// Left and top edge, in pixels of the picture.
    private let origin: Point

    package init(around box: Rect) {
        self.box = box
        let side = Self.context * max(box.width, box.height)
        cell = side / Double(Self.cells)
        origin = Point(x: box.center.x - side / 2, y: box.center.y - side / 2)
    }

    /// From cells to pixels of the picture.
    package func point(_ cells: Point) -> Point { origin + cells * cell }

    /// Means of the cells: 64 × 64 numbers of blue, then green, red, and how much of the cell the box covers. Around the
    /// picture its border goes on.
    package func write(_ image: RGBImage, into numbers: UnsafeMutableBufferPointer<Float>) {
        let size = Self.cells * Self.cells
        // As many samples as there are pixels, two across and down at least.
        let samples = min(max(Int(cell.rounded(.up)), 2), 24)
        let (columns, rows) = (taps(origin.x, samples, image.width), taps(origin.y, samples, image.height))
        let weight = 1 / Float(samples * samples)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<Self.cells {
                for column in 0..<Self.cells {
                    var sum = SIMD4<Float>.zero
                    for down in rows[(row * samples)..<((row + 1) * samples)] {
                        for across in columns[(column * samples)..<((column + 1) * samples)] {
                            sum += Self.color(pixels, image.width, across, down)
                        }
                    }
                    let place = row * Self.cells + column
                    for channel in 0..<3 { numbers[channel * size + place] = sum[2 - channel] * weight }
                    numbers[3 * size + place] = Float(share(column, box.width) * share(row, box.height))
                }
            }
        }
    }

    /// Two neighboring pixels, and how much the second of them weighs.
    private struct Tap {
        let first: Int
        let second: Int
        let weight: Float
    }

    private func taps(_ start: Double, _ samples: Int, _ length: Int) -> [Tap] {
        (0..<(Self.cells * samples)).map { index in
            // The middle of the first pixel lies at one half.
            let place = start + (Double(index) + 0.5) * cell / Double(samples) - 0.5
            let bounded = min(max(place, 0), Double(length - 1))
            let first = Int(bounded)
            return Tap(first: first, second: min(first + 1, length - 1), weight: Float(bounded - Double(first)))
        }
    }

    private static func color(
        _ pixels: UnsafeBufferPointer<UInt8>, _ width: Int, _ across: Tap, _ down: Tap
    ) -> SIMD4<Float> {
        func pixel(_ column: Int, _ row: Int) -> SIMD4<Float> {
            let place = 3 * (row * width + column)
            return SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 0)
        }
        let top = pixel(across.first, down.first)
        let upper = top + (pixel(across.second, down.first) - top) * across.weight
        let bottom = pixel(across.first, down.second)
        let lower = bottom + (pixel(across.second, down.second) - bottom) * across.weight
        return upper + (lower - upper) * down.weight
    }

    /// How much of a column, or row, of cells the box covers.
    private func share(_ index: Int, _ length: Double) -> Double {
        let (start, reach) = (Double(index) - Double(Self.cells) / 2, length / 2 / cell)
        return min(max(min(start + 1, reach) - max(start, -reach), 0), 1)
    }
}
