import CMath
import EspyBase
package import EspyPixels

/// Measurements of a frame that camera guidance is based on.
package struct FrameMeasures: Sendable, Equatable {
    /// The brightness that 5% of the pixels reach, 0...1.
    package var brightness: Double
    /// See ``EdgeWidth``; in pixels. Nil if there are no edges.
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
    package init(_ image: RGBImage, _ thumbnail: FrameThumbnail, spines: [Quad], speed: Double?) {
        self.init(
            brightness: Self.brightness(thumbnail.gray), edgeWidth: EdgeWidth.ofFrame(image), speed: speed,
            spines: spines.count, spineWidth: median(spines.map { min($0.meanWidth, $0.meanHeight) }),
            tilt: median(spines.map { Self.lean($0) }), glare: Self.glare(spines, thumbnail))
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

    private static func glare(_ spines: [Quad], _ thumbnail: FrameThumbnail) -> Double? {
        let gray = thumbnail.gray
        var (bright, all) = (0, 0)
        for quad in spines {
            for down in 0..<16 {
                let place = (Double(down) + 0.5) / 16
                let left = quad.topLeft + (quad.bottomLeft - quad.topLeft) * place
                let right = quad.topRight + (quad.bottomRight - quad.topRight) * place
                for across in 1...3 {
                    let point = (left + (right - left) * (Double(across) / 4)) * (1 / thumbnail.scale)
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
