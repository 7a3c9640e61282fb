public import EspyPixels
import Foundation

/// A photo of barcodes on paper, with effects of lens, light and sensor.
public struct BarcodePicture: Sendable {
    /// A barcode in the picture.
    public struct Label: Sendable {
        public let print: BarcodePrint
        /// The corners of the bars of the main symbol.
        public let quad: Quad

        public init(_ print: BarcodePrint, quad: Quad) { (self.print, self.quad) = (print, quad) }

        /// - Parameters:
        ///   - module: width of the narrowest bar in pixels.
        ///   - height: length of the bars in pixels.
        ///   - degrees: clockwise.
        ///   - shrink: how much shorter the last bar is than the first, as a fraction: perspective.
        public init(
            _ print: BarcodePrint, center: Point, module: Double, height: Double, degrees: Double = 0,
            shrink: Double = 0
        ) {
            let half = Double(print.symbol.count) * module / 2
            let (left, right) = (height / 2, height / 2 * (1 - shrink))
            let level = Quad(
                topLeft: Point(x: -half, y: -left), topRight: Point(x: half, y: -right),
                bottomRight: Point(x: half, y: right), bottomLeft: Point(x: -half, y: left))
            let turned = level.rotated(byDegrees: degrees, around: Point(x: 0, y: 0))
            self.init(print, quad: turned.map { $0 + center })
        }
    }

    public var width: Int
    public var height: Int
    public var labels: [Label]
    /// Standard deviation of the Gaussian blur in pixels.
    public var blur = 0.5
    /// Standard deviation of the noise in gray levels.
    public var noise = 2.0
    public var paper = 225.0
    public var ink = 35.0
    /// How much darker the right edge of the picture is than the left one, as a fraction.
    public var shade = 0.0

    public init(width: Int, height: Int, labels: [Label]) {
        (self.width, self.height, self.labels) = (width, height, labels)
    }

    public func render(seed: UInt64) -> GrayImage {
        var light = [Double](repeating: paper, count: width * height)
        for label in labels { draw(label, on: &light) }
        light = blurred(light, stride: 1, count: width, lines: height, next: width)
        light = blurred(light, stride: width, count: height, lines: width, next: 1)
        var random = SampleRandom(seed: seed)
        let pixels = light.indices.map { index -> UInt8 in
            let shaded = light[index] * (1 - shade * Double(index % width) / Double(width))
            return UInt8(min(max(shaded + noise * random.bell(), 0), 255))
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    /// Draws with nine samples per pixel.
    private func draw(_ label: Label, on light: inout [Double]) {
        let (symbol, modules) = (label.print.symbol, label.print.modules)
        let flat = Quad(Rect(x: Double(symbol.lowerBound), y: 0, width: Double(symbol.count), height: 1))
        guard let map = Homography(from: label.quad, to: flat) else { return }
        let bounds = label.quad.scaled(by: 3).bounds
        for row in max(Int(bounds.y), 0)..<max(min(Int(bounds.maxY), height), max(Int(bounds.y), 0)) {
            for column in max(Int(bounds.x), 0)..<max(min(Int(bounds.maxX), width), max(Int(bounds.x), 0)) {
                var dark = 0
                for sub in 0..<9 {
                    let x = Double(column) + (Double(sub % 3) + 0.5) / 3
                    let y = Double(row) + (Double(sub / 3) + 0.5) / 3
                    let place = map.apply(Point(x: x, y: y))
                    guard place.y >= 0, place.y < 1, place.x >= 0, place.x < Double(modules.count) else { continue }
                    if modules[Int(place.x)] { dark += 1 }
                }
                if dark > 0 { light[row * width + column] += (ink - paper) * Double(dark) / 9 }
            }
        }
    }

    private func blurred(_ source: [Double], stride: Int, count: Int, lines: Int, next: Int) -> [Double] {
        guard blur > 0.05 else { return source }
        let reach = Int((3 * blur).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * blur * blur)) }
        let total = weights.reduce(0, +)
        var target = source
        for line in 0..<lines {
            for place in 0..<count {
                var sum = 0.0
                for offset in -reach...reach {
                    let at = min(max(place + offset, 0), count - 1)
                    sum += source[line * next + at * stride] * weights[offset + reach]
                }
                target[line * next + place * stride] = sum / total
            }
        }
        return target
    }
}
