import EspyInference
import EspyPixels

/// Pixels as planes of numbers: blue, green, red, 0…255.
enum PixelPlanes {
    /// - Parameters:
    ///   - columns, rows: what is shown; beyond the picture, its mean colour.
    /// - Returns: `[1, 3, rows, columns]`
    static func tensor(of image: RGBImage, columns: Range<Int>, rows: Range<Int>) -> Tensor {
        let (width, height) = (columns.count, rows.count)
        let plane = width * height
        let reachesOut = columns.upperBound > image.width || rows.upperBound > image.height
        let fill = reachesOut ? meanColor(of: image) : [0, 0, 0]
        let values = [Float](unsafeUninitializedCapacity: 3 * plane) { out, initialized in
            image.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<height {
                    let y = rows.lowerBound + row
                    let inside =
                        y < image.height ? max(min(columns.upperBound, image.width) - columns.lowerBound, 0) : 0
                    let start = (y * image.width + columns.lowerBound) * 3
                    for channel in 0..<3 {
                        let target = channel * plane + row * width
                        let source = start + 2 - channel
                        for column in 0..<inside { out[target + column] = Float(pixels[source + 3 * column]) }
                        for column in inside..<width { out[target + column] = fill[2 - channel] }
                    }
                }
            }
            initialized = 3 * plane
        }
        return Tensor(shape: [1, 3, height, width], values: values)
    }

    /// Red, green and blue.
    private static func meanColor(of image: RGBImage) -> [Float] {
        var sums = [0, 0, 0]
        image.pixels.withUnsafeBufferPointer { pixels in
            for start in stride(from: 0, to: pixels.count - 2, by: 3) {
                sums[0] += Int(pixels[start])
                sums[1] += Int(pixels[start + 1])
                sums[2] += Int(pixels[start + 2])
            }
        }
        let count = max(image.width * image.height, 1)
        return sums.map { Float($0 / count) }
    }
}
