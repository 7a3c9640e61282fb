package import EspyPixels

/// Pictures that look different in every orientation, and distances between pictures.
package enum Pictures {
    /// Four quarters: red and green above, blue and yellow below. Every rotation or reflection changes it.
    package static func quarters(width: Int = 48, height: Int = 32) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 255, green: 0, blue: 0)
        for y in 0..<height {
            for x in 0..<width {
                let color: [UInt8] =
                    switch (x < width / 2, y < height / 2) {
                    case (true, true): [220, 30, 30]
                    case (false, true): [30, 180, 40]
                    case (true, false): [40, 50, 210]
                    case (false, false): [230, 220, 40]
                    }
                image.pixels.replaceSubrange((y * width + x) * 3..<(y * width + x) * 3 + 3, with: color)
            }
        }
        return image
    }

    /// Smooth changes in all three channels, which every lossy format preserves well.
    package static func gradient(width: Int = 64, height: Int = 48) -> RGBImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                pixels.append(UInt8(x * 255 / max(width - 1, 1)))
                pixels.append(UInt8(y * 255 / max(height - 1, 1)))
                pixels.append(UInt8((x + y) * 255 / max(width + height - 2, 1)))
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// Unrelated pixels.
    package static func noise(width: Int, height: Int) -> RGBImage {
        var state: UInt32 = 1
        let pixels = (0..<3 * width * height).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }

    /// The expected values of a smaller picture: for each channel of each pixel, the mean of the area that it covers.
    package static func mean(_ picture: RGBImage, width: Int, height: Int) -> [Double] {
        let (across, down) = (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
        return (0..<3 * width * height).map { index in
            let (x, y) = (Double(index / 3 % width) * across, Double(index / 3 / width) * down)
            var sum = 0.0
            for row in Int(y)..<min(Int((y + down).rounded(.up)), picture.height) {
                let tall = min(y + down, Double(row + 1)) - max(y, Double(row))
                for column in Int(x)..<min(Int((x + across).rounded(.up)), picture.width) {
                    let wide = min(x + across, Double(column + 1)) - max(x, Double(column))
                    sum += tall * wide * Double(picture.pixels[3 * (row * picture.width + column) + index % 3])
                }
            }
            return sum / (across * down)
        }
    }

    /// The largest difference, or infinity if the counts differ.
    package static func mostDifferent(_ found: [UInt8], _ wanted: [Double]) -> Double {
        guard found.count == wanted.count else { return .infinity }
        return zip(found, wanted).map { abs(Double($0) - $1) }.max() ?? 0
    }

    /// A falling gray ramp.
    package static func ramp(width: Int = 64, height: Int = 16) -> GrayImage {
        let pixels = (0..<width * height).map { UInt8($0 % width * 255 / max(width - 1, 1)) }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// The mean absolute difference of all samples, or infinity if the sizes differ.
    package static func distance(_ first: RGBImage, _ second: RGBImage) -> Double {
        guard first.width == second.width, first.height == second.height else { return .infinity }
        return meanDifference(first.pixels, second.pixels)
    }

    /// The mean absolute difference of all samples, or infinity if the sizes differ.
    package static func distance(_ first: GrayImage, _ second: GrayImage) -> Double {
        guard first.width == second.width, first.height == second.height else { return .infinity }
        return meanDifference(first.pixels, second.pixels)
    }

    private static func meanDifference(_ first: [UInt8], _ second: [UInt8]) -> Double {
        let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(first.count, 1))
    }
}

extension RGBImage {
    /// Red, green and blue of a pixel.
    package func color(_ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { Int(pixels[(y * width + x) * 3 + $0]) }
    }
}
