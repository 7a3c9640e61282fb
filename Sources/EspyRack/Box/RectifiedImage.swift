package import EspyPixels

/// The box as seen straight from above: the picture sampled along the lattice, every cell a square of the same size.
///
/// Rows and columns are those of the lattice; what lies outside the picture is marked as such.
package struct RectifiedImage: Sendable {
    /// Pixels along the side of a cell.
    package let resolution: Int

    package let cells: CellRange
    package let width: Int
    package let height: Int
    /// Red, green, blue and luminance from 0 to 1, row by row; NaN outside the picture.
    package private(set) var pixels: [SIMD4<Float>]

    package init(_ image: RGBImage, map: Homography, cells: CellRange, resolution: Int = 16) {
        self.cells = cells
        self.resolution = resolution
        width = cells.cols.count * resolution
        height = cells.rows.count * resolution
        pixels = []
        pixels.reserveCapacity(width * height)
        let samples = samples(map)
        for y in 0..<height {
            for x in 0..<width { pixels.append(mean(image, map, x, y, samples)) }
        }
    }

    /// The luminance at a pixel of the image, NaN outside the picture and outside the image.
    package func luminance(_ x: Int, _ y: Int) -> Float {
        x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x].w : .nan
    }

    /// The pixel at the upper left corner of a cell.
    package func corner(of place: Rack.Place) -> (x: Int, y: Int) {
        ((place.col - cells.cols.lowerBound) * resolution, (place.row - cells.rows.lowerBound) * resolution)
    }

    /// Samples along the side of a pixel, so that none of the picture is skipped by much.
    private func samples(_ map: Homography) -> Int {
        let middle = Point(
            x: Double(cells.cols.lowerBound + cells.cols.upperBound) / 2,
            y: Double(cells.rows.lowerBound + cells.rows.upperBound) / 2)
        let pitch = map.apply(middle).distance(to: map.apply(Point(x: middle.x + 1, y: middle.y)))
        return min(max(Int((pitch / Double(resolution) / 2).rounded(.up)), 1), 4)
    }

    private func mean(_ image: RGBImage, _ map: Homography, _ x: Int, _ y: Int, _ samples: Int) -> SIMD4<Float> {
        var sum = SIMD4<Float>(repeating: 0)
        for down in 0..<samples {
            for right in 0..<samples {
                let place = Point(
                    x: (Double(x) + (Double(right) + 0.5) / Double(samples)) / Double(resolution)
                        + Double(cells.cols.lowerBound) - 0.5,
                    y: (Double(y) + (Double(down) + 0.5) / Double(samples)) / Double(resolution)
                        + Double(cells.rows.lowerBound) - 0.5)
                let pixel = map.apply(place)
                guard map.g * place.x + map.h * place.y + map.i > 0, pixel.x >= 0, pixel.y >= 0,
                    pixel.x < Double(image.width), pixel.y < Double(image.height)
                else { return SIMD4(repeating: .nan) }
                sum += image.color(Int(pixel.x), Int(pixel.y))
            }
        }
        return sum / Float(samples * samples)
    }

    /// Pixels that show caps: those within a radius, in cells, of where codes were read.
    func mask(_ caps: [Point], radius: Double) -> [Bool] {
        var mask = [Bool](repeating: false, count: width * height)
        let radius = radius * Double(resolution)
        for cap in caps {
            let x = (cap.x - Double(cells.cols.lowerBound) + 0.5) * Double(resolution)
            let y = (cap.y - Double(cells.rows.lowerBound) + 0.5) * Double(resolution)
            // A label may lie far from the box.
            guard (-radius..<Double(width) + radius).contains(x), (-radius..<Double(height) + radius).contains(y) else {
                continue
            }
            let rows = max(Int(y - radius), 0)..<min(max(Int(y + radius) + 1, 0), height)
            let cols = max(Int(x - radius), 0)..<min(max(Int(x + radius) + 1, 0), width)
            for row in rows {
                for col in cols {
                    let (dx, dy) = (Double(col) + 0.5 - x, Double(row) + 0.5 - y)
                    if dx * dx + dy * dy < radius * radius { mask[row * width + col] = true }
                }
            }
        }
        return mask
    }
}

extension RGBImage {
    /// Red, green, blue and luminance from 0 to 1.
    fileprivate func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let index = 3 * (y * width + x)
        let (red, green, blue) = (Float(pixels[index]), Float(pixels[index + 1]), Float(pixels[index + 2]))
        return SIMD4(red, green, blue, 0.299 * red + 0.587 * green + 0.114 * blue) / 255
    }
}
