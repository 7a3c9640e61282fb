import EspyImage

/// Pictures whose turns can be told apart, and distances between pictures.
enum Pictures {
    /// Four quarters: red and green above, blue and yellow below. No turn or mirror leaves it unchanged.
    static func quarters(width: Int = 48, height: Int = 32) -> RGBImage {
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

    /// Smooth changes in all three channels, which every lossy format keeps well.
    static func gradient(width: Int = 64, height: Int = 48) -> RGBImage {
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

    /// A falling ramp of gray.
    static func ramp(width: Int = 64, height: Int = 16) -> GrayImage {
        let pixels = (0..<width * height).map { UInt8($0 % width * 255 / max(width - 1, 1)) }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// Mean absolute difference of all samples; infinite for different sizes.
    static func distance(_ first: RGBImage, _ second: RGBImage) -> Double {
        guard first.width == second.width, first.height == second.height else { return .infinity }
        return meanDifference(first.pixels, second.pixels)
    }

    /// Mean absolute difference of all samples; infinite for different sizes.
    static func distance(_ first: GrayImage, _ second: GrayImage) -> Double {
        guard first.width == second.width, first.height == second.height else { return .infinity }
        return meanDifference(first.pixels, second.pixels)
    }

    private static func meanDifference(_ first: [UInt8], _ second: [UInt8]) -> Double {
        let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(first.count, 1))
    }
}

extension RGBImage {
    /// Red, green, blue at a pixel.
    func color(_ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { Int(pixels[(y * width + x) * 3 + $0]) }
    }
}
