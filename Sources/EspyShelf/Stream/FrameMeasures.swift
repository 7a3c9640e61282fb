import EspyBase
package import EspyPixels
import Foundation

/// Measurements of a frame that camera guidance is based on.
package struct FrameMeasures: Sendable, Equatable {
    /// The brightness that 5% of the pixels reach, 0...1.
    package var brightness: Double
    /// See ``EdgeSharpness``; in pixels. Nil if there are no edges.
    package var edgeWidth: Double?
    /// How fast the picture moves, in long sides of the frame per second; nil for the first frame.
    package var speed: Double?
    /// Number of visible spines, and their median width in pixels.
    package var spines: Int
    package var spineWidth: Double?
    /// Median lean of the spines, in degrees from the vertical, in either direction.
    package var tilt: Double?
    /// The share of the spines' area that is saturated, 0...1.
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
    package init(_ image: RGBImage, _ glance: FrameThumbnail, spines: [Quad], speed: Double?) {
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

    /// Returns the lean of a spine; lying books are measured like standing ones.
    private static func lean(_ quad: Quad) -> Double {
        let along = (quad.bottomLeft + quad.bottomRight) - (quad.topLeft + quad.topRight)
        let across = (quad.topRight + quad.bottomRight) - (quad.topLeft + quad.bottomLeft)
        let axis = along.length >= across.length ? along : Point(x: -across.y, y: across.x)
        let degrees = abs(atan2(axis.x, axis.y)) * 180 / .pi
        return min(degrees, 180 - degrees)
    }

    /// Minimum level of a saturated pixel.
    private static let saturated: UInt8 = 251

    private static func glare(_ spines: [Quad], _ glance: FrameThumbnail) -> Double? {
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

/// Measures the width of the edges in a picture.
private enum EdgeSharpness {
    /// Every n-th row is read.
    private static let rowStep = 8
    /// Distance from the middle of an edge to its two sides, in pixels.
    private static let reach = 6
    /// Minimum contrast of an edge, in levels of green.
    private static let contrast: Int32 = 36
    /// Minimum number of edges.
    private static let fewest = 60

    /// Returns the width in pixels over which an edge rises, for the sharper edges: about 2 in a sharp picture.
    ///
    /// The steepness of an edge divided by its contrast does not depend on the subject, and hardly on noise.
    ///
    /// - Returns: nil for a picture without edges.
    static func width(_ image: RGBImage) -> Double? {
        guard image.width > 4 * reach else { return nil }
        // Edges by the share of the contrast that lies within two pixels, in 64ths.
        var counts = [Int](repeating: 0, count: 65)
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in stride(from: rowStep / 2, to: image.height, by: rowStep) {
                add(pixels.baseAddress! + 3 * row * image.width + 1, image.width, to: &counts)
            }
        }
        let all = counts.reduce(0, +)
        guard all >= fewest else { return nil }
        // A quarter of the edges is at least this steep.
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
