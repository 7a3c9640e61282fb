import EspyBase
package import EspyPixels
import Foundation

/// What is measured in a frame to tell the person with the camera what to do.
package struct FrameMeasures: Sendable, Equatable {
    /// Brightness that one in twenty pixels has or exceeds, 0...1.
    package var brightness: Double
    /// See ``EdgeSharpness``; in pixels. Nil where there are no edges.
    package var edgeWidth: Double?
    /// How fast the picture moves, in long sides of the frame per second; nil for the first frame.
    package var speed: Double?
    /// How many spines are seen, and the median of their widths in pixels.
    package var spines: Int
    package var spineWidth: Double?
    /// The median of how far spines lean, in degrees from the vertical, whichever way.
    package var tilt: Double?
    /// The share of the spines' area that is as bright as can be, 0...1.
    package var glare: Double?

    package init(
        brightness: Double, edgeWidth: Double? = nil, speed: Double? = nil, spines: Int = 0,
        spineWidth: Double? = nil, tilt: Double? = nil, glare: Double? = nil
    ) {
        self.brightness = brightness
        self.edgeWidth = edgeWidth
        self.speed = speed
        self.spines = spines
        self.spineWidth = spineWidth
        self.tilt = tilt
        self.glare = glare
    }

    /// - Parameters:
    ///   - spines: in pixels of the image.
    ///   - speed: see ``speed``.
    package init(_ image: RGBImage, _ glance: FrameGlance, spines: [Quad], speed: Double?) {
        self.init(
            brightness: Self.brightness(glance.gray), edgeWidth: EdgeSharpness.width(image), speed: speed,
            spines: spines.count, spineWidth: median(spines.map { min($0.meanWidth, $0.meanHeight) }),
            tilt: median(spines.map { Self.lean($0) }), glare: Self.glare(spines, glance))
    }

    private static func brightness(_ gray: GrayImage) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for pixel in gray.pixels { counts[Int(pixel)] += 1 }
        var rest = gray.pixels.count / 20
        for level in counts.indices.reversed() {
            rest -= counts[level]
            if rest < 0 { return Double(level) / 255 }
        }
        return 0
    }

    /// A lying book leans as little as a standing one.
    private static func lean(_ quad: Quad) -> Double {
        let along = (quad.bottomLeft + quad.bottomRight) - (quad.topLeft + quad.topRight)
        let across = (quad.topRight + quad.bottomRight) - (quad.topLeft + quad.bottomLeft)
        let axis = along.length >= across.length ? along : Point(x: -across.y, y: across.x)
        let degrees = abs(atan2(axis.x, axis.y)) * 180 / .pi
        return min(degrees, 180 - degrees)
    }

    /// Levels from here on are as bright as a sensor tells.
    private static let saturated: UInt8 = 251

    private static func glare(_ spines: [Quad], _ glance: FrameGlance) -> Double? {
        let gray = glance.gray
        var (bright, all) = (0, 0)
        for quad in spines {
            for down in 0..<16 {
                let place = (Double(down) + 0.5) / 16
                let left = quad.topLeft + (quad.bottomLeft - quad.topLeft) * place
                let right = quad.topRight + (quad.bottomRight - quad.topRight) * place
                for across in 1...3 {
                    let point = (left + (right - left) * (Double(across) / 4)) * (1 / glance.scale)
                    guard point.x >= 0, point.y >= 0, point.x < Double(gray.width), point.y < Double(gray.height)
                    else { continue }
                    all += 1
                    if gray.pixels[Int(point.y) * gray.width + Int(point.x)] >= saturated { bright += 1 }
                }
            }
        }
        return all > 0 ? Double(bright) / Double(all) : nil
    }
}

/// How wide the edges of a picture are.
private enum EdgeSharpness {
    /// One row in so many is looked at.
    private static let rowStep = 8
    /// How far from the middle of an edge its two sides are.
    private static let reach = 6
    /// An edge has this much contrast, in levels of green.
    private static let contrast: Int32 = 36
    /// Fewer edges say nothing.
    private static let fewest = 60

    /// The width in pixels over which an edge rises, of one that is among the sharper ones: some 2 in a sharp picture.
    ///
    /// How steep an edge is, divided by its whole contrast, does not depend on what is in the picture, and little on
    /// noise. - Returns: nil for a picture without edges.
    static func width(_ image: RGBImage) -> Double? {
        guard image.width > 4 * reach else { return nil }
        // By share of the contrast that two pixels have, in 64ths.
        var counts = [Int](repeating: 0, count: 65)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: rowStep / 2, to: image.height, by: rowStep) {
                add(pixels.baseAddress! + 3 * row * image.width + 1, image.width, to: &counts)
            }
        }
        let all = counts.reduce(0, +)
        guard all >= fewest else { return nil }
        // A quarter of the edges is as steep as this or steeper.
        var rest = all / 4
        for share in counts.indices.reversed() {
            rest -= counts[share]
            if rest < 0 { return 2 * 64 / Double(max(share, 1)) }
        }
        return nil
    }

    private static func add(_ green: UnsafePointer<UInt8>, _ width: Int, to counts: inout [Int]) {
        func steepness(_ column: Int) -> Int32 {
            Int32(green[3 &* (column &+ 1)]) &- Int32(green[3 &* (column &- 1)])
        }
        var column = reach
        while column < width - reach {
            let step = steepness(column)
            let whole = Int32(green[3 &* (column &+ reach)]) &- Int32(green[3 &* (column &- reach)])
            // The middle of an edge is where it is steepest.
            guard abs(whole) >= contrast, abs(step) >= abs(steepness(column - 1)),
                abs(step) > abs(steepness(column + 1)), (step > 0) == (whole > 0)
            else {
                column += 1
                continue
            }
            counts[Int(min(64, 64 * abs(step) / abs(whole)))] += 1
            column += 2
        }
    }
}
