import EspyPixels

/// A picture as brightness and two color differences, each from 0 to 1 or from -0.5 to 0.5.
struct Planes {
    var light: [Double]
    var blue: [Double]
    var red: [Double]

    init(light: [Double], blue: [Double], red: [Double]) {
        (self.light, self.blue, self.red) = (light, blue, red)
    }

    init(_ image: RGBImage) {
        self.init(light: [], blue: [], red: [])
        for pixel in stride(from: 0, to: image.pixels.count, by: 3) {
            let (r, g, b) = (
                Double(image.pixels[pixel]) / 255, Double(image.pixels[pixel + 1]) / 255,
                Double(image.pixels[pixel + 2]) / 255
            )
            let y = 0.299 * r + 0.587 * g + 0.114 * b
            light.append(y)
            blue.append(0.564 * (b - y))
            red.append(0.713 * (r - y))
        }
    }

    func image(_ width: Int, _ height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for index in light.indices {
            let b = light[index] + blue[index] / 0.564
            let r = light[index] + red[index] / 0.713
            let g = (light[index] - 0.299 * r - 0.114 * b) / 0.587
            pixels += [r, g, b].map { UInt8(min(max(($0 * 255).rounded(), 0), 255)) }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}
